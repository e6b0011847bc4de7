import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { type AnyData, demoWorld } from '../../test/support/test-server.ts';
import { isCommandError, readFolder, formatJournalLine, createTemporaryFolder } from '../../test/support/folders.ts';
import { openStore } from './open.ts';

const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));
const onSnapshot = (change: (snapshot: AnyData) => void) => (data: string) =>
  edit(join(data, 'snapshot.json'), (text) => {
    const snapshot = JSON.parse(text) as AnyData;
    change(snapshot);
    return JSON.stringify(snapshot);
  });
const snapshotIs = (text: string) => (data: string) => writeFileSync(join(data, 'snapshot.json'), text);
const onLines = (change: (lines: string[]) => string[]) => (data: string) =>
  edit(join(data, 'journal'), (text) => change(text.split(/(?<=\n)/)).join(''));
/** Writes number 4, whose text is this, after the three there are. */
const fourth = (text: string) => onLines((lines) => [...lines, formatJournalLine(text)]);

/** What is wrong, how it comes about, and what the message says after the path of the folder. */
const rows: [string, (data: string) => void, RegExp][] = [
  [
    'a write missing from the journal',
    onLines(([one, , three]) => [one!, three!]),
    /^journal, line 2: write 3 follows write 1/,
  ],
  ['a first write missing', onLines(([, ...rest]) => rest), /^journal, line 1: write 2 follows write 0/],
  [
    'a write that is there twice',
    onLines(([one, two]) => [one!, two!, two!]),
    /^journal, line 3: write 2 follows write 2/,
  ],
  [
    'a changed byte',
    onLines(([one, ...rest]) => [one!.replace('one', 'eno'), ...rest]),
    /^journal, line 1: the checksum/,
  ],
  [
    'a changed last line',
    onLines((lines) => lines.with(2, lines[2]!.replace('three', 'there'))),
    /^journal, line 3: the chec/,
  ],
  [
    'a record of a write that breaks its schema',
    fourth('{"seq":4,"put":{"meetings":[{"id":1}]}}'),
    /^journal, line 4: .*missing/,
  ],
  ['a line that is no write', fourth('null'), /^journal, line 4: /],
  ['a write without records', fourth('{"seq":4}'), /^journal, line 4: /],
  ['a write without a number', fourth('{"put":{}}'), /^journal, line 4: /],
  ['a write of an unknown kind', fourth('{"seq":4,"put":{"ducks":[{"id":1}]}}'), /^journal, line 4: .*ducks/],
  ['a journal that cannot be read', (data) => remake(join(data, 'journal')), /^journal.*cannot be read/],
  ['a missing snapshot', (data) => rmSync(join(data, 'snapshot.json')), /^snapshot.json is missing beside a journal/],
  ['an empty snapshot', snapshotIs(''), /^snapshot.json, line 1: not JSON/],
  ['half a snapshot', snapshotIs('{\n"version": 1,\n"seq": 0, '), /^snapshot.json, line 3: not JSON/],
  ['a snapshot that is a list', snapshotIs('[]'), /^snapshot.json: not a snapshot of this version/],
  ['a snapshot that is null', snapshotIs('null'), /^snapshot.json: not a snapshot of this version/],
  ['another version', onSnapshot((it) => (it.version = 2)), /^snapshot.json: not a snapshot of this version/],
  ['no number of the last write', onSnapshot((it) => delete it.seq), /^snapshot.json: not a snapshot of this version/],
  ['no records', onSnapshot((it) => delete it.records), /^snapshot.json: not a snapshot of this version/],
  ['records that are null', onSnapshot((it) => (it.records = null)), /^snapshot.json: /],
  ['records of a kind that are no list', onSnapshot((it) => (it.records.meetings = {})), /^snapshot.json: .*/],
  ['a record that is null', onSnapshot((it) => (it.records.meetings[2] = null)), /^snapshot.json: .*record 3/],
  [
    'a revocation that is null',
    onSnapshot((it) => (it.records.revocations = [null])),
    /^snapshot.json: .*revocations.*record 1/,
  ],
  [
    'no record at all',
    (data) => {
      onLines(() => [])(data);
      onSnapshot((it) => (it.records = {}))(data);
    },
    /^snapshot.json: .*organization/,
  ],
  ['records of an unknown kind', onSnapshot((it) => (it.records.ducks = [{ id: 1 }])), /^snapshot.json: .*ducks/],
  [
    'a field that breaks its schema',
    onSnapshot((it) => (it.records.proposals[2].changes = -1)),
    /^snapshot.json: .*record 3 \(id 3\): changes: must be >= 0/,
  ],
  [
    'a wrong record, to be named with its kind',
    onSnapshot((it) => (it.records.proposals[2].changes = -1)),
    /^snapshot.json: .*proposals/,
  ],
  [
    'a missing field',
    onSnapshot((it) => delete it.records.meetings[2].title),
    /^snapshot.json: .*record 3 \(id 3\): title is missing/,
  ],
  [
    'a reference to a missing record',
    onSnapshot((it) => it.records.users.splice(3)),
    /^snapshot.json: .*record 1 \(id 1\): authorIds.0: there is no such record in users: 4/,
  ],
  [
    'an id that is there twice',
    onSnapshot((it) => it.records.meetings.push(it.records.meetings[0])),
    /^snapshot.json: .*\(id 1\): the id is taken/,
  ],
  [
    'a key that is there twice',
    onSnapshot((it) => (it.records.users[1].key = 'admin-key')),
    /^snapshot.json: .*record 2 \(id 2\): key "admin-key" is taken/,
  ],
];

function remake(file: string): void {
  rmSync(file);
  mkdirSync(file);
}

for (const [what, damage, said] of rows) {
  test(`${what}: the start stops with 65, and nothing is changed`, async (t) => {
    const data = join(createTemporaryFolder(t), 'data');
    const { store, close } = await openStore({ data, world: demoWorld });
    for (const en of ['one', 'two', 'three'])
      await store.update((draft) => draft.update('meetings', 1, { title: { en } })).durable;
    await close();
    writeFileSync(join(data, 'signing-key'), 'a key');
    damage(data);
    const files = readFolder(data);
    await assert.rejects(openStore({ data, world: demoWorld }), (error: Error) => {
      isCommandError(65, `${data}/`)(error);
      assert.match(error.message.slice(data.length + 1), said);
      return true;
    });
    assert.deepEqual(readFolder(data), files);
  });
}
