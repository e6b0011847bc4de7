import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createTemporaryFolder } from '../support/folders.ts';
import { type SourceMutant, instrumentServer } from './instrument.ts';
import { type NamedMutants, nameOf, staleEntries } from './named-mutants.ts';
import { WorkerProcess } from './worker-process.ts';

const { code, mutants } = await instrumentServer();

const findMutant = (file: string, text: string, replacement: string): SourceMutant =>
  mutants.find((each) => each.file === file && each.text.includes(text) && each.replacement === replacement) ??
  assert.fail(`${file} has no such mutant`);
const switchOn = (mutant: SourceMutant) => ({ id: mutant.id, hitLimit: 10_000 });

test('the server has mutants with unique keys', () => {
  assert.ok(mutants.length > 8000, String(mutants.length));
  assert.equal(new Set(mutants.map(({ key }) => key)).size, mutants.length);
});

test('every entry of named-mutants.json names a mutant', () => {
  assert.deepEqual(staleEntries(mutants), []);
});

test('an entry names the mutants that fit all of its members', () => {
  const [mutant] = mutants as [SourceMutant];
  const entry: NamedMutants = { kind: 'outside', file: mutant.file, reason: 'An example' };
  assert.equal(nameOf(mutant, [entry]), entry);
  assert.equal(nameOf(mutant, [{ ...entry, file: 'src/' }])?.reason, 'An example');
  for (const other of [{ file: 'src/none.ts' }, { text: 'nowhere' }, { mutator: 'None' }, { replacement: 'none' }]) {
    assert.equal(nameOf(mutant, [{ ...entry, ...other }]), undefined);
    assert.deepEqual(staleEntries([mutant], [{ ...entry, ...other }]), [{ ...entry, ...other }]);
  }
});

test('a case kills the mutants that it can see, also in what the server computes once', async (t) => {
  const codeFile = join(createTemporaryFolder(t), 'server.cjs');
  writeFileSync(codeFile, code);
  const worker = new WorkerProcess(codeFile);
  t.after(() => worker.close());
  const cases = ['read/page-of-one', 'answer/role-member'].map((id) => ({ dialect: 'specification', id }));
  const [page, role] = cases as [(typeof cases)[0], (typeof cases)[0]];
  const covered = await worker.run({ cases });
  assert.ok(covered.kind === 'covered');
  assert.deepEqual(covered.passed, cases);

  const cursor = findMutant('src/server/resolvers/connections.ts', 'hasNext: end <', 'end <= records.length');
  assert.ok(covered.byCase[0]![cursor.id] !== undefined && covered.byCase[1]![cursor.id] === undefined);
  assert.deepEqual(await worker.run({ mutant: switchOn(cursor), cases }), { kind: 'done' });
  const role1 = findMutant('src/server/auth/authorization.ts', 'viewer?.admin === true', 'true');
  assert.deepEqual(await worker.run({ mutant: switchOn(role1), cases }), { kind: 'done', killedBy: role });
  const start = findMutant('src/server/resolvers/connections.ts', 'Buffer.from(String(place))', '() => undefined');
  assert.deepEqual(await worker.run({ mutant: switchOn(start), cases }), { kind: 'done', killedBy: page });
  // The worker runs the server as it is after each mutant.
  assert.equal((await worker.run({ cases })).kind, 'covered');
});

test('a mutant that never ends is killed, and so is one that ends the process', { timeout: 120_000 }, async (t) => {
  const codeFile = join(createTemporaryFolder(t), 'server.cjs');
  writeFileSync(
    codeFile,
    `const { activeMutant } = globalThis.__stryker__;
     if (activeMutant === 'start') throw new Error('no server');
     if (activeMutant === 'endless') for (;;);
     process.emit('uncaughtException', new Error('a crash'));`,
  );
  const worker = new WorkerProcess(codeFile, 500);
  t.after(() => worker.close());
  for (const [id, killedBy] of [
    ['endless', 'timeout'],
    ['start', 'start'],
    ['crash', 'crash'],
  ] as const)
    assert.deepEqual(await worker.run({ mutant: { id, hitLimit: 1 }, cases: [] }), { kind: 'done', killedBy });
});
