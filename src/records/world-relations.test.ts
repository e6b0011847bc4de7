import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { copyDemoWorld, editWorld } from '../../test/support/folders.ts';
import { assertSingleProblem, findWorldProblems, testBrokenRecords } from '../../test/support/broken-worlds.ts';

testBrokenRecords([
  ['an id that an earlier record has', 'taxonomies', 4, (it) => (it.id = 3), 'an earlier record has the same id'],
  [
    'a reference to a missing record',
    'meetings',
    2,
    (it) => (it.componentId = 99),
    'componentId: there is no such record in components: 99',
  ],
  [
    'a list with a reference to a missing record',
    'proposals',
    2,
    (it) => it.authorIds.push(9),
    'authorIds.1: there is no such record in users: 9',
  ],
  ['a repeated reference', 'proposals', 2, (it) => it.authorIds.push(4), /^authorIds: must NOT have duplicate items/],
  [
    'two users with the same key',
    'users',
    2,
    (it) => (it.key = 'admin-key'),
    /^key: "admin-key" is already used by .*users\.json: record 1 \(id 1\)$/,
  ],
  [
    'two processes with the same slug',
    'processes',
    2,
    (it) => (it.slug = 'city-budget'),
    /^slug: "city-budget" is already used by .*processes\.json: record 1 \(id 1\)$/,
  ],
  [
    'a parent of another component',
    'results',
    2,
    (it) => (it.componentId = 1),
    'parentId: 1 belongs to another component',
  ],
  [
    'a result that is its own parent',
    'results',
    2,
    (it) => (it.parentId = 2),
    'parentId: the chain of parents leads back to 2',
  ],
]);

test('reports a status of another component with the result that refers to it', (t) => {
  const world = copyDemoWorld(t);
  editWorld(world, 'statuses', ([status]) => (status.componentId = 1));
  assertSingleProblem(
    findWorldProblems(world),
    `${world}/results.json: record 1 (id 1): `,
    'statusId: 1 belongs to another component',
  );
});

test('reports a cycle with each record that leads into it', (t) => {
  const world = copyDemoWorld(t);
  editWorld(world, 'taxonomies', ([root]) => (root.parentId = 4));
  assert.deepEqual(
    findWorldProblems(world),
    [1, 2, 3, 4].map(
      (id) =>
        `${world}/taxonomies.json: record ${id} (id ${id}): parentId: the chain of parents leads back to ${id === 3 ? 1 : id}`,
    ),
  );
});

test('reports a cycle of comments', (t) => {
  const world = copyDemoWorld(t);
  const comment = { authorId: 4, body: { en: 'Yes.' } };
  const comments = [
    { id: 1, commentable: 'comments/2', ...comment },
    { id: 2, commentable: 'comments/1', ...comment },
    { id: 3, commentable: 'proposals/3', ...comment },
  ];
  writeFileSync(join(world, 'comments.json'), JSON.stringify(comments));
  assert.deepEqual(
    findWorldProblems(world),
    [1, 2].map(
      (id) => `${world}/comments.json: record ${id} (id ${id}): commentable: the chain of parents leads back to ${id}`,
    ),
  );
});
