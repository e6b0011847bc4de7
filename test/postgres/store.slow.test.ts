import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { exportCommand } from '../../src/cli/commands/export.ts';
import { createMemoryStore } from '../support/stores.ts';
import { type Postgres, createSchemaUrl, runSql, startPostgres, whyNoPostgres } from '../support/postgres.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { resetPostgresStore } from '../../src/store/postgres/reset.ts';
import { storeClock as clock, testStore } from '../support/store-tests.ts';
import { createTemporaryFolder, isCommandError } from '../support/folders.ts';
import { runCommand } from '../support/run-command.ts';
import { openShared } from '../support/shared-store.ts';
import { recordFields, recordsByKind, renameMeeting } from '../support/stored-records.ts';
import { demoWorld } from '../support/test-server.ts';

const commandContext = {
  environment: {},
  print: () => {},
  progress: () => {},
  colors: false,
  signal: new AbortController().signal,
};

describe('a store in PostgreSQL', { skip: whyNoPostgres }, () => {
  let postgres: Postgres;
  before(async () => (postgres = await startPostgres()));
  after(() => postgres.stop());

  testStore('PostgreSQL', (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    return {
      open: (world = demoWorld) => openPostgresStore({ url, world, clock }),
      reset: () => resetPostgresStore({ url, world: demoWorld, clock }),
      readSigningKey: async () => (await runSql(url, `select key from ${schema}.signing_key`))[0].key,
    };
  });

  test('an exported world has the records of the schema, while a server uses it', async (t) => {
    const { url } = createSchemaUrl(t, postgres);
    const { store } = await openShared(t, url, { clock });
    await renameMeeting(store, 1, 'Renamed');
    const out = join(createTemporaryFolder(t), 'world');
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    assert.equal(await runCommand(exportCommand, ['--store', url, '--out', out], { ...commandContext, print }), 0);
    assert.match(printed[0]!, /has the \d+ records of (?!.*secret)/);
    assert.deepEqual(recordsByKind(createMemoryStore(out, clock)), recordsByKind(store));
  });

  test('a schema without records cannot be exported, and nothing is written', async (t) => {
    const { url } = createSchemaUrl(t, postgres);
    const out = join(createTemporaryFolder(t), 'world');
    const exported = runCommand(exportCommand, ['--store', url, '--out', out], commandContext);
    await assert.rejects(exported, isCommandError(69, 'a table of the schema is missing'));
    assert.equal(existsSync(out), false);
  });

  test('a reset restores damaged records, and reaches servers that run', async (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    const { store, close } = await openPostgresStore({ url, world: demoWorld, clock });
    for (const title of ['one', 'two', 'three']) await renameMeeting(store, 1, title);
    const running = await openShared(t, url, { clock });
    await close();
    await runSql(url, `delete from ${schema}.entries where seq = 2`);
    const keys: Uint8Array[] = [];
    running.onReplaced((key) => keys.push(key));
    await resetPostgresStore({ url, world: demoWorld, clock });
    await running.store.shared!.waitFor(4);
    const { store: fresh, signingKey } = await openShared(t, url, { clock });
    for (const each of [running.store, fresh])
      assert.deepEqual(recordsByKind(each), recordsByKind(createMemoryStore(demoWorld, clock)));
    assert.deepEqual(keys, [signingKey]);
  });

  test('two servers that write at once give every id once, and agree', async (t) => {
    const { url } = createSchemaUrl(t, postgres);
    const stores = await Promise.all([openShared(t, url), openShared(t, url)]);
    const acknowledged: number[] = [];
    const write = async (index: number) => {
      const { store } = stores[index % 2]!;
      for (let count = 0; count < 20; count += 1) {
        const { id } = await store.updateDurably((transaction) =>
          transaction.create('meetings', recordFields(store, 'meetings', 2)),
        );
        acknowledged.push(id);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => write(index)));
    assert.equal(new Set(acknowledged).size, 160);
    const last = Math.max(...stores.map(({ store }) => store.shared!.position));
    for (const { store } of stores) await store.shared!.waitFor(last);
    const [one, other] = stores.map(({ store }) => recordsByKind(store));
    assert.deepEqual(one, other);
    const third = await openShared(t, url);
    assert.deepEqual(recordsByKind(third.store), one);
    assert.equal(third.store.all('meetings').length, createMemoryStore(demoWorld).all('meetings').length + 160);
    const [{ count, max }] = await runSql(
      url,
      `select count(*)::int, max(seq)::int from ${new URL(url).searchParams.get('schema')}.entries`,
    );
    assert.deepEqual([count, max], [160, 160]);
  });
});
