import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import test from 'node:test';
import { createTemporaryFolder, isCommandError, readFolder } from '../../../test/support/folders.ts';
import { captureCommand } from '../../../test/support/process.ts';
import { createMemoryStore } from '../../../test/support/stores.ts';
import { worldCommand } from './world.ts';

const generate = (...args: string[]) => captureCommand(worldCommand, ['generate', ...args]);

test('a generated world is valid, has what was asked for, and is the same for the same seed', async (t) => {
  const folder = createTemporaryFolder(t);
  const out = join(folder, 'one');
  const flags = ['--records', 'proposals=40,comments=80, proposalVotes=30'];
  const { code, printed } = await generate('--out', out, ...flags);
  assert.equal(code, 0);
  assert.ok(printed.includes('  proposals: 40'), printed.join('\n'));
  assert.equal((await captureCommand(worldCommand, ['check', '--world', out])).code, 0);
  const [generated, demo] = [createMemoryStore(out), createMemoryStore('fixtures/worlds/demo')];
  assert.equal(generated.all('proposals').length, demo.all('proposals').length + 40);
  assert.equal(generated.all('comments').length, 80);
  const { 'generated.txt': _, ...first } = readFolder(out);
  await generate('--out', join(folder, 'two'), ...flags, '--seed', '1');
  const { 'generated.txt': __, ...same } = readFolder(join(folder, 'two'));
  assert.deepEqual(same, first);
  await generate('--out', join(folder, 'three'), ...flags, '--seed', '2');
  assert.notDeepEqual(readFolder(join(folder, 'three'))['proposals.json'], first['proposals.json']);
});

test('a world over the town has its pictures and its folders of dialects', async (t) => {
  const out = join(createTemporaryFolder(t), 'town');
  await generate('--out', out, '--base', 'town', '--records', 'meetings=5');
  assert.deepEqual(readdirSync(join(out, 'files')), readdirSync('fixtures/worlds/town/files'));
  assert.deepEqual(readFolder(join(out, 'decidim-0.31')), readFolder('fixtures/worlds/town/decidim-0.31'));
  assert.equal((await captureCommand(worldCommand, ['check', '--world', out])).code, 0);
});

test('an earlier generated world is replaced, and any other folder with files is refused and left as it is', async (t) => {
  const out = createTemporaryFolder(t);
  await generate('--out', out, '--records', 'proposals=5');
  await generate('--out', out, '--records', 'meetings=5');
  assert.match(
    readFileSync(join(out, 'generated.txt'), 'utf8'),
    /^plenum world generate --base demo --seed 1 --records meetings=5\n$/,
  );
  writeFileSync(join(out, 'letter.txt'), 'Dear mayor');
  const before = readFolder(out);
  await assert.rejects(generate('--out', out, '--records', 'proposals=5'), isCommandError(2, 'letter.txt'));
  assert.deepEqual(readFolder(out), before);
  const other = createTemporaryFolder(t);
  writeFileSync(join(other, 'users.json'), '[]');
  await assert.rejects(
    generate('--out', other, '--records', 'proposals=5'),
    isCommandError(2, /is not empty, and plenum world generate has not written/),
  );
  assert.deepEqual(readFolder(other), { 'users.json': '[]' });
});

test('what cannot be generated leaves no folder behind', async (t) => {
  const out = join(createTemporaryFolder(t), 'world');
  await assert.rejects(
    generate('--out', out, '--records', 'proposal=1'),
    isCommandError(2, /must be users or processes/),
  );
  await assert.rejects(generate('--out', out, '--records', 'likes'), isCommandError(2, 'must be a whole number'));
  await assert.rejects(
    generate('--out', out, '--records', 'likes=100000'),
    isCommandError(2, /100000 likes are too many/),
  );
  await assert.rejects(
    generate('--out', join(out, 'deeper'), '--records', 'likes=1'),
    isCommandError(2, /there is no folder/),
  );
  assert.deepEqual(
    [existsSync(out), readdirSync(dirname(out)).filter((name) => name.includes(basename(out)))],
    [false, []],
  );
});
