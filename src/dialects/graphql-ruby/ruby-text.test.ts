import assert from 'node:assert/strict';
import test from 'node:test';
import { SimulatedServerError } from '../../errors.ts';
import { didYouMean, findCorrections, formatFloat, inspectBytes, inspectText } from './ruby-text.ts';

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
  [1e-10, '1e-10'],
  [1e22, '1e+22'],
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
  test(`inspects a text as ${expected}`, () => assert.equal(inspectText(text), expected));
}

test('inspects bytes that are no whole characters', () =>
  assert.equal(inspectBytes([0x61, 0x22, 0xed, 0x80]), '"a\\"\\xED\\x80"'));

// Suggestions of the spell checker of Ruby 3.4.
const corrections: [string, string[], string[]][] = [
  ['idd', ['id', 'type', 'locale'], ['id']],
  ['i', ['id', 'url', 'name'], ['id']],
  ['meetingz', ['meeting', 'meetings', 'name'], ['meeting', 'meetings']],
  ['createMeting', ['createMeeting', 'meeting'], ['createMeeting']],
  ['updatedAt', ['createdAt', 'updateAt'], ['updateAt']],
  ['Meting', ['Meeting', 'Meetings', 'MeetingEdge', 'Setting'], ['Setting', 'Meeting', 'Meetings']],
  ['nope', ['name', 'node', 'open'], ['node']],
  ['tilte', ['title', 'state', 'tile'], ['tile', 'title']],
  ['NAME', ['name', 'Names'], ['name', 'Names']],
  ['skipp', ['include', 'skip', 'deprecated'], ['skip']],
  ['ab', ['abc', 'abd', 'ba'], ['abd', 'abc']],
  ['authosr', ['author', 'authors'], ['authors', 'author']],
  ['x', [], []],
  ['description', ['description'], []],
  ['translatoin', ['translation', 'translations', 'transition'], ['translation', 'translations']],
  ['a_b', ['ab', 'a_c', '_ab'], ['a_c']],
  ['creetd', ['createdAt', 'createdBy', 'credit'], ['createdBy']],
];

for (const [name, candidates, expected] of corrections) {
  test(`corrects ${name} among [${candidates.join(', ')}] to [${expected.join(', ')}]`, () => {
    assert.deepEqual(findCorrections(name, candidates), expected);
  });
}

for (const [candidates, expected] of [
  [[], ''],
  [['meeting'], ' (Did you mean `meeting`?)'],
  [['meeting', 'meetings'], ' (Did you mean `meeting` or `meetings`?)'],
  [['meeting', 'meetings', 'meetingzz'], ' (Did you mean `meetingzz`, `meeting` or `meetings`?)'],
] as const) {
  test(`formats ${candidates.length} suggestions`, () => assert.equal(didYouMean('meetingz', candidates), expected));
}
