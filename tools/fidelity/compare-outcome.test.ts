import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { okResponse, recordedQuery, t1, t2 } from '../../test/support/comparison-data.ts';
import { compareWithRecording } from './compare.ts';
import type { RecordedResponse } from './recorded-exchange.ts';

const error = (code: string, path: unknown[] = ['a'], message = 'No') => ({ message, path, extensions: { code } });
const json = (...errors: object[]): RecordedResponse => okResponse({ errors, data: null });
const text = (body: string, more: Partial<RecordedResponse> = {}): RecordedResponse => ({
  status: 200,
  headers: {},
  text: body,
  ...more,
});
const headers = (given: Record<string, string>): RecordedResponse => text('', { headers: given });
const token = (given: string): RecordedResponse => ({
  ...okResponse({ jwt_token: given }),
  headers: { authorization: `Bearer ${given}` },
});
const jwt = `${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`;

describe('errors, headers and bodies', () => {
  const rows: [fact: string, expected: RecordedResponse, found: RecordedResponse, outcome: boolean, whole: boolean][] =
    [
      ['the same errors', json(error('A'), error('B')), json(error('A'), error('B')), true, true],
      ['another text of an error', json(error('A')), json(error('A', ['a'], 'Nein')), true, false],
      ['another code', json(error('A')), json(error('B')), false, false],
      ['no code', json({ message: 'No' }), json({ message: 'No', extensions: { code: 'A' } }), false, false],
      ['another path', json(error('A')), json(error('A', ['b'])), false, false],
      ['errors in another order', json(error('A'), error('B')), json(error('B'), error('A')), false, false],
      ['one error more', json(error('A')), json(error('A'), error('A')), false, false],
      ['a time that an error quotes', json({ createdAt: t1 }), json({ createdAt: t2 }), true, false],
      ['no data', okResponse({ errors: [], data: {} }), okResponse({ errors: [] }), false, false],
      ['another status', text('', { status: 301 }), text('', { status: 302 }), false, false],
      ['another text', text('a'), text('b'), true, false],
      ['a text of JSON, recorded as text', text('{}'), text('{}', { json: {} }), true, true],
      ['a text for JSON', okResponse({ data: null }), text('no'), false, false],
      ['a header too many', headers({}), headers({ location: 'http://a/b' }), true, false],
      ['a missing header', headers({ 'content-type': 'a/b' }), headers({}), true, false],
      [
        'another origin of a location',
        headers({ location: 'http://a/api/docs' }),
        headers({ location: 'https://b:1/api/docs' }),
        true,
        true,
      ],
      ['headers that were not recorded', { status: 200, text: '' }, headers({ location: 'http://a/b' }), true, true],
      ['a token', token('<token>'), token(jwt), true, true],
      ['no token', token('<token>'), token('abc'), true, false],
      ['a token of one part', token('<token>'), token('a'.repeat(60)), true, false],
      ['a null token', token('<token>'), { ...token(jwt), json: { jwt_token: null } }, false, false],
    ];
  for (const [fact, expected, found, outcome, whole] of rows) {
    test(fact, () => {
      const result = compareWithRecording(recordedQuery('{ a }', expected), found);
      assert.deepEqual([result.sameOutcome, result.equal], [outcome, whole], JSON.stringify(result.differences));
    });
  }
});
