import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, after, before, describe, test } from 'node:test';
import { worldCommand } from '../../src/cli/commands/world.ts';
import {
  type Postgres,
  createSchemaUrl,
  openShared,
  runSql,
  startPostgres,
  startTcpProxy,
  whyNoPostgres,
} from '../support/postgres.ts';
import { openPostgresStore } from '../../src/store/postgres.ts';
import { writeLine } from '../../src/store/lines.ts';
import { storeClock as clock, testStore } from '../support/store-tests.ts';
import { createTemporaryFolder, isCommandError } from '../support/folders.ts';
import { runCommand } from '../support/process.ts';
import { createMemoryStore, recordFields, recordsByKind, renameMeeting } from '../support/stores.ts';
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
    const { url } = createSchemaUrl(t, postgres);
    return { open: (options) => openPostgresStore({ url, world: demoWorld, clock, ...options }) };
  });

  test('an exported world has the records of the schema, while a server uses it', async (t) => {
    const { url } = createSchemaUrl(t, postgres);
    const { store } = await openShared(t, url, { clock });
    await renameMeeting(store, 1, 'Renamed');
    const out = join(createTemporaryFolder(t), 'world');
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    assert.equal(
      await runCommand(worldCommand, ['export', '--store', url, '--out', out], { ...commandContext, print }),
      0,
    );
    assert.match(printed[0]!, /has the \d+ records of (?!.*secret)/);
    assert.deepEqual(recordsByKind(createMemoryStore(out, clock)), recordsByKind(store));
  });

  test('a schema without records cannot be exported, and neither it nor a file is created', async (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    const out = join(createTemporaryFolder(t), 'world');
    const exported = runCommand(worldCommand, ['export', '--store', url, '--out', out], commandContext);
    await assert.rejects(exported, isCommandError(2, 'has no records'));
    assert.equal(existsSync(out), false);
    assert.deepEqual(await runSql(url, `select from pg_namespace where nspname = '${schema}'`), []);
  });

  test('a state replaces the lines before it, also for a store that is behind', async (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    const proxy = await startTcpProxy(t, url);
    const behind = await openShared(t, proxy.url);
    const { store } = await openShared(t, url, { maxBytes: 5000 });
    const counts = new Set<number>();
    for (let count = 0; count < 30; count += 1) {
      await renameMeeting(store, 1, `${count}`);
      await store.updateDurably((transaction) => transaction.create('meetings', recordFields(store, 'meetings', 2)));
      counts.add((await runSql(url, `select count(*)::int from ${schema}.lines`))[0].count);
    }
    assert.ok(counts.has(1) && Math.max(...counts) < 20, [...counts].join());
    assert.equal(behind.store.find('meetings', 34), undefined);
    await behind.store.refresh();
    const fresh = await openShared(t, url);
    for (const each of [behind.store, fresh.store]) assert.deepEqual(recordsByKind(each), recordsByKind(store));
    const { id } = await behind.store.updateDurably((transaction) =>
      transaction.create('meetings', recordFields(store, 'meetings', 2)),
    );
    assert.equal(id, 35);
  });

  test('a write outside of a transaction is an error and changes nothing', async (t) => {
    const { store } = await openShared(t, createSchemaUrl(t, postgres).url);
    const { tables } = store;
    assert.throws(() => store.update((transaction) => transaction.update('meetings', 1, { address: null })), /outside/);
    assert.equal(store.tables, tables);
  });

  /** Creates a schema with three writes, and changes it. */
  async function damage(
    t: TestContext,
    sql: string,
  ): Promise<{ url: string; running: Awaited<ReturnType<typeof openShared>> }> {
    const { url, schema } = createSchemaUrl(t, postgres);
    const { store } = await openPostgresStore({ url, world: demoWorld, clock });
    for (const title of ['one', 'two', 'three']) await renameMeeting(store, 1, title);
    await store.close();
    const running = await openShared(t, url, { clock });
    await runSql(url, sql.replaceAll('$', `${schema}.lines`));
    return { url, running };
  }

  test('a state of another format is refused with 78 and the way out', async (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    await (await openPostgresStore({ url, world: demoWorld })).store.close();
    const line = writeLine({ format: 'plenum 0', records: {} });
    await runSql(url, `update ${schema}.lines set line = '${line}'`);
    const message = /^postgres:.*, schema \w+ has the format "plenum 0", not "plenum 2"; .*--reset$/;
    await assert.rejects(openPostgresStore({ url, world: demoWorld }), isCommandError(78, message));
  });

  describe('lines that are damaged', () => {
    const damages: [string, string, RegExp][] = [
      ['a changed write', `update $ set line = replace(line, 'two', 'too') where number = 3`, /line 3: the checksum/],
      [
        'a changed state',
        `update $ set line = replace(line, 'nickname', 'nicename') where number = 1`,
        /line 1: the checksum/,
      ],
      [
        "writes in each other's place",
        `update $ set number = 9 - number where number > 1`,
        /line 5: write 4 is in the place/,
      ],
      ['a missing write', 'delete from $ where number = 3', /line 4: write 4 is in the place of write 3/],
      ['no state', 'delete from $ where number = 1', /line 2: the records before it are missing/],
    ];
    for (const [title, sql, message] of damages)
      test(`${title} stops the start with 65, and a reset repairs it for every server`, async (t) => {
        const { url, running } = await damage(t, sql);
        for (let attempt = 0; attempt < 2; attempt += 1)
          await assert.rejects(openPostgresStore({ url, world: demoWorld }), isCommandError(65, message, '--reset'));
        const { store } = await openShared(t, url, { reset: true, clock });
        await running.store.refresh();
        for (const each of [store, running.store])
          assert.deepEqual(recordsByKind(each), recordsByKind(createMemoryStore(demoWorld, clock)));
        assert.deepEqual(running.store.signingKey, store.signingKey);
        await renameMeeting(running.store, 1, 'After the reset');
        await store.refresh();
        assert.equal(store.find('meetings', 1)!.title['en'], 'After the reset');
      });
  });
});
