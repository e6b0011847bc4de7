import assert from 'node:assert/strict';
import test from 'node:test';
import { copyDemoWorld, editWorld } from '../../test/support/folders.ts';
import type { Kind } from './records.ts';
import { assertSingleProblem, findWorldProblems, testBrokenRecords } from '../../test/support/broken-worlds.ts';

testBrokenRecords([
  ['an id that an earlier record has', 'taxonomies', 4, (it) => (it.id = 3), 'the id is taken by an earlier record'],
  [
    'a reference to nothing',
    'meetings',
    2,
    (it) => (it.componentId = 99),
    'componentId: there is no such record in components: 99',
  ],
  [
    'one of several references to nothing',
    'proposals',
    2,
    (it) => it.authorIds.push(9),
    'authorIds.1: there is no such record in users: 9',
  ],
  [
    'an optional reference to nothing',
    'results',
    2,
    (it) => (it.statusId = 7),
    'statusId: there is no such record in statuses: 7',
  ],
  [
    'a reference that is there twice',
    'proposals',
    2,
    (it) => it.authorIds.push(4),
    /^authorIds: must NOT have duplicate items/,
  ],
  [
    'two users with one key',
    'users',
    2,
    (it) => (it.key = 'admin-key'),
    /^key "admin-key" is taken by .*users\.json: record 1 \(id 1\)$/,
  ],
  [
    'two users with one token',
    'users',
    3,
    (it) => (it.token = 'member-token'),
    /^token "member-token" is taken by .*record 2 \(id 2\)$/,
  ],
  [
    'two users with one nickname',
    'users',
    4,
    (it) => (it.nickname = 'other-key'),
    /^nickname "other-key" is taken by .*record 3 \(id 3\)$/,
  ],
  [
    'two processes with one slug',
    'processes',
    2,
    (it) => (it.slug = 'city-budget'),
    /^slug "city-budget" is taken by .*processes\.json: record 1 \(id 1\)$/,
  ],
  ['a parent of another component', 'results', 2, (it) => (it.componentId = 1), 'parentId: 1 is of another component'],
  [
    'a result that is its own parent',
    'results',
    2,
    (it) => (it.parentId = 2),
    'parentId: the chain of parents leads back to 2',
  ],
  [
    'a taxonomy that is its own parent',
    'taxonomies',
    4,
    (it) => (it.parentId = 4),
    'parentId: the chain of parents leads back to 4',
  ],
]);

test('a status of another component is named with the result that has it', (t) => {
  const world = copyDemoWorld(t);
  editWorld(world, 'statuses', ([status]) => (status.componentId = 1));
  assertSingleProblem(
    findWorldProblems(world),
    `${world}/results.json: record 1 (id 1): `,
    'statusId: 1 is of another component',
  );
});

const cycles: [Kind, number, number, string[]][] = [
  [
    'results',
    1,
    2,
    [
      'record 1 (id 1): parentId: the chain of parents leads back to 1',
      'record 2 (id 2): parentId: the chain of parents leads back to 2',
    ],
  ],
  [
    'taxonomies',
    1,
    4,
    [1, 2, 3, 4].map(
      (id) => `record ${id} (id ${id}): parentId: the chain of parents leads back to ${id === 3 ? 1 : id}`,
    ),
  ],
];
for (const [kind, place, parent, said] of cycles) {
  test(`a cycle of ${kind} is named with each record that leads into it`, (t) => {
    const world = copyDemoWorld(t);
    editWorld(world, kind, (records) => (records[place - 1].parentId = parent));
    assert.deepEqual(
      findWorldProblems(world),
      said.map((each) => `${world}/${kind}.json: ${each}`),
    );
  });
}
