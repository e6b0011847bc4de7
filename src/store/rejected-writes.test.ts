import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { type AnyData, demoWorld } from '../../test/support/test-server.ts';
import { readFolder, createTemporaryFolder } from '../../test/support/folders.ts';
import { type JournalEntry, readJournal } from './journal.ts';
import { openStore } from './open.ts';
import { recordFields } from '../../test/support/stored-records.ts';
import { kindNames, kinds } from './kinds.ts';
import { type Transaction, Store } from './store.ts';
import { loadWorldTables } from './world.ts';

/** All that a store holds: the very objects of its records, its groups, and the next ids. */
const stateOf = (store: Store) =>
  kindNames.map((kind) => {
    const records = store.all(kind) as AnyData[];
    const groups = Object.keys(kinds[kind].indexes).flatMap((field) =>
      [null, 1, 2, 3, 4, 99].map((value) => [...store.where(kind, field, value)]),
    );
    return { kind, records, groups, highest: store.highestId(kind) };
  });

function assertSame(before: ReturnType<typeof stateOf>, after: ReturnType<typeof stateOf>): void {
  assert.deepEqual(after, before);
  for (const [index, { records, groups }] of before.entries()) {
    assert.ok(records.every((record: object, place) => after[index]!.records[place] === record));
    assert.ok(groups.every((group, place) => group.every((record, at) => after[index]!.groups[place]![at] === record)));
  }
}

const change =
  (fields: object, id = 1) =>
  (draft: Transaction) =>
    void draft.update('meetings', id, fields);
const rows: [string, (draft: Transaction, store: Store) => void, RegExp][] = [
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
  ['a word that is not in the list', change({ typeOfMeeting: 'NOWHERE' }), /typeOfMeeting: must be one of HYBRID, /],
  ['a day there is not', change({ startTime: '2027-02-30T18:00:00+00:00' }), /startTime: must be a iso-date-time$/],
  ['an unknown field', change({ colour: 'red' }), /unknown field colour$/],
  ['a locale the organization does not have', change({ title: { fr: 'Non' } }), /title: a locale that the organ/],
  [
    'a reference to a missing record',
    change({ componentId: 99 }),
    /componentId: there is no such record in comp.*: 99$/,
  ],
  ['a missing one of several references', change({ taxonomyIds: [2, 99] }), /taxonomyIds.1: there is no such record/],
  ['a change of a missing record', change({ address: null }, 99), /Error: ./],
  [
    'a parent of another component',
    (draft) => draft.update('results', 2, { componentId: 1, statusId: null }),
    /parentId: 1 is of another component/,
  ],
  [
    'a chain of parents that leads back',
    (draft) => draft.update('results', 1, { parentId: 2 }),
    /parentId: the chain of parents leads back to 1/,
  ],
  [
    'a chain that two changes of one write close',
    (draft, store) => {
      const { id } = draft.create('results', { ...recordFields(store, 'results', 2), parentId: 2 });
      draft.update('results', 2, { parentId: id });
    },
    /parentId: the chain of parents leads back to 3$/,
  ],
];

for (const [what, recipe, reason] of rows) {
  test(`${what} changes nothing, in memory or on the disk`, async (t) => {
    const data = join(createTemporaryFolder(t), 'data');
    const { store, close } = await openStore({ data, world: demoWorld });
    await store.update((draft) => draft.update('meetings', 4, { address: 'Elsewhere 2' })).durable;
    const before = stateOf(store);
    const copy = structuredClone(before);
    const files = readFolder(data);
    const wrong = (draft: Transaction) => {
      draft.create('meetings', recordFields(store, 'meetings', 1));
      draft.update('meetings', 2, { componentId: 3 });
      recipe(draft, store);
    };
    assert.throws(() => store.update(wrong), reason);
    assertSame(before, stateOf(store));
    assert.deepEqual(before, copy);
    assert.deepEqual(readFolder(data), files);
    const { value, durable } = store.update((draft) => draft.create('meetings', recordFields(store, 'meetings', 1)));
    await durable;
    assert.equal(value.id, 5);
    await close();
    const { entries } = readJournal(join(data, 'journal'));
    assert.deepEqual(
      entries.map(({ seq, put }) => [seq, put.meetings?.map(({ id }) => id)]),
      [
        [1, [4]],
        [2, [5]],
      ],
    );
  });
}

test('a write that the journal refuses changes nothing', () => {
  const full = new Error('the disk is full');
  const seqs: number[] = [];
  let refuses = true;
  const append = ({ seq }: JournalEntry): Promise<void> => {
    if (refuses) throw full;
    seqs.push(seq);
    return Promise.resolve();
  };
  const store = new Store(loadWorldTables(demoWorld, Date.now()), Date.now, { append }, 7);
  const before = stateOf(store);
  const write = () => store.update((draft) => draft.create('meetings', recordFields(store, 'meetings', 1))).value.id;
  assert.throws(write, full);
  assertSame(before, stateOf(store));
  refuses = false;
  assert.deepEqual([write(), seqs], [5, [8]]);
});
