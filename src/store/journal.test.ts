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

async function writeJournal(t: TestContext, put = entries): Promise<string> {
  const file = join(createTemporaryFolder(t), 'journal');
  const journal = new Journal(file);
  for (const each of put) await journal.append(each);
  await journal.close();
  return file;
}

test('reads entries as they were appended', async (t) => {
  const all = [...entries, entry(4, 'x'.repeat(1_000_000)), { seq: 5, put: {} }];
  assert.deepEqual(readJournal(await writeJournal(t, all)), { entries: all, torn: false });
});

test('reads no entries from a new journal', async (t) => {
  assert.deepEqual(readJournal(await writeJournal(t, [])), { entries: [], torn: false });
});

test('a new journal empties the file', async (t) => {
  const file = await writeJournal(t);
  await new Journal(file).close();
  assert.equal(readFileSync(file, 'utf8'), '');
});

test('drops an incomplete last line of any length', async (t) => {
  const file = await writeJournal(t);
  const whole = readFileSync(file);
  const lastLine = whole.lastIndexOf('\n', -2) + 1;
  for (let end = lastLine + 1; end < whole.length; end += 1) {
    writeFileSync(file, whole.subarray(0, end));
    assert.deepEqual(readJournal(file), { entries: entries.slice(0, 2), torn: true }, `torn after ${end} bytes`);
  }
  writeFileSync(file, whole.subarray(0, lastLine));
  assert.deepEqual(readJournal(file), { entries: entries.slice(0, 2), torn: false });
});

test('reads no entries if the only line is incomplete', async (t) => {
  const file = await writeJournal(t, []);
  appendFileSync(file, '1');
  assert.deepEqual(readJournal(file), { entries: [], torn: true });
});

test('rejects any changed byte with its line', async (t) => {
  const file = await writeJournal(t);
  const whole = readFileSync(file);
  const unnoticed: number[] = [];
  let line = 1;
  // Without its line break, the last line would be incomplete instead of damaged.
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

const damagedLines: [string, string, string][] = [
  ['an empty line', '\n', 'the checksum does not match'],
  ['a line without a checksum', '{"seq":4,"put":{}}\n', 'the checksum does not match'],
  [
    'a line with the checksum of another one',
    `${formatJournalLine('{"seq":4,"put":{}}').slice(0, 9)}{}\n`,
    'the checksum does not match',
  ],
  [
    'an incomplete line with a line break',
    `${formatJournalLine('{"seq":4,"put":{}}').slice(0, 20)}\n`,
    'the checksum does not match',
  ],
  ['a line with a valid checksum that is not JSON', formatJournalLine('{"seq":'), 'not JSON'],
  ['a line with a valid checksum and no JSON', formatJournalLine(''), 'not JSON'],
];
for (const [title, line, reason] of damagedLines) {
  test(`rejects ${title}, as the last line and before others`, async (t) => {
    const file = await writeJournal(t);
    for (const more of ['', formatJournalLine('{"seq":5,"put":{}}'), 'torn']) {
      const file4 = `${file}-${more.length}`;
      writeFileSync(file4, readFileSync(file, 'utf8') + line + more);
      assert.throws(() => readJournal(file4), isCommandError(65, `${file4}, line 4: ${reason}; nothing was changed`));
    }
  });
}
