import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ok, recordedOf, t1, t2 } from './compare.fixture.ts';
import { compared } from './compare.ts';
import type { Answer } from './recorded.ts';

const error = (code: string, path: unknown[] = ['a'], message = 'No') => ({ message, path, extensions: { code } });
const json = (...errors: object[]): Answer => ok({ errors, data: null });
const text = (body: string, more: Partial<Answer> = {}): Answer => ({
  status: 200,
  headers: {},
  text: body,
  ...more,
});
const headers = (given: Record<string, string>): Answer => text('', { headers: given });
const token = (given: string): Answer => ({
  ...ok({ jwt_token: given }),
  headers: { authorization: `Bearer ${given}` },
});
const jwt = `${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`;

describe('errors, headers and bodies', () => {
  const rows: [fact: string, expected: Answer, found: Answer, outcome: boolean, whole: boolean][] = [
    ['the same errors', json(error('A'), error('B')), json(error('A'), error('B')), true, true],
    ['another text of an error', json(error('A')), json(error('A', ['a'], 'Nein')), true, false],
    ['another code', json(error('A')), json(error('B')), false, false],
    ['no code', json({ message: 'No' }), json({ message: 'No', extensions: { code: 'A' } }), false, false],
    ['another path', json(error('A')), json(error('A', ['b'])), false, false],
    ['errors in another order', json(error('A'), error('B')), json(error('B'), error('A')), false, false],
    ['one error more', json(error('A')), json(error('A'), error('A')), false, false],
    ['a time that an error quotes', json({ createdAt: t1 }), json({ createdAt: t2 }), true, false],
    ['no data', ok({ errors: [], data: {} }), ok({ errors: [] }), false, false],
    ['another status', text('', { status: 301 }), text('', { status: 302 }), false, false],
    ['another text', text('a'), text('b'), true, false],
    ['a text of JSON, recorded as text', text('{}'), text('{}', { json: {} }), true, true],
    ['a text for JSON', ok({ data: null }), text('no'), false, false],
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
      const result = compared(recordedOf('{ a }', expected), found);
      assert.deepEqual([result.outcome, result.whole], [outcome, whole], JSON.stringify(result.differences));
    });
  }
});
