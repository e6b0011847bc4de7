import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ReplacementError, StorageError } from '../../src/errors.ts';
import { createMemoryStore, idsOf, recordFields, recordsByKind, renameMeeting } from './stores.ts';
import type { OpenOptions, OpenedStore, Store } from '../../src/store/store.ts';
import { demoWorld } from './test-server.ts';
import { isCommandError } from './folders.ts';
import { worldFolder } from '../../src/records/named-worlds.ts';

/** A place that keeps records: a data folder, or the schema of a database. */
export interface StorePlace {
  /** Opens it, with the demo world by default. */
  open(options?: Partial<Pick<OpenOptions, 'world' | 'isWorldChosen' | 'dialect' | 'reset'>>): Promise<OpenedStore>;
}

/** The clock of the stores. */
export const storeClock = () => Date.parse('2026-11-05T10:00:00Z');

const create = (store: Store) =>
  store.updateDurably((transaction) => transaction.create('meetings', recordFields(store, 'meetings', 2)));

async function createFive(store: Store) {
  const created = [];
  for (let count = 0; count < 5; count += 1) created.push(await create(store));
  return created;
}

const tests: [string, (place: StorePlace) => Promise<void>][] = [
  [
    'the first start loads the world',
    async ({ open }) => {
      const { store, source } = await open();
      assert.equal(source, 'world');
      assert.deepEqual(recordsByKind(store), recordsByKind(createMemoryStore(demoWorld, storeClock)));
      await store.close();
    },
  ],
  [
    'the next start reads every acknowledged write and does not load the world',
    async ({ open }) => {
      const first = await open();
      await renameMeeting(first.store, 1, 'Changed');
      await create(first.store);
      await Promise.all(['a', 'b', 'c'].map((title) => renameMeeting(first.store, 2, title)));
      await first.store.updateDurably((transaction) =>
        transaction.create('revocations', { jti: 'x', expiresAt: storeClock() / 1000 + 60 }),
      );
      await first.store.close();
      const second = await open({ world: 'no such folder' });
      assert.equal(second.source, 'data');
      assert.deepEqual(recordsByKind(second.store), recordsByKind(first.store));
      assert.equal(second.store.find('meetings', 2)!.title['en'], 'c');
      assert.equal((await create(second.store)).id, 6);
      await second.store.close();
    },
  ],
  [
    'texts of any characters are stored as they are',
    async ({ open }) => {
      const title = 'a\u0000b "quoted" {1,2} \\ \uD83D\uDE00 \uD800 \n ñ';
      const first = await open();
      await renameMeeting(first.store, 1, title);
      await first.store.close();
      const second = await open();
      assert.equal(second.store.find('meetings', 1)!.title['en'], title);
      await second.store.close();
    },
  ],
  [
    'writes of several writers are all stored, with an id each',
    async ({ open }) => {
      const first = await open();
      const written = await Promise.all(Array.from({ length: 20 }, () => createFive(first.store)));
      assert.equal(new Set(idsOf(written.flat())).size, 100);
      assert.equal(first.store.durable, undefined);
      await first.store.close();
      const second = await open();
      assert.equal(second.store.all('meetings').length, 104);
      await second.store.close();
    },
  ],
  [
    'a write that is not acknowledged yet is stored before the end',
    async ({ open }) => {
      const first = await open();
      const written = renameMeeting(first.store, 1, 'Last');
      await first.store.close();
      await written;
      const second = await open();
      assert.equal(second.store.find('meetings', 1)!.title['en'], 'Last');
      await second.store.close();
    },
  ],
  [
    'a write that is rejected changes nothing',
    async ({ open }) => {
      const { store } = await open();
      const before = recordsByKind(store);
      await assert.rejects(
        () =>
          store.updateDurably((transaction) => {
            transaction.create('meetings', recordFields(store, 'meetings', 2));
            transaction.update('meetings', 99, { address: null });
          }),
        /cannot update meetings 99: there is no such record/,
      );
      assert.deepEqual([recordsByKind(store), store.durable], [before, undefined]);
      assert.equal((await create(store)).id, 5);
      await store.close();
      const second = await open();
      assert.deepEqual(recordsByKind(second.store), recordsByKind(store));
      await second.store.close();
    },
  ],
  [
    'a replacement keeps what the server has written since, until the key is replaced too',
    async ({ open }) => {
      const { store } = await open();
      const before = await store.durableTables();
      await store.updateDurably((transaction) => transaction.create('revocations', { jti: 'a', expiresAt: 9e9 }));
      await store.replace(() => before);
      assert.deepEqual(
        store.all('revocations').map(({ jti }) => jti),
        ['a'],
      );
      await store.replace(() => before, Buffer.alloc(32));
      assert.deepEqual(store.all('revocations'), []);
      await store.close();
    },
  ],
  [
    'records that were replaced are stored, and so are later writes',
    async ({ open }) => {
      const { store } = await open();
      await renameMeeting(store, 1, 'one');
      const frozen = await store.durableTables();
      await create(store);
      await store.replace(() => frozen);
      assert.equal(store.find('meetings', 5), undefined);
      assert.equal((await create(store)).id, 5);
      await store.durableTables();
      await store.close();
      const again = await open();
      assert.deepEqual(recordsByKind(again.store), recordsByKind(store));
      assert.equal(again.store.find('meetings', 1)!.title['en'], 'one');
      await again.store.close();
    },
  ],
  [
    'a deleted record stays deleted, and no other record gets its id',
    async ({ open }) => {
      const first = await open();
      const { id } = await create(first.store);
      await first.store.updateDurably((transaction) => transaction.delete('meetings', id));
      await first.store.close();
      const second = await open();
      assert.equal(second.store.find('meetings', id), undefined);
      await second.store.replace((tables) => tables);
      await second.store.close();
      const third = await open();
      assert.equal((await create(third.store)).id, id + 1);
      await third.store.close();
    },
  ],
  [
    'a reset restores the world and changes the key that signs tokens',
    async ({ open }) => {
      const first = await open();
      await renameMeeting(first.store, 1, 'Changed');
      await first.store.close();
      const second = await open();
      assert.deepEqual(second.store.signingKey, first.store.signingKey);
      await second.store.close();
      const { store, source } = await open({ reset: true });
      assert.equal(source, 'world');
      assert.notDeepEqual(store.signingKey, first.store.signingKey);
      assert.deepEqual(recordsByKind(store), recordsByKind(createMemoryStore(demoWorld, storeClock)));
      await renameMeeting(store, 1, 'After the reset');
      await store.close();
      const again = await open();
      assert.equal(again.source, 'data');
      assert.equal(again.store.find('meetings', 1)!.title['en'], 'After the reset');
      assert.deepEqual(again.store.signingKey, store.signingKey);
      await again.store.close();
    },
  ],
  [
    'another dialect or chosen world is refused with 78 and the way out, until a reset',
    async ({ open }) => {
      const first = await open({ dialect: 'decidim-0.31' });
      await renameMeeting(first.store, 1, 'Kept');
      await first.store.close();
      const town = { world: worldFolder('town'), isWorldChosen: true };
      const refusals: [Parameters<StorePlace['open']>[0], RegExp][] = [
        [
          { dialect: 'decidim-0.32' },
          /was filled for the dialect decidim-0\.31, not for decidim-0\.32; start with --dialect decidim-0\.31;.*--reset$/,
        ],
        [{ dialect: 'decidim-0.31', ...town }, /was filled from the world demo, not from town;.*--reset$/],
      ];
      for (const [options, message] of refusals) await assert.rejects(open(options), isCommandError(78, message));
      const same = await open({ dialect: 'decidim-0.31', world: demoWorld, isWorldChosen: true });
      assert.equal(same.store.find('meetings', 1)!.title['en'], 'Kept');
      await same.store.replace((tables) => tables);
      await same.store.close();
      await assert.rejects(open({ dialect: 'decidim-0.32' }), isCommandError(78));
      const replaced = { dialect: 'decidim-0.32', ...town };
      await (await open({ ...replaced, reset: true })).store.close();
      const last = await open(replaced);
      assert.equal(last.source, 'data');
      await last.store.close();
    },
  ],
  [
    'a write during a replacement is refused, and replacements follow each other',
    async ({ open }) => {
      const { store } = await open();
      const before = store.tables;
      await create(store);
      const after = store.tables;
      const replacements = [store.replace(() => before), store.replace(() => after)];
      await assert.rejects(create(store), ReplacementError);
      await Promise.all(replacements);
      assert.deepEqual(store.all('meetings'), after.all('meetings'));
      assert.equal((await create(store)).id, 6);
      await store.close();
      const again = await open();
      assert.equal(again.store.all('meetings').length, 6);
      await again.store.close();
    },
  ],
  [
    'a write after the end is refused, and one before it is stored',
    async ({ open }) => {
      const { store } = await open();
      const written = create(store);
      const closed = store.close();
      // It follows an acknowledged write, while the store closes.
      const late = written
        .then(() => create(store))
        .then(
          () => true,
          (error: Error) => {
            assert.ok(error instanceof StorageError);
            return false;
          },
        );
      await written;
      await closed;
      const isStored = await late;
      await assert.rejects(create(store), StorageError);
      const again = await open();
      assert.equal(again.store.all('meetings').length, isStored ? 6 : 5);
      await again.store.close();
    },
  ],
];

/** Tests what every store that keeps records does. */
export function testStore(name: string, createPlace: (t: TestContext) => StorePlace): void {
  for (const [title, run] of tests) test(`${name}: ${title}`, (t) => run(createPlace(t)));
}
