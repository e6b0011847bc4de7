import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createTemporaryFolder, isCommandError } from '../test/support/folders.ts';
import { createRedactor } from '../src/client/redactor.ts';
import { Ledger, type Undo } from './ledger.ts';

const entry = { runId: 'r', url: 'http://a.example/api', dialect: 'specification', write: 'M.m', isKnown: true };
const undo = (text: string): Undo => ({
  actor: 'admin',
  query: '{ a }',
  variables: {},
  check: { query: '{ b }', expected: { text } },
});
const descriptions = (ledger: Ledger) => ledger.openEntries.map(({ what }) => what);

for (const length of [1, 20, 60])
  test(`reads every line but the last if a crash left ${length} characters of it`, (t) => {
    const file = join(createTemporaryFolder(t), 'ledger');
    const written = new Ledger(file);
    for (const what of ['one', 'two', 'three']) written.write({ ...entry, what });
    const lines = readFileSync(file, 'utf8').trim().split(/\n+/);
    writeFileSync(file, [...lines.slice(0, 2), lines[2]!.slice(0, length)].join('\n'));
    const torn = new Ledger(file);
    assert.deepEqual(descriptions(torn), ['two', 'one']);
    assert.deepEqual(torn.damagedLines, [`line 3 of ${file} is damaged: what it lists is not undone`]);
    torn.write({ ...torn.openEntries.find(({ number }) => number === 1)!, isClosed: true });
    torn.write({ ...entry, what: 'four' });
    const again = new Ledger(file);
    assert.deepEqual(descriptions(again), ['four', 'two']);
    assert.equal(again.damagedLines.length, 1);
  });

test('reads a last line without a line break', (t) => {
  const file = join(createTemporaryFolder(t), 'ledger');
  new Ledger(file).write({ ...entry, what: 'one' });
  writeFileSync(file, readFileSync(file, 'utf8').trimEnd());
  const ledger = new Ledger(file);
  ledger.write({ ...entry, what: 'two' });
  assert.deepEqual(descriptions(new Ledger(file)), ['two', 'one']);
});

test('names lines that are JSON but no entry', (t) => {
  const file = join(createTemporaryFolder(t), 'ledger');
  appendFileSync(file, 'null\n5\n[]\n{}\n{"number":1}\n');
  assert.equal(new Ledger(file).damagedLines.length, 5);
});

test('belongs to one deployment', (t) => {
  const file = join(createTemporaryFolder(t), 'ledger');
  const ledger = new Ledger(file);
  ledger.assertWrittenTo('http://b.example/api');
  ledger.write({ ...entry, what: 'one' });
  ledger.assertWrittenTo(entry.url);
  assert.throws(
    () => ledger.assertWrittenTo('http://b.example/api'),
    isCommandError(2, `${file} lists writes to http://a.example/api, not to http://b.example/api`),
  );
});

test('stores no secret, and keeps the undo that contains one for this process', (t) => {
  const file = join(createTemporaryFolder(t), 'ledger');
  const ledger = new Ledger(
    file,
    createRedactor(() => [{ name: 'TOKEN', secret: 'a-long-secret-0123' }]),
  );
  ledger.write({ ...entry, what: 'a-long-secret-0123', undo: undo('it was a-long-secret-0123') });
  ledger.write({ ...entry, what: 'clean', undo: undo('nothing') });
  assert.doesNotMatch(readFileSync(file, 'utf8'), /secret-0123/);
  assert.deepEqual(ledger.openEntries[1]!.undo, undo('it was a-long-secret-0123'));
  const stored = new Ledger(file).openEntries;
  assert.deepEqual(
    stored.map((each) => [each.what, each.undo]),
    [
      ['clean', undo('nothing')],
      ['TOKEN (what it was before contains a secret and is not stored)', undefined],
    ],
  );
  assert.equal(statSync(file).mode & 0o077, 0);
});

test('is safe to print, and stores what it restores unchanged', (t) => {
  const file = join(createTemporaryFolder(t), 'ledger');
  const text = '\u009b2J\u202e\u2028\u{e0041}\ud800';
  new Ledger(file).write({ ...entry, what: 'one', undo: undo(text) });
  assert.match(readFileSync(file, 'utf8'), /^\n[ -~]+\n$/);
  assert.deepEqual(new Ledger(file).openEntries[0]!.undo, undo(text));
});

test('keeps the id of what was created, and forgets what was not written', (t) => {
  const file = join(createTemporaryFolder(t), 'ledger');
  const ledger = new Ledger(file);
  const [created, refused] = [ledger.write({ ...entry, what: 'one' }), ledger.write({ ...entry, what: 'two' })];
  ledger.write({ ...created, id: '12' });
  ledger.write({ ...refused, isClosed: true });
  assert.deepEqual(
    new Ledger(file).openEntries.map(({ what, id }) => [what, id]),
    [['one', '12']],
  );
});
