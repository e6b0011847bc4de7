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
const headers = (values: Record<string, string>): RecordedResponse => text('', { headers: values });
const signIn = (token: string): RecordedResponse => ({
  ...okResponse({ jwt_token: token }),
  headers: { authorization: `Bearer ${token}` },
});
const jwt = `${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`;

describe('outcome and equality of errors, headers and bodies', () => {
  const rows: [
    name: string,
    expected: RecordedResponse,
    found: RecordedResponse,
    sameOutcome: boolean,
    equal: boolean,
  ][] = [
    ['the same errors', json(error('A'), error('B')), json(error('A'), error('B')), true, true],
    ['another error message', json(error('A')), json(error('A', ['a'], 'Nein')), true, false],
    ['another code', json(error('A')), json(error('B')), false, false],
    ['an additional code', json({ message: 'No' }), json({ message: 'No', extensions: { code: 'A' } }), false, false],
    ['another path', json(error('A')), json(error('A', ['b'])), false, false],
    ['errors in another order', json(error('A'), error('B')), json(error('B'), error('A')), false, false],
    ['an additional error', json(error('A')), json(error('A'), error('A')), false, false],
    ['a time in an error', json({ createdAt: t1 }), json({ createdAt: t2 }), true, false],
    ['missing data', okResponse({ errors: [], data: {} }), okResponse({ errors: [] }), false, false],
    ['another status', text('', { status: 301 }), text('', { status: 302 }), false, false],
    ['another text body', text('a'), text('b'), true, false],
    ['a JSON body that was recorded as text', text('{}'), text('{}', { json: {} }), true, true],
    ['a text in place of JSON', okResponse({ data: null }), text('no'), false, false],
    ['an additional header', headers({}), headers({ location: 'http://a/b' }), true, false],
    ['a missing header', headers({ 'content-type': 'a/b' }), headers({}), true, false],
    [
      'another origin in a Location header',
      headers({ location: 'http://a/api/docs' }),
      headers({ location: 'https://b:1/api/docs' }),
      true,
      true,
    ],
    ['headers that were not recorded', { status: 200, text: '' }, headers({ location: 'http://a/b' }), true, true],
    ['another token', signIn('<token>'), signIn(jwt), true, true],
    ['a token that is not a JSON Web Token', signIn('<token>'), signIn('abc'), true, false],
    ['a token of one part', signIn('<token>'), signIn('a'.repeat(60)), true, false],
    ['a null token', signIn('<token>'), { ...signIn(jwt), json: { jwt_token: null } }, false, false],
  ];
  for (const [name, expected, found, sameOutcome, equal] of rows) {
    test(name, () => {
      const result = compareWithRecording(recordedQuery('{ a }', expected), found);
      assert.deepEqual([result.sameOutcome, result.equal], [sameOutcome, equal], JSON.stringify(result.differences));
    });
  }
});
