import assert from 'node:assert/strict';
import test from 'node:test';
import { SimulatedServerError } from '../../../errors.ts';
import { utf8Bytes, codePoints, formatFloat, inspectString } from './ruby-text.ts';

// Output of the json gem 2.19.
for (const [value, expected] of [
  [1, '1.0'],
  [0.1, '0.1'],
  [100.5, '100.5'],
  [123.456, '123.456'],
  [1e14, '100000000000000.0'],
  [1e15, '1e+15'],
  [123456789012345, '123456789012345.0'],
  [1234567890123456, '1.234567890123456e+15'],
  [0.00001, '0.00001'],
  [1e-7, '0.0000001'],
  [1.5e-7, '0.00000015'],
  [1e-10, '1e-10'],
  [1e22, '1e+22'],
  [-1e-9, '-0.000000001'],
  [1e100, '1e+100'],
  [-0, '-0.0'],
  [5e-324, '5e-324'],
  [Number.MAX_VALUE, '1.7976931348623157e+308'],
  [Infinity, 'Infinity'],
] as const) {
  test(`formats a float as ${expected}`, () => assert.equal(formatFloat(value), expected));
}

test('throws a simulated server error for negative infinity', () =>
  assert.throws(() => formatFloat(-Infinity), SimulatedServerError));

// Output of String#inspect in Ruby 3.4.
for (const [text, expected] of [
  ['a"b\\c', '"a\\"b\\\\c"'],
  ['\n\t\r\f\v\b\u0007\u001b', '"\\n\\t\\r\\f\\v\\b\\a\\e"'],
  ['\0\u007f\u0080', '"\\u0000\\u007F\\u0080"'],
  ['#{ #$ #@ #a #', '"\\#{ \\#$ \\#@ #a #"'],
  ['é\u00ad\u200b\u3000\ue000😀', '"é\u00ad\u200b\u3000\ue000😀"'],
  ['\u0378\u2028\u{10ffff}', '"\\u0378\\u2028\\u{10FFFF}"'],
] as const) {
  test(`inspects a text as ${expected}`, () => assert.equal(inspectString(codePoints(text)), expected));
}

test('inspects an invalid code point byte by byte', () => {
  assert.equal(inspectString([0x61, 0xd800, 0x110000]), '"a\\xED\\xA0\\x80\\xF4\\x90\\x80\\x80"');
});

test('encodes code points in UTF-8', () => {
  for (const text of ['a', 'é', '€', '😀']) assert.deepEqual(utf8Bytes(codePoints(text)[0]!), [...Buffer.from(text)]);
});
