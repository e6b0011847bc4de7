import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { copyDemoWorld, createTemporaryFolder, editWorld, isCommandError } from '../../test/support/folders.ts';
import { demoWorld } from '../../test/support/test-server.ts';
import { worldToLoad } from './first-start.ts';
import { worldFolder } from './named-worlds.ts';
import { openStore } from './open.ts';
import { resetDataFolder } from './reset.ts';

const town = worldFolder('town');

/** Opens a data folder with a chosen world, and closes it; returns how many meetings it has. */
async function openWith(data: string, world: string, isWorldChosen = true): Promise<number> {
  const { store, close } = await openStore({ data, world, isWorldChosen });
  await close();
  return store.all('meetings').length;
}

/** Copies of the demo world with one meeting less, and of a data folder beside it. */
async function createProject(t: TestContext): Promise<{ project: string; world: string; data: string }> {
  const project = createTemporaryFolder(t);
  const world = join(project, 'my world');
  cpSync(copyDemoWorld(t), world, { recursive: true });
  editWorld(world, 'meetings', (records) => records.pop());
  const data = join(project, 'data');
  assert.equal(await openWith(data, world), 3);
  return { project, world, data };
}

test('a folder with files of somebody else is refused and stays as it is', async (t) => {
  for (const name of ['package.json', '.git', 'snapshot', 'journal-x', 'locked-by-me']) {
    const data = createTemporaryFolder(t);
    writeFileSync(join(data, name), 'mine');
    const expected = isCommandError(78, data, name, '--data', /^[^\n]*$/);
    await assert.rejects(openWith(data, demoWorld), expected);
    await assert.rejects(resetDataFolder({ data, world: demoWorld }), expected);
    assert.deepEqual(readdirSync(data), [name]);
  }
});

test('files that systems make in empty folders are no reason to refuse', async (t) => {
  const data = createTemporaryFolder(t);
  mkdirSync(join(data, 'lost+found'));
  for (const name of ['.gitkeep', '.DS_Store', 'locked-by.aB3dE9', 'snapshot-0.next'])
    writeFileSync(join(data, name), '');
  assert.equal(await openWith(data, demoWorld), 4);
  // A folder with records may have other files since.
  writeFileSync(join(data, 'notes.txt'), 'mine');
  assert.equal(await openWith(data, demoWorld), 4);
});

test('Git ignores everything in a data folder, unless the folder has a .gitignore', async (t) => {
  const project = createTemporaryFolder(t);
  execFileSync('git', ['init', '--quiet', project]);
  await openWith(join(project, 'data'), demoWorld);
  const status = execFileSync('git', ['-C', project, 'status', '--porcelain', '--untracked-files=all']).toString();
  assert.equal(status, '');
  const data = createTemporaryFolder(t);
  writeFileSync(join(data, '.gitignore'), '!*\n');
  await openWith(data, demoWorld);
  assert.equal(readFileSync(join(data, '.gitignore'), 'utf8'), '!*\n');
});

test('another world than the one that filled the folder is refused, with the way to replace it', async (t) => {
  const { world, data } = await createProject(t);
  await assert.rejects(
    openWith(data, town),
    isCommandError(78, `from the world ${world}, not from town`, /^[^\n]* add --reset$/),
  );
  assert.equal(await openWith(data, world), 3);
  assert.equal(await openWith(data, town, false), 3, 'nobody has chosen the default world');
  await resetDataFolder({ data, world: demoWorld });
  assert.equal(await openWith(data, demoWorld), 4);
  await assert.rejects(openWith(data, world), isCommandError(78, `from the world demo, not from ${world}`));
});

test('a data folder and its world can move together', async (t) => {
  const { project, data } = await createProject(t);
  const moved = join(createTemporaryFolder(t), 'moved');
  renameSync(project, moved);
  mkdirSync(project);
  assert.equal(await openWith(join(moved, 'data'), join(moved, 'my world')), 3);
  assert.equal(worldToLoad(join(moved, 'data'), demoWorld), join(moved, 'my world'));
  rmSync(join(moved, 'my world'), { recursive: true });
  assert.equal(worldToLoad(join(moved, 'data'), demoWorld), demoWorld);
  assert.equal(worldToLoad(data, demoWorld), demoWorld, 'there is no such folder');
});

test('a folder that names no world starts with any', async (t) => {
  const { data } = await createProject(t);
  rmSync(join(data, 'world'));
  rmSync(join(data, '.gitignore'));
  assert.equal(await openWith(data, town), 3);
  assert.ok(!readdirSync(data).includes('world'));
});

test('a damaged name of the world ends the start, and a reset repairs it', async (t) => {
  const { data } = await createProject(t);
  writeFileSync(join(data, 'world'), '00000000 {"name":"town"}\n');
  await assert.rejects(openWith(data, town, false), isCommandError(65, join(data, 'world')));
  await resetDataFolder({ data, world: worldToLoad(data, demoWorld) });
  assert.equal(await openWith(data, demoWorld), 4);
});

test('a world that is not there is named with those that are', async (t) => {
  const data = join(createTemporaryFolder(t), 'data');
  await assert.rejects(
    openWith(data, 'twon'),
    isCommandError(2, 'the world folder twon cannot be read', 'the worlds are demo, demo-oauth, town, or a folder'),
  );
});
