import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { replaceInFs, createTemporaryFolder } from '../../test/support/folders.ts';
import { type JournalEntry, Journal, readJournal } from './journal.ts';

const entry = (seq: number): JournalEntry => ({ seq, put: {} });
const newJournal = (t: TestContext) => {
  const file = join(createTemporaryFolder(t), 'journal');
  return { file, journal: new Journal(file) };
};
const failure = (code: string): Error => Object.assign(new Error(`${code}: on purpose`), { code });

/** Holds back every sync; each returned function continues one of them, or makes it fail with an error. */
function holdSyncs(t: TestContext): ((error?: Error) => void)[] {
  const held: ((error?: Error) => void)[] = [];
  replaceInFs(
    t,
    'fdatasync',
    (original) =>
      ((fd: number, done: (error: Error | null) => void) => {
        held.push((error) => (error ? done(error) : original(fd, done)));
      }) as typeof original,
  );
  return held;
}

test('concurrent appends are all written in order, and share syncs', async (t) => {
  let syncs = 0;
  replaceInFs(
    t,
    'fdatasync',
    (original) =>
      ((...args: Parameters<typeof original>) => {
        syncs += 1;
        original(...args);
      }) as typeof original,
  );
  const { file, journal } = newJournal(t);
  const done: number[] = [];
  const append = (seq: number) => journal.append(entry(seq)).then(() => done.push(seq));
  const all = Array.from({ length: 2000 }, (_, index) => index + 1);
  await Promise.all(all.slice(0, 1000).map(append));
  assert.equal(syncs, 2);
  await Promise.all(all.slice(1000).map(append));
  assert.equal(syncs, 4);
  assert.deepEqual(done, all);
  await journal.close();
  assert.deepEqual(readJournal(file), { entries: all.map(entry), torn: false });
});

test('appends of several sequential writers are all written', async (t) => {
  const { file, journal } = newJournal(t);
  let seq = 0;
  const writer = async () => {
    for (let count = 0; count < 20; count += 1) await journal.append(entry((seq += 1)));
  };
  await Promise.all(Array.from({ length: 50 }, writer));
  await journal.close();
  assert.deepEqual(
    readJournal(file).entries.map((each) => each.seq),
    Array.from({ length: 1000 }, (_, index) => index + 1),
  );
});

test('an append resolves after a sync that started after the write', async (t) => {
  const held = holdSyncs(t);
  const { journal } = newJournal(t);
  const done: number[] = [];
  const append = (seq: number) => journal.append(entry(seq)).then(() => done.push(seq));
  const first = append(1);
  const others = [append(2), append(3)];
  await setImmediate();
  assert.equal(held.length, 1, 'only one sync runs at a time');
  assert.deepEqual(done, []);
  held[0]!();
  await first;
  await setImmediate();
  assert.deepEqual(done, [1]);
  assert.equal(held.length, 2);
  held[1]!();
  await Promise.all(others);
  assert.deepEqual(done, [1, 2, 3]);
  await journal.close();
});

test('close waits for pending appends', async (t) => {
  const { journal } = newJournal(t);
  const done: number[] = [];
  for (const seq of [1, 2, 3]) void journal.append(entry(seq)).then(() => done.push(seq));
  await journal.close();
  assert.deepEqual(done, [1, 2, 3]);
});

test('an entry is complete in the file when the system writes it in pieces', async (t) => {
  replaceInFs(
    t,
    'writeSync',
    (original) =>
      ((fd: number, line: Buffer, from: number) =>
        original(fd, line, from, Math.min(5, line.length - from))) as typeof original,
  );
  const { file, journal } = newJournal(t);
  await Promise.all([1, 2, 3].map((seq) => journal.append(entry(seq))));
  await journal.close();
  assert.deepEqual(readJournal(file), { entries: [1, 2, 3].map(entry), torn: false });
});

test('after a failed write every append fails, and earlier entries stay', async (t) => {
  const { file, journal } = newJournal(t);
  await journal.append(entry(1));
  let calls = 0;
  const full = failure('ENOSPC');
  const restore = replaceInFs(
    t,
    'writeSync',
    (original) =>
      ((fd: number, line: Buffer) => {
        if ((calls += 1) > 1) throw full;
        return original(fd, line, 0, 5);
      }) as typeof original,
  );
  assert.throws(() => journal.append(entry(2)), full);
  restore();
  assert.throws(() => journal.append(entry(2)), full);
  await journal.close();
  assert.deepEqual(readJournal(file), { entries: [entry(1)], torn: true });
});

test('after a failed sync every pending and later append fails', async (t) => {
  const held = holdSyncs(t);
  const { file, journal } = newJournal(t);
  const broken = failure('EIO');
  const waiting = [1, 2, 3].map((seq) => assert.rejects(journal.append(entry(seq)), broken));
  held[0]!(broken);
  await Promise.all(waiting);
  const before = readFileSync(file, 'utf8');
  assert.throws(() => journal.append(entry(4)), broken);
  assert.equal(held.length, 1);
  assert.equal(readFileSync(file, 'utf8'), before);
  await journal.close();
});
