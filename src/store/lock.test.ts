import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { demoWorld } from '../../test/support/test-server.ts';
import { isCommandError, readFolder, createTemporaryFolder } from '../../test/support/folders.ts';
import { openStore, resetDataFolder } from './open.ts';
import { startServer } from '../../test/support/server-process.ts';

const inUse = (data: string, pid: number) =>
  isCommandError(69, `${data} is in use by the plenum process ${pid}; stop it, or choose another folder with --data`);

test('a folder that this process has open is refused with its number', async (t) => {
  const options = { data: createTemporaryFolder(t), world: demoWorld };
  const { close } = await openStore(options);
  const files = readFolder(options.data);
  await assert.rejects(openStore(options), inUse(options.data, process.pid));
  await assert.rejects(resetDataFolder(options), inUse(options.data, process.pid));
  assert.deepEqual(readFolder(options.data), files);
  await close();
  await (await openStore(options)).close();
});

test('a folder that another process has open is refused with its number, until that has ended', async (t) => {
  const options = { data: createTemporaryFolder(t), world: demoWorld };
  const server = await startServer(t, options.data);
  const files = readFolder(options.data);
  await assert.rejects(openStore(options), inUse(options.data, server.pid));
  await assert.rejects(resetDataFolder(options), inUse(options.data, server.pid));
  assert.deepEqual(readFolder(options.data), files);
  await assert.rejects(startServer(t, options.data), new RegExp(`ended with 69: .*process ${server.pid};`));
  await server.kill();
  assert.equal(readFolder(options.data)['lock'], files['lock'], 'a killed process leaves its lock');
  const { source, close } = await openStore(options);
  assert.equal(source, 'data');
  assert.equal((JSON.parse(readFileSync(join(options.data, 'lock'), 'utf8')) as { pid: number }).pid, process.pid);
  await close();
  assert.deepEqual(Object.keys(readFolder(options.data)).toSorted(), ['journal', 'signing-key', 'snapshot.json']);
});

const left: [string, string][] = [
  ['of a process whose number a later one has', JSON.stringify({ pid: process.ppid, started: 'long ago' })],
  ['of this number, from before', JSON.stringify({ pid: process.pid, started: 'long ago' })],
  ['that is empty', ''],
  ['that is half written', '{"pid":1'],
];
for (const [what, text] of left) {
  test(`a lock ${what} is taken over`, async (t) => {
    const data = createTemporaryFolder(t);
    writeFileSync(join(data, 'lock'), text);
    const { close } = await openStore({ data, world: demoWorld });
    assert.equal((JSON.parse(readFileSync(join(data, 'lock'), 'utf8')) as { pid: number }).pid, process.pid);
    await close();
    assert.deepEqual(Object.keys(readFolder(data)).toSorted(), ['journal', 'snapshot.json']);
  });
}

test('a running process without a known start keeps its lock', async (t) => {
  const data = createTemporaryFolder(t);
  writeFileSync(join(data, 'lock'), JSON.stringify({ pid: process.ppid, started: null }));
  const files = readFolder(data);
  await assert.rejects(openStore({ data, world: demoWorld }), inUse(data, process.ppid));
  assert.deepEqual(readFolder(data), files);
});

test('a file in the place of the folder is refused', async (t) => {
  const data = join(createTemporaryFolder(t), 'data');
  writeFileSync(data, 'a file');
  for (const folder of [data, join(data, 'below')]) {
    const refused = isCommandError(69, `the data folder ${folder} cannot be used: `, /EEXIST|ENOTDIR/);
    await assert.rejects(openStore({ data: folder, world: demoWorld }), refused);
    await assert.rejects(resetDataFolder({ data: folder, world: demoWorld }), refused);
  }
  assert.equal(readFileSync(data, 'utf8'), 'a file');
});
