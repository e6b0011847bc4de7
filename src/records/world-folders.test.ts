import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { demoWorld } from '../../test/support/test-server.ts';
import { isCommandError, copyDemoWorld, editWorld, createTemporaryFolder } from '../../test/support/folders.ts';
import { findWorldProblems } from '../../test/support/broken-worlds.ts';
import { formatWorldProblem } from './validate.ts';
import { loadWorld, loadWorldTables } from './world.ts';

const now = Date.parse('2026-11-05T10:00:00Z');

/** A description of the syntax error, the text, and the line of the error; two lines if it is between them. */
const syntaxErrors: [string, string, string][] = [
  ['a missing comma', '[\n  {\n    "id": 1\n    "weight": 2\n  }\n]\n', '3|4'],
  ['an extra comma', '[\n  {\n    "id": 1,\n  }\n]\n', '3|4'],
  ['a missing value', '[\n  {\n    "id": ,\n    "weight": 2\n  }\n]\n', '3'],
  ['a word without quotes', '[\n  {\n    "id": one,\n    "weight": 2\n  }\n]\n', '3'],
  ['a comment', '[\n  // Only one.\n  {\n    "id": 1\n  }\n]\n', '2'],
  ['a line break in a text', '[\n  {\n    "slug": "city\nbudget"\n  }\n]\n', '3'],
  ['a file that is cut off', '[\n  {\n    "id": 1,\n', '3|4'],
  ['an empty file', '', '1'],
  ['two lists', '[]\n[]\n', '2'],
];
for (const [title, text, line] of syntaxErrors) {
  test(`reports ${title} with its file and line`, (t) => {
    const world = copyDemoWorld(t);
    writeFileSync(join(world, 'projects.json'), text);
    const [first, ...others] = findWorldProblems(world);
    const start = `${world}/projects.json: line `;
    assert.equal(first?.slice(0, start.length), start);
    assert.match(first.slice(start.length), new RegExp(`^(${line}): not JSON: .`));
    assert.deepEqual(others, []);
  });
}

const files: [string, (world: string) => void, string[]][] = [
  [
    'a file that is not a list',
    (world) => writeFileSync(join(world, 'projects.json'), '{"id":1}'),
    ['projects.json: must be a list of records, or an object with "$schema" and "records"'],
  ],
  [
    'an unknown member beside the records',
    (world) => writeFileSync(join(world, 'projects.json'), '{"records":[],"more":1}'),
    ['projects.json: must be a list of records, or an object with "$schema" and "records"'],
  ],
  [
    'records that are not objects',
    (world) => writeFileSync(join(world, 'projects.json'), '[null,5,[]]'),
    [1, 2, 3].map((place) => `projects.json: record ${place}: must be an object with an integer id`),
  ],
  [
    'two organizations',
    (world) => editWorld(world, 'organization', (records) => records.push({ ...records[0], id: 2 })),
    ['organization.json: must contain exactly one record'],
  ],
];
for (const [title, change, problems] of files) {
  test(`reports ${title}`, (t) => {
    const world = copyDemoWorld(t);
    change(world);
    assert.deepEqual(
      findWorldProblems(world),
      problems.map((problem) => `${world}/${problem}`),
    );
  });
}

test('reports an organization file without a record', (t) => {
  const world = createTemporaryFolder(t);
  writeFileSync(join(world, 'organization.json'), '[]');
  assert.deepEqual(findWorldProblems(world), [`${world}/organization.json: must contain exactly one record`]);
});

const firstProblems: [string, (world: string) => void, RegExp][] = [
  ['a missing organization', (world) => rmSync(join(world, 'organization.json')), /^organization\.json: is missing$/],
  [
    'a file whose name is not a kind of record',
    (world) => writeFileSync(join(world, 'meeting.json'), '[]'),
    /^meeting\.json: unknown kind of record\. Did you mean meetings\? The kinds are organization, staticPageTopics, .*, oauthApplications\.$/,
  ],
  [
    'a default locale that is not one of the locales',
    (world) => editWorld(world, 'organization', ([it]) => (it.defaultLocale = 'fr')),
    /^organization\.json: record 1 \(id 1\): defaultLocale/,
  ],
];
for (const [title, change, problem] of firstProblems) {
  test(`reports ${title} first`, (t) => {
    const world = copyDemoWorld(t);
    change(world);
    const [first = 'no problem'] = findWorldProblems(world);
    assert.match(first.replace(`${world}/`, ''), problem);
    assert.throws(() => loadWorldTables(world, now), isCommandError(2, first));
  });
}

test('ignores files that are not JSON, and reads no records of a kind without a file', (t) => {
  const world = copyDemoWorld(t);
  rmSync(join(world, 'meetings.json'));
  writeFileSync(join(world, 'README.md'), 'not JSON');
  const { tables, problems } = loadWorld(world, now);
  assert.deepEqual([problems, tables.all('meetings'), tables.highestId('meetings')], [[], [], 0]);
});

test('a record with a wrong field is judged in relation to others too', (t) => {
  const world = copyDemoWorld(t);
  editWorld(world, 'proposals', ([first]) => Object.assign(first, { titel: 'x', state: 'Accepted', componentId: 999 }));
  editWorld(world, 'users', ([first, second]) => Object.assign(second, { nickname: first.nickname, admin: 'yes' }));
  editWorld(world, 'organization', ([it]) => Object.assign(it, { defaultLocale: 'fr', timeZone: 'Mars' }));
  const found = loadWorld(world, now).problems.map(({ kind, field }) => `${kind} ${field}`);
  assert.deepEqual(found.toSorted(), [
    'organization defaultLocale',
    'organization timeZone',
    'proposals componentId',
    'proposals state',
    'proposals titel',
    'users admin',
    'users nickname',
  ]);
});

test('loadWorld lists every problem, and loadWorldTables throws the first and counts the others', (t) => {
  const world = copyDemoWorld(t);
  editWorld(world, 'users', ([first, second]) => {
    first.admin = 'yes';
    delete second.name;
  });
  const sentences = ['record 1 (id 1): admin: must be boolean', 'record 2 (id 2): name: is missing'];
  assert.deepEqual(
    findWorldProblems(world),
    sentences.map((sentence) => `${world}/users.json: ${sentence}`),
  );
  const message = `${world}/users.json: ${sentences[0]} (and 1 more; run plenum world check)`;
  assert.throws(() => loadWorldTables(world, now), isCommandError(2, message));
});

test('the folder of a dialect changes members of records, and adds records, in this dialect only', (t) => {
  const world = copyDemoWorld(t);
  mkdirSync(join(world, 'decidim-0.32'));
  const [first, second] = loadWorldTables(world, now).all('taxonomies');
  const added = { id: 90, name: { en: 'Parks' }, weight: 0 };
  writeFileSync(join(world, 'decidim-0.32', 'taxonomies.json'), JSON.stringify([{ id: first!.id, weight: 7 }, added]));
  const load = (dialect: string) => loadWorldTables(world, now, { dialect });
  const { name, weight } = load('decidim-0.32').find('taxonomies', first!.id)!;
  assert.deepEqual([name, weight], [first!.name, 7]);
  assert.deepEqual(load('decidim-0.32').find('taxonomies', second!.id), second);
  assert.equal(load('decidim-0.32').find('taxonomies', 90)?.name['en'], 'Parks');
  assert.deepEqual(load('decidim-0.31').all('taxonomies'), loadWorldTables(world, now).all('taxonomies'));
});

test('a wrong record in the folder of a dialect is a problem of its file', (t) => {
  const world = copyDemoWorld(t);
  const file = join(world, 'decidim-0.32', 'taxonomies.json');
  mkdirSync(join(world, 'decidim-0.32'));
  writeFileSync(file, '[{ "id": 1, "wieght": 7 }, { "id": 1 }]');
  const { problems } = loadWorld(world, now, { dialect: 'decidim-0.32' });
  assert.deepEqual(
    problems.map(formatWorldProblem).map((problem) => problem.replace(file, 'FILE')),
    [
      'FILE: record 2 (id 1): an earlier record has the same id',
      'FILE: record 1 (id 1): wieght: is unknown; did you mean weight?',
    ],
  );
});

test('rejects a world that is not a folder', (t) => {
  const folder = createTemporaryFolder(t);
  for (const [world, code] of [
    [join(folder, 'nowhere'), /ENOENT/],
    [join(demoWorld, 'users.json'), /ENOTDIR/],
  ] as const) {
    assert.throws(() => loadWorld(world, now), isCommandError(2, `the world folder ${world} cannot be read`, code));
  }
});
