import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { demoWorld } from '../../test/support/test-server.ts';
import { isCommandError, copyDemoWorld, editWorld, createTemporaryFolder } from '../../test/support/folders.ts';
import { findWorldProblems } from '../../test/support/broken-worlds.ts';
import { loadWorld, loadWorldTables } from './world.ts';

const now = Date.parse('2026-11-05T10:00:00Z');

/** What is wrong, in which text, and the line that it is in; either of two where it lies between them. */
const notJson: [string, string, string][] = [
  ['a missing comma', '[\n  {\n    "id": 1\n    "weight": 2\n  }\n]\n', '3|4'],
  ['a comma too many', '[\n  {\n    "id": 1,\n  }\n]\n', '3|4'],
  ['a value that is missing', '[\n  {\n    "id": ,\n    "weight": 2\n  }\n]\n', '3'],
  ['a word without quotes', '[\n  {\n    "id": one,\n    "weight": 2\n  }\n]\n', '3'],
  ['a comment', '[\n  // Only one.\n  {\n    "id": 1\n  }\n]\n', '2'],
  ['a line break in a text', '[\n  {\n    "slug": "city\nbudget"\n  }\n]\n', '3'],
  ['a file that is cut off', '[\n  {\n    "id": 1,\n', '3|4'],
  ['an empty file', '', '1'],
  ['two lists', '[]\n[]\n', '2'],
];
for (const [what, text, line] of notJson) {
  test(`${what} is named with its file and line`, (t) => {
    const world = copyDemoWorld(t);
    writeFileSync(join(world, 'projects.json'), text);
    const [first, ...others] = findWorldProblems(world);
    const start = `${world}/projects.json, line `;
    assert.equal(first?.slice(0, start.length), start);
    assert.match(first!.slice(start.length), new RegExp(`^(${line}): not JSON: .`));
    assert.deepEqual(others, []);
  });
}

const files: [string, (world: string) => void, string[]][] = [
  [
    'a file that is no list',
    (world) => writeFileSync(join(world, 'projects.json'), '{"id":1}'),
    ['projects.json: must be a list of records'],
  ],
  [
    'records that are no objects',
    (world) => writeFileSync(join(world, 'projects.json'), '[null,5,[]]'),
    [1, 2, 3].map((place) => `projects.json: record ${place}: must be an object with an integer id`),
  ],
  [
    'two organizations',
    (world) => editWorld(world, 'organization', (records) => records.push({ ...records[0], id: 2 })),
    ['organization.json: must hold one record'],
  ],
];
for (const [what, change, said] of files) {
  test(`${what} is a problem`, (t) => {
    const world = copyDemoWorld(t);
    change(world);
    assert.deepEqual(
      findWorldProblems(world),
      said.map((each) => `${world}/${each}`),
    );
  });
}

test('a world without a record of the organization has a problem', (t) => {
  const world = createTemporaryFolder(t);
  writeFileSync(join(world, 'organization.json'), '[]');
  assert.deepEqual(findWorldProblems(world), [`${world}/organization.json: must hold one record`]);
});

const firsts: [string, (world: string) => void, RegExp][] = [
  ['a missing organization', (world) => rmSync(join(world, 'organization.json')), /^organization\.json is missing$/],
  [
    'a file that is named like no kind of record',
    (world) => writeFileSync(join(world, 'meeting.json'), '[]'),
    /^meeting\.json: no kind of record has this name; the kinds are organization, users, .*, projects$/,
  ],
  [
    'a default locale that is none of the locales',
    (world) => editWorld(world, 'organization', ([it]) => (it.defaultLocale = 'fr')),
    /^organization\.json: record 1 \(id 1\): defaultLocale/,
  ],
];
for (const [what, change, said] of firsts) {
  test(`${what} is a problem, and named first`, (t) => {
    const world = copyDemoWorld(t);
    change(world);
    const [first = 'no problem'] = findWorldProblems(world);
    assert.match(first.replace(`${world}/`, ''), said);
    assert.throws(() => loadWorldTables(world, now), isCommandError(2, first));
  });
}

test('a file that is not there holds no records, and other files are left alone', (t) => {
  const world = copyDemoWorld(t);
  rmSync(join(world, 'meetings.json'));
  writeFileSync(join(world, 'README.md'), 'not JSON');
  const { tables, problems } = loadWorld(world, now);
  assert.deepEqual([problems, tables.all('meetings'), tables.highestId('meetings')], [[], [], 0]);
});

test('every problem is in the list, and the error counts those after the first', (t) => {
  const world = copyDemoWorld(t);
  editWorld(world, 'users', ([first, second]) => {
    first.admin = 'yes';
    delete second.name;
  });
  const said = ['record 1 (id 1): admin: must be boolean', 'record 2 (id 2): name is missing'];
  assert.deepEqual(
    findWorldProblems(world),
    said.map((each) => `${world}/users.json: ${each}`),
  );
  const message = `${world}/users.json: ${said[0]} (and 1 more; run plenum check)`;
  assert.throws(() => loadWorldTables(world, now), isCommandError(2, message));
});

test('a world that is no folder is named', (t) => {
  const folder = createTemporaryFolder(t);
  for (const [world, code] of [
    [join(folder, 'nowhere'), /ENOENT/],
    [join(demoWorld, 'users.json'), /ENOTDIR/],
  ] as const) {
    assert.throws(() => loadWorld(world, now), isCommandError(2, `the world folder ${world} cannot be read`, code));
  }
});
