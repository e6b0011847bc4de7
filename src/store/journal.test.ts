import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { isCommandError, formatJournalLine, createTemporaryFolder } from '../../test/support/folders.ts';
import { type JournalEntry, Journal, readJournal } from './journal.ts';

const entry = (seq: number, name: string): JournalEntry => ({
  seq,
  put: { taxonomies: [{ id: seq, name: { en: name }, parentId: null, weight: 0 }] },
});
const names = ['Areas', 'Plaça "Major"\n\u2028 \ud83d\udeb2', 'Zones \u20ac'];
const entries = names.map((name, index) => entry(index + 1, name));

async function writtenJournal(t: TestContext, put = entries): Promise<string> {
  const file = join(createTemporaryFolder(t), 'journal');
  const journal = new Journal(file);
  for (const each of put) await journal.append(each);
  await journal.close();
  return file;
}

test('entries are read as they were appended', async (t) => {
  const all = [...entries, entry(4, 'x'.repeat(1_000_000)), { seq: 5, put: {} }];
  assert.deepEqual(readJournal(await writtenJournal(t, all)), { entries: all, torn: false });
});

test('a journal nothing was appended to has no entries', async (t) => {
  assert.deepEqual(readJournal(await writtenJournal(t, [])), { entries: [], torn: false });
});

test('a new journal begins with an empty file', async (t) => {
  const file = await writtenJournal(t);
  await new Journal(file).close();
  assert.equal(readFileSync(file, 'utf8'), '');
});

test('a torn last line is left out, wherever it is torn', async (t) => {
  const file = await writtenJournal(t);
  const whole = readFileSync(file);
  const lastLine = whole.lastIndexOf('\n', -2) + 1;
  for (let end = lastLine + 1; end < whole.length; end += 1) {
    writeFileSync(file, whole.subarray(0, end));
    assert.deepEqual(readJournal(file), { entries: entries.slice(0, 2), torn: true }, `torn after ${end} bytes`);
  }
  writeFileSync(file, whole.subarray(0, lastLine));
  assert.deepEqual(readJournal(file), { entries: entries.slice(0, 2), torn: false });
});

test('a torn first line leaves nothing', async (t) => {
  const file = await writtenJournal(t, []);
  appendFileSync(file, '1');
  assert.deepEqual(readJournal(file), { entries: [], torn: true });
});

test('a changed byte is damage, named by its line', async (t) => {
  const file = await writtenJournal(t);
  const whole = readFileSync(file);
  const unnoticed: number[] = [];
  let line = 1;
  // The end of the last line is left as it is: without it, the line is torn.
  for (const [index, byte] of whole.subarray(0, -1).entries()) {
    for (const changed of [byte ^ 0x01, byte ^ 0x20, byte ^ 0x80, 0]) {
      const damaged = Buffer.from(whole);
      damaged[index] = changed;
      writeFileSync(file, damaged);
      try {
        readJournal(file);
        unnoticed.push(index);
      } catch (error) {
        isCommandError(65, `${file}, line ${line}: the checksum does not match; nothing was changed`)(error);
      }
    }
    if (byte === 0x0a) line += 1;
  }
  assert.deepEqual(unnoticed, []);
});

const wrongLines: [string, string, string][] = [
  ['an empty line', '\n', 'the checksum does not match'],
  ['a line without a checksum', '{"seq":4,"put":{}}\n', 'the checksum does not match'],
  [
    'the checksum of another line',
    `${formatJournalLine('{"seq":4,"put":{}}').slice(0, 9)}{}\n`,
    'the checksum does not match',
  ],
  ['half a line that ends', `${formatJournalLine('{"seq":4,"put":{}}').slice(0, 20)}\n`, 'the checksum does not match'],
  ['a checksum of what is not JSON', formatJournalLine('{"seq":'), 'not JSON'],
  ['a checksum of nothing', formatJournalLine(''), 'not JSON'],
];
for (const [what, line, reason] of wrongLines) {
  test(`${what} is damage, as the last line and before it`, async (t) => {
    const file = await writtenJournal(t);
    for (const more of ['', formatJournalLine('{"seq":5,"put":{}}'), 'torn']) {
      const file4 = `${file}-${more.length}`;
      writeFileSync(file4, readFileSync(file, 'utf8') + line + more);
      assert.throws(() => readJournal(file4), isCommandError(65, `${file4}, line 4: ${reason}; nothing was changed`));
    }
  });
}
