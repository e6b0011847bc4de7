import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createMemoryStore } from './stores.ts';
import type { OpenedStore } from '../../src/store/data-folder.ts';
import type { Store } from '../../src/store/store.ts';
import { idsOf, recordFields, recordsByKind, renameMeeting } from './stored-records.ts';
import { demoWorld } from './test-server.ts';

/** A place that keeps records: a data folder, or the schema of a database. */
export interface StorePlace {
  /** Opens it, with the demo world by default. */
  open(world?: string): Promise<OpenedStore>;
  reset(): Promise<void>;
  /** The key that signs tokens. */
  readSigningKey(): Promise<Uint8Array>;
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
      const { store, source, close } = await open();
      assert.equal(source, 'world');
      assert.deepEqual(recordsByKind(store), recordsByKind(createMemoryStore(demoWorld, storeClock)));
      await close();
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
      await first.close();
      const second = await open('no such folder');
      assert.equal(second.source, 'data');
      assert.deepEqual(recordsByKind(second.store), recordsByKind(first.store));
      assert.equal(second.store.find('meetings', 2)!.title['en'], 'c');
      assert.equal((await create(second.store)).id, 6);
      await second.close();
    },
  ],
  [
    'texts of any characters are stored as they are',
    async ({ open }) => {
      const title = 'a\u0000b "quoted" {1,2} \\ \uD83D\uDE00 \uD800 \n ñ';
      const first = await open();
      await renameMeeting(first.store, 1, title);
      await first.close();
      const second = await open();
      assert.equal(second.store.find('meetings', 1)!.title['en'], title);
      await second.close();
    },
  ],
  [
    'writes of several writers are all stored, with an id each',
    async ({ open }) => {
      const first = await open();
      const written = await Promise.all(Array.from({ length: 20 }, () => createFive(first.store)));
      assert.equal(new Set(idsOf(written.flat())).size, 100);
      assert.equal(first.store.durable, undefined);
      await first.close();
      const second = await open();
      assert.equal(second.store.all('meetings').length, 104);
      await second.close();
    },
  ],
  [
    'a write that is not acknowledged yet is stored before the end',
    async ({ open }) => {
      const first = await open();
      first.store.update((transaction) => transaction.update('meetings', 1, { title: { en: 'Last' } }));
      await first.close();
      const second = await open();
      assert.equal(second.store.find('meetings', 1)!.title['en'], 'Last');
      await second.close();
    },
  ],
  [
    'a write that is rejected changes nothing',
    async ({ open }) => {
      const { store, close } = await open();
      const before = recordsByKind(store);
      assert.throws(
        () => store.update((transaction) => transaction.update('meetings', 1, { componentId: 99 })),
        /there is no such record/,
      );
      assert.deepEqual([recordsByKind(store), store.durable], [before, undefined]);
      assert.equal((await create(store)).id, 5);
      await close();
      const second = await open();
      assert.deepEqual(recordsByKind(second.store), recordsByKind(store));
      await second.close();
    },
  ],
  [
    'records that were replaced are stored, and so are later writes',
    async ({ open }) => {
      const { store, close } = await open();
      await renameMeeting(store, 1, 'one');
      const frozen = await store.durableTables();
      await create(store);
      await store.replace(frozen);
      assert.equal(store.find('meetings', 5), undefined);
      assert.equal((await create(store)).id, 5);
      await store.durableTables();
      await close();
      const again = await open();
      assert.deepEqual(recordsByKind(again.store), recordsByKind(store));
      assert.equal(again.store.find('meetings', 1)!.title['en'], 'one');
      await again.close();
    },
  ],
  [
    'a reset restores the world and makes every token invalid',
    async ({ open, reset, readSigningKey }) => {
      const first = await open();
      await renameMeeting(first.store, 1, 'Changed');
      await first.close();
      const key = await readSigningKey();
      assert.deepEqual(await readSigningKey(), key);
      await reset();
      assert.notDeepEqual(await readSigningKey(), key);
      const { store, source, close } = await open();
      assert.equal(source, 'data');
      assert.deepEqual(recordsByKind(store), recordsByKind(createMemoryStore(demoWorld, storeClock)));
      await renameMeeting(store, 1, 'After the reset');
      await close();
      const again = await open();
      assert.equal(again.store.find('meetings', 1)!.title['en'], 'After the reset');
      await again.close();
    },
  ],
  [
    'a reset fills a new place',
    async ({ open, reset }) => {
      await reset();
      const { store, source, close } = await open();
      assert.equal(source, 'data');
      assert.deepEqual(recordsByKind(store), recordsByKind(createMemoryStore(demoWorld, storeClock)));
      await close();
    },
  ],
];

/** Tests what every store that keeps records does. */
export function testStore(name: string, createPlace: (t: TestContext) => StorePlace): void {
  for (const [title, run] of tests) test(`${name}: ${title}`, (t) => run(createPlace(t)));
}
