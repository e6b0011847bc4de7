import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { copyDemoWorld, editWorld } from '../../test/support/folders.ts';
import { findWorldProblems, testBrokenRecords } from '../../test/support/broken-worlds.ts';

test('a proposal can have a state of its component', (t) => {
  const world = copyDemoWorld(t);
  writeFileSync(
    join(world, 'proposalStates.json'),
    JSON.stringify([
      { id: 1, componentId: 1, token: 'under_way', title: { en: 'Under way' }, bgColor: '#fff', textColor: '#000' },
    ]),
  );
  editWorld(world, 'proposals', ([first]) => (first.state = 'under_way'));
  assert.deepEqual(findWorldProblems(world), []);
  editWorld(world, 'proposals', ([first]) => (first.state = 'accepted'));
  assert.match(findWorldProblems(world).join(), /proposals\.json: record 1 \(id 1\): state: must be one of under_way$/);
});

test('two people cannot have one e-mail address', (t) => {
  const world = copyDemoWorld(t);
  editWorld(world, 'users', ([first, second]) => {
    first.email = 'one@example.org';
    second.email = 'One@example.org';
  });
  assert.deepEqual(findWorldProblems(world), [
    `${world}/users.json: record 2 (id 2): email: "one@example.org" is already used by ${world}/users.json: record 1 (id 1)`,
  ]);
});

testBrokenRecords([
  ['an id that is a string', 'projects', 1, (it) => (it.id = '1'), 'must be an object with an integer id'],
  ['an id below one', 'projects', 1, (it) => (it.id = 0), 'id: must be >= 1'],
  ['a missing field', 'meetings', 2, (it) => delete it.title, 'title: is missing'],
  ['an unknown field', 'meetings', 2, (it) => (it.colour = 'red'), 'colour: is unknown'],
  ['an unknown setting', 'components', 2, (it) => (it.settings.x = 1), 'settings.x: is unknown'],
  ['a wrong type', 'meetings', 2, (it) => (it.availableSlots = '5'), 'availableSlots: must be integer'],
  ['a string instead of translations', 'meetings', 2, (it) => (it.title = 'Meeting'), 'title: must be object'],
  ['a translation that is null', 'meetings', 2, (it) => (it.title.en = null), 'title.en: must be string'],
  ['a number out of its range', 'results', 1, (it) => (it.progress = 100.5), 'progress: must be <= 100'],
  [
    'the name of a file in another folder',
    'users',
    4,
    (it) => (it.avatar = { name: '../data/key', contentType: 'image/png', bytes: 1 }),
    'avatar.name: must be the name of a file, without a folder',
  ],
  ['an invalid URL', 'meetings', 2, (it) => (it.videoUrl = 'meet.example'), 'videoUrl: must be an http or https URL'],
  [
    'a locale the organization does not have',
    'meetings',
    2,
    (it) => (it.title.fr = 'Non'),
    'title: contains a locale that the organization does not have: fr. It has en, ca, es',
  ],
  [
    'an invalid date-time',
    'meetings',
    2,
    (it) => (it.startTime = 'soon'),
    'startTime: must be an ISO 8601 date-time with seconds, such as 2027-03-12T18:00:00Z',
  ],
  ['an invalid date', 'results', 1, (it) => (it.endDate = '30/06/2026'), 'endDate: must be a date such as 2027-03-12'],
  [
    'a value that is not in the enum',
    'meetings',
    2,
    (it) => (it.typeOfMeeting = 'HERE'),
    'typeOfMeeting: must be one of HYBRID, IN_PERSON, ONLINE',
  ],
  [
    'a state that the component of a proposal does not have',
    'proposals',
    2,
    (it) => (it.state = 'done'),
    'state: must be one of evaluating, accepted, rejected',
  ],
  [
    'a reference without a kind',
    'follows',
    1,
    (it) => (it.followable = 'proposal/1'),
    'followable: must be a record of users, processes, assemblies, proposals, meetings, projects, debates, posts, results, such as "users/1"',
  ],
  [
    'a reference to a missing record of several kinds',
    'follows',
    1,
    (it) => (it.followable = 'proposals/99'),
    'followable: there is no such record: "proposals/99"',
  ],
  [
    'a component in no space',
    'components',
    1,
    (it) => delete it.processId,
    'exactly one of processId and assemblyId must have a value',
  ],
]);
