import assert from 'node:assert/strict';
import test from 'node:test';
import { textOf } from './json-value.ts';

test('the text of a value is that of a string or number, and else empty', () => {
  for (const [value, text] of [
    ['a', 'a'],
    [12, '12'],
    [null, ''],
    [undefined, ''],
    // What JSON can hold, and String() cannot convert.
    [{ toString: 1, valueOf: 1 }, ''],
  ] as const)
    assert.equal(textOf(value), text);
});
