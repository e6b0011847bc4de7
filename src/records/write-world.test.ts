import assert from 'node:assert/strict';
import fs, { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncBuiltinESMExports } from 'node:module';
import test, { type TestContext } from 'node:test';
import { createTemporaryFolder, isCommandError, readFolder } from '../../test/support/folders.ts';
import { loadWorld } from './world.ts';
import { writeWorld } from './write-world.ts';

const files = { 'users.json': [{ id: 1 }, { id: 2 }], 'steps.json': [], 'import-report.txt': 'All was read.\n' };
const newFolder = (t: TestContext): string => join(createTemporaryFolder(t), 'world');

test('a world has a file for each kind, with a record on each line', (t) => {
  const folder = newFolder(t);
  writeWorld(folder, files);
  assert.deepEqual(readFolder(folder), {
    'users.json': '[\n  {"id":1},\n  {"id":2}\n]\n',
    'steps.json': '[]\n',
    'import-report.txt': 'All was read.\n',
  });
  assert.deepEqual(readdirSync(dirname(folder)), ['world']);
});

test('an empty folder is filled', (t) => {
  const folder = newFolder(t);
  mkdirSync(folder);
  writeWorld(`${folder}/`, files);
  assert.ok(existsSync(join(folder, 'users.json')));
});

test('a world is replaced only if that is allowed, whole, and its pictures stay', (t) => {
  const folder = newFolder(t);
  writeWorld(folder, { 'users.json': [], 'pages.json': [] });
  mkdirSync(join(folder, 'files'));
  writeFileSync(join(folder, 'files', 'a.png'), 'picture');
  assert.throws(() => writeWorld(folder, files), isCommandError(2, 'is not empty', '--overwrite'));
  writeWorld(folder, files, true);
  assert.deepEqual(readdirSync(folder).toSorted(), ['files', 'import-report.txt', 'steps.json', 'users.json']);
  assert.equal(readFileSync(join(folder, 'files', 'a.png'), 'utf8'), 'picture');
  assert.deepEqual(readdirSync(dirname(folder)), ['world']);
});

test('a folder with anything but a world is never replaced', (t) => {
  const folder = newFolder(t);
  mkdirSync(folder);
  writeFileSync(join(folder, 'thesis.docx'), 'mine');
  for (const overwrite of [false, true])
    assert.throws(() => writeWorld(folder, files, overwrite), isCommandError(2, 'has thesis.docx'));
  assert.deepEqual(readFolder(folder), { 'thesis.docx': 'mine' });
});

test('a file, and a folder in no folder, are refused', (t) => {
  const folder = newFolder(t);
  assert.throws(() => writeWorld(join(folder, 'deep'), files), isCommandError(2, 'there is no folder'));
  writeFileSync(folder, 'mine');
  assert.throws(() => writeWorld(folder, files, true), isCommandError(2, 'is not a folder'));
  assert.equal(readFileSync(folder, 'utf8'), 'mine');
});

test('an error in the middle leaves nothing, and the world that was there', (t) => {
  const folder = newFolder(t);
  writeWorld(folder, { 'users.json': [] });
  const before = readFolder(folder);
  const broken = { ...files, 'pages.json': [{ id: 1n }] };
  assert.throws(() => writeWorld(folder, broken, true), isCommandError(69, 'cannot be written'));
  assert.deepEqual(readFolder(folder), before);
  assert.deepEqual(readdirSync(dirname(folder)), ['world']);
});

for (const [title, goOn] of [
  ['is read again', (folder: string) => assert.equal(loadWorld(folder, 0).problems.length, 1)],
  ['is not replaced unasked', (folder: string) => assert.throws(() => writeWorld(folder, files), isCommandError(2))],
  ['can be replaced', (folder: string) => writeWorld(folder, { 'users.json': [] }, true)],
] as const)
  test(`after a crash between taking a world away and putting the next one there, it ${title}`, (t) => {
    const folder = newFolder(t);
    writeWorld(folder, { 'users.json': [] });
    const before = readFolder(folder);
    let renames = 0;
    const { rename } = { rename: fs.renameSync };
    t.mock.method(fs, 'renameSync', (from: string, to: string) => {
      renames += 1;
      if (renames > 1) throw new Error('a crash');
      rename(from, to);
    });
    syncBuiltinESMExports();
    assert.throws(() => writeWorld(folder, files, true), /a crash/);
    assert.equal(existsSync(folder), false);
    t.mock.restoreAll();
    syncBuiltinESMExports();
    goOn(folder);
    assert.deepEqual(readFolder(folder), before);
  });
