import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { type AnyData, demoWorld } from '../../test/support/test-server.ts';
import { isCommandError, readFolder, formatJournalLine, createTemporaryFolder } from '../../test/support/folders.ts';
import { openStore } from './open.ts';

const editFile = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));
/** Changes the snapshot. */
const editSnapshot = (change: (snapshot: AnyData) => void) => (data: string) =>
  editFile(join(data, 'snapshot.json'), (text) => {
    const snapshot = JSON.parse(text) as AnyData;
    change(snapshot);
    return JSON.stringify(snapshot);
  });
/** Replaces the snapshot. */
const writeSnapshot = (text: string) => (data: string) => writeFileSync(join(data, 'snapshot.json'), text);
/** Changes the lines of the journal, which contains the writes 1, 2 and 3. */
const editLines = (change: (lines: string[]) => string[]) => (data: string) =>
  editFile(join(data, 'journal'), (text) => change(text.split(/(?<=\n)/)).join(''));
/** Appends a line to the journal. */
const appendLine = (json: string) => editLines((lines) => [...lines, formatJournalLine(json)]);

/** A description of the damage, a function that causes it, and the message after the path of the folder. */
const rows: [string, (data: string) => void, RegExp][] = [
  [
    'a write that is missing between two others',
    editLines(([one, , three]) => [one!, three!]),
    /^journal, line 2: write 3 follows write 1/,
  ],
  ['a first write that is missing', editLines(([, ...rest]) => rest), /^journal, line 1: write 2 follows write 0/],
  ['a repeated write', editLines(([one, two]) => [one!, two!, two!]), /^journal, line 3: write 2 follows write 2/],
  [
    'a changed byte',
    editLines(([one, ...rest]) => [one!.replace('one', 'eno'), ...rest]),
    /^journal, line 1: the checksum/,
  ],
  [
    'a changed last line',
    editLines((lines) => lines.with(2, lines[2]!.replace('three', 'there'))),
    /^journal, line 3: the chec/,
  ],
  [
    'an invalid record in a write',
    appendLine('{"seq":4,"put":{"meetings":[{"id":1}]}}'),
    /^journal, line 4: .*missing/,
  ],
  ['a line that is not a write', appendLine('null'), /^journal, line 4: /],
  ['a write without records', appendLine('{"seq":4}'), /^journal, line 4: /],
  ['a write without a number', appendLine('{"put":{}}'), /^journal, line 4: /],
  ['a write of an unknown kind', appendLine('{"seq":4,"put":{"ducks":[{"id":1}]}}'), /^journal, line 4: .*ducks/],
  ['an unreadable journal', (data) => replaceByFolder(join(data, 'journal')), /^journal.*cannot be read/],
  [
    'a missing snapshot',
    (data) => rmSync(join(data, 'snapshot.json')),
    /^snapshot.json is missing, but there is a journal/,
  ],
  ['an empty snapshot', writeSnapshot(''), /^snapshot.json, line 1: not JSON/],
  ['an incomplete snapshot', writeSnapshot('{\n"version": 1,\n"seq": 0, '), /^snapshot.json, line 3: not JSON/],
  ['a snapshot that is a list', writeSnapshot('[]'), /^snapshot.json: not a snapshot of this version/],
  ['a snapshot that is null', writeSnapshot('null'), /^snapshot.json: not a snapshot of this version/],
  [
    'a snapshot of another version',
    editSnapshot((it) => (it.version = 2)),
    /^snapshot.json: not a snapshot of this version/,
  ],
  [
    'a snapshot without the number of the last write',
    editSnapshot((it) => delete it.seq),
    /^snapshot.json: not a snapshot of this version/,
  ],
  [
    'a snapshot without records',
    editSnapshot((it) => delete it.records),
    /^snapshot.json: not a snapshot of this version/,
  ],
  ['a snapshot whose records are null', editSnapshot((it) => (it.records = null)), /^snapshot.json: /],
  ['records that are not a list', editSnapshot((it) => (it.records.meetings = {})), /^snapshot.json: .*/],
  ['a record that is null', editSnapshot((it) => (it.records.meetings[2] = null)), /^snapshot.json: .*record 3/],
  [
    'a revocation that is null',
    editSnapshot((it) => (it.records.revocations = [null])),
    /^snapshot.json: .*revocations.*record 1/,
  ],
  [
    'a folder without any record',
    (data) => {
      editLines(() => [])(data);
      editSnapshot((it) => (it.records = {}))(data);
    },
    /^snapshot.json: .*organization/,
  ],
  ['records of an unknown kind', editSnapshot((it) => (it.records.ducks = [{ id: 1 }])), /^snapshot.json: .*ducks/],
  [
    'a record with an invalid field',
    editSnapshot((it) => (it.records.proposals[2].changes = -1)),
    /^snapshot.json: .*record 3 \(id 3\): changes: must be >= 0/,
  ],
  [
    'an invalid record (the message names its kind)',
    editSnapshot((it) => (it.records.proposals[2].changes = -1)),
    /^snapshot.json: .*proposals/,
  ],
  [
    'a record with a missing field',
    editSnapshot((it) => delete it.records.meetings[2].title),
    /^snapshot.json: .*record 3 \(id 3\): title is missing/,
  ],
  [
    'a reference to a missing record',
    editSnapshot((it) => it.records.users.splice(3)),
    /^snapshot.json: .*record 1 \(id 1\): authorIds.0: there is no such record in users: 4/,
  ],
  [
    'two records with the same id',
    editSnapshot((it) => it.records.meetings.push(it.records.meetings[0])),
    /^snapshot.json: .*\(id 1\): an earlier record has the same id/,
  ],
  [
    'two users with the same key',
    editSnapshot((it) => (it.records.users[1].key = 'admin-key')),
    /^snapshot.json: .*record 2 \(id 2\): key "admin-key" is already used/,
  ],
];

function replaceByFolder(file: string): void {
  rmSync(file);
  mkdirSync(file);
}

for (const [title, damage, message] of rows) {
  test(`fails with 65 and changes nothing: ${title}`, async (t) => {
    const data = join(createTemporaryFolder(t), 'data');
    const { store, close } = await openStore({ data, world: demoWorld });
    for (const en of ['one', 'two', 'three'])
      await store.update((transaction) => transaction.update('meetings', 1, { title: { en } })).durable;
    await close();
    writeFileSync(join(data, 'signing-key'), 'a key');
    damage(data);
    const files = readFolder(data);
    await assert.rejects(openStore({ data, world: demoWorld }), (error: Error) => {
      isCommandError(65, `${data}/`)(error);
      assert.match(error.message.slice(data.length + 1), message);
      return true;
    });
    assert.deepEqual(readFolder(data), files);
  });
}
