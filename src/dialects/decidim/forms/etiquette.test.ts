import assert from 'node:assert/strict';
import test from 'node:test';
import { validateEtiquette } from './validations.ts';

const capitals = 'is using too many capital letters (over 25% of the text)';
const marks = 'is using too many consecutive punctuation marks (e.g. ! and ?)';
const first = 'must start with a capital letter';
const blank = 'cannot be blank';

// The platform's errors for these titles.
const rows: [string, string[]][] = [
  ['', []],
  [' \u00a0', []],
  ['<p></p>', [blank]],
  ['&nbsp;', [blank]],
  ['<script>x</script>', [blank]],
  ['A', [capitals]],
  ['Ab', [capitals]],
  ['Abc', [capitals]],
  ['Abcd', []],
  ['AbcD', [capitals]],
  ['ABCd efgh', []],
  ['ABCDefgh', [capitals]],
  ['ÀÉß', [capitals]],
  ['ǅabc', []],
  ['Ⓐbcdef', []],
  ['😀', []],
  ['1234', []],
  ['ñandú', [first]],
  ['ªbc', [first]],
  ['<b>lower</b> start', [first]],
  ['&&&A', []],
  ['Ok ?!', [marks]],
  ['¿¡ hi', [marks]],
  ['¿Qué pasa?', []],
  ['aBCD!!', [capitals, marks, first]],
];
for (const [text, expected] of rows) {
  test(`${JSON.stringify(text)}: ${expected.join('; ') || 'no error'}`, () =>
    assert.deepEqual(validateEtiquette(text), expected));
}
