import assert from 'node:assert/strict';
import test from 'node:test';
import { findCorrections, didYouMeanSuffix } from './did-you-mean.ts';

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
  test(`formats ${candidates.length} suggestions`, () =>
    assert.equal(didYouMeanSuffix('meetingz', candidates), expected));
}
