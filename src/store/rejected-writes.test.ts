import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { type AnyData, demoWorld } from '../../test/support/test-server.ts';
import { readFolder, createTemporaryFolder } from '../../test/support/folders.ts';
import type { JournalEntry } from './write-log.ts';
import { openStore } from '../../test/support/stores.ts';
import { idsOf, recordFields, updateDurably } from '../../test/support/stored-records.ts';
import { readLines } from '../../test/support/data-folders.ts';
import { kindNames, kinds } from './kinds.ts';
import { Store } from './store.ts';
import type { Transaction } from './transaction.ts';
import { loadWorldTables } from './world.ts';

/** The records of a store by kind, by index and value, and the highest ids. */
const stateOf = (store: Store) =>
  kindNames.map((kind) => {
    const records = store.all(kind) as AnyData[];
    const indexed = Object.keys(kinds[kind].indexes).flatMap((field) =>
      [null, 1, 2, 3, 4, 99].map((value) => [...store.where(kind, field, value)]),
    );
    return { kind, records, indexed, highest: store.highestId(kind) };
  });

function assertUnchanged(before: ReturnType<typeof stateOf>, after: ReturnType<typeof stateOf>): void {
  assert.deepEqual(after, before);
  for (const [index, { records, indexed }] of before.entries()) {
    assert.ok(records.every((record: object, recordIndex) => after[index]!.records[recordIndex] === record));
    assert.ok(
      indexed.every((list, listIndex) =>
        list.every((record, recordIndex) => after[index]!.indexed[listIndex]![recordIndex] === record),
      ),
    );
  }
}

const change =
  (fields: object, id = 1) =>
  (transaction: Transaction) =>
    void transaction.update('meetings', id, fields);
const rows: [string, (transaction: Transaction, store: Store) => void, RegExp][] = [
  [
    'a recipe that throws',
    () => {
      throw new Error('on purpose');
    },
    /^Error: on purpose$/,
  ],
  [
    'a value out of its range',
    change({ closing: { report: { en: 'x' }, attendeesCount: -1, proposalIds: [] } }),
    /closing\.attendeesCount: must be >= 0$/,
  ],
  ['a value of the wrong type', change({ title: 'Not by locale' }), /title: must be object$/],
  ['a value that is not in the enum', change({ typeOfMeeting: 'NOWHERE' }), /typeOfMeeting: must be one of HYBRID, /],
  ['a day that does not exist', change({ startTime: '2027-02-30T18:00:00+00:00' }), /startTime: must be an ISO 8601/],
  ['an unknown field', change({ colour: 'red' }), /colour: is unknown$/],
  ['a locale the organization does not have', change({ title: { fr: 'Non' } }), /title: contains a locale/],
  [
    'a reference to a missing record',
    change({ componentId: 99 }),
    /componentId: there is no such record in comp.*: 99$/,
  ],
  [
    'a list with a reference to a missing record',
    change({ taxonomyIds: [2, 99] }),
    /taxonomyIds.1: there is no such record/,
  ],
  [
    'an update of a missing record',
    change({ address: null }, 99),
    /cannot update meetings 99: there is no such record$/,
  ],
  [
    'a parent of another component',
    (transaction) => transaction.update('results', 2, { componentId: 1, statusId: null }),
    /parentId: 1 belongs to another component/,
  ],
  [
    'a cycle of parents',
    (transaction) => transaction.update('results', 1, { parentId: 2 }),
    /parentId: the chain of parents leads back to 1/,
  ],
  [
    'a cycle of parents from two changes in one write',
    (transaction, store) => {
      const { id } = transaction.create('results', { ...recordFields(store, 'results', 2), parentId: 2 });
      transaction.update('results', 2, { parentId: id });
    },
    /parentId: the chain of parents leads back to 3$/,
  ],
];

for (const [title, recipe, reason] of rows) {
  test(`update rejects ${title}, and changes nothing in memory or on the disk`, async (t) => {
    const data = join(createTemporaryFolder(t), 'data');
    const { store, close } = await openStore({ data, world: demoWorld });
    await store.updateDurably((transaction) => transaction.update('meetings', 4, { address: 'Elsewhere 2' }));
    const before = stateOf(store);
    const copy = structuredClone(before);
    const files = readFolder(data);
    const failingWrite = (transaction: Transaction) => {
      transaction.create('meetings', recordFields(store, 'meetings', 1));
      transaction.update('meetings', 2, { componentId: 3 });
      recipe(transaction, store);
    };
    assert.throws(() => store.update(failingWrite), reason);
    assertUnchanged(before, stateOf(store));
    assert.deepEqual(before, copy);
    assert.deepEqual(readFolder(data), files);
    const { id } = await store.updateDurably((transaction) =>
      transaction.create('meetings', recordFields(store, 'meetings', 1)),
    );
    assert.equal(id, 5);
    await close();
    const [, ...entries] = readLines(join(data, 'journal-0'));
    assert.deepEqual(
      entries.map(({ seq, put }) => [seq, idsOf(put.meetings)]),
      [
        [1, [4]],
        [2, [5]],
      ],
    );
  });
}

test('update changes nothing if the journal throws', () => {
  const closed = new Error('the journal is closed');
  const seqs: number[] = [];
  let isClosed = true;
  const append = ({ seq }: JournalEntry): void => {
    if (isClosed) throw closed;
    seqs.push(seq);
  };
  const store = new Store(
    loadWorldTables(demoWorld, Date.now()),
    Date.now,
    { append, durable: undefined, replace: async () => 0 },
    7,
  );
  const before = stateOf(store);
  const write = () =>
    store.update((transaction) => transaction.create('meetings', recordFields(store, 'meetings', 1))).id;
  assert.throws(write, closed);
  assertUnchanged(before, stateOf(store));
  isClosed = false;
  assert.deepEqual([write(), seqs], [5, [8]]);
});
