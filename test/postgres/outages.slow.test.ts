import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { keptEntries } from '../../src/store/postgres/snapshot-writer.ts';
import { createTemporaryFolder } from '../support/folders.ts';
import { inPersonAttributes } from '../support/inputs.ts';
import { type Postgres, createSchemaUrl, runSql, startPostgres, whyNoPostgres } from '../support/postgres.ts';
import { type SharedServer, openShared, serveShared } from '../support/shared-store.ts';
import { recordsByKind, renameMeeting } from '../support/stored-records.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { readOperation } from '../support/test-server.ts';

const createMeeting = readOperation('create-meeting');
const create = ({ send }: SharedServer, title = 'A meeting') =>
  send(createMeeting, { componentId: 2, input: { locale: 'en', attributes: { ...inPersonAttributes, title } } });
const countMeetings = ({ openedStore }: SharedServer) => openedStore.store.all('meetings').length;
const read = ({ send }: SharedServer) => send('{ component(id: 2) { id } }');

/** Waits until something is so; the test runner has the timeout. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(10);
}

describe('a database that goes away', { skip: whyNoPostgres, timeout: 120_000 }, () => {
  let postgres: Postgres;
  before(async () => (postgres = await startPostgres()));
  after(() => postgres.stop());

  async function startBehindProxy(t: TestContext) {
    const { url, schema } = createSchemaUrl(t, postgres);
    const proxy = await startTcpProxy(t, url);
    return { url, schema, proxy, server: await serveShared(t, proxy.url) };
  }

  test('a write whose commit does not reach the database gets status 503, and is not there', async (t) => {
    const { proxy, server, url, schema } = await startBehindProxy(t);
    await create(server);
    proxy.cutCommit = 'before';
    const responses = await Promise.all(Array.from({ length: 8 }, () => create(server)));
    for (const { status, headers, body } of responses) {
      assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
      assert.equal(body.errors[0].message, 'The records could not be written to the database. Nothing was changed.');
    }
    assert.equal(countMeetings(server), 5);
    assert.equal((await runSql(url, `select from ${schema}.entries`)).length, 1);
    proxy.cutCommit = undefined;
    await until(async () => (await create(server)).status === 200);
    assert.equal(countMeetings(server), 6);
  });

  test('a write whose commit is stored, but gets no response, is acknowledged', async (t) => {
    const { proxy, server, url, schema } = await startBehindProxy(t);
    await create(server);
    proxy.cutCommit = 'after';
    const responses = await Promise.all(Array.from({ length: 8 }, () => create(server)));
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200]);
    const ids = responses.map(({ body }) => body.data.component.createMeeting.id as string);
    assert.equal(new Set(ids).size, 8);
    assert.equal((await runSql(url, `select from ${schema}.entries`)).length, 9);
    assert.equal(proxy.cutCommit, undefined);
  });

  test('a write whose outcome is unknown gets status 503, and is there when the database is back', async (t) => {
    const { proxy, server } = await startBehindProxy(t);
    proxy.cutCommit = 'after';
    proxy.onCut = () => {
      proxy.isDown = true;
      proxy.cut();
    };
    const response = create(server, 'Unknown');
    const { status, headers, body } = await response;
    assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
    assert.match(body.errors[0].message, /^The connection to the database was lost during a write\. Whether /);
    assert.equal(countMeetings(server), 4);
    proxy.isDown = false;
    await until(() => countMeetings(server) === 5);
    assert.equal((await create(server)).body.data.component.createMeeting.id, '6');
  });

  test('reads go on while the database is away, health says so, and writes resume', async (t) => {
    const { proxy, server, url } = await startBehindProxy(t);
    const other = await openShared(t, url);
    await create(server);
    proxy.isDown = true;
    proxy.cut();
    await until(() => server.events.includes('the database is away'));
    const health = (await server.control('GET', '/health')).body.database;
    assert.equal(health.position, 1);
    assert.equal(typeof health.problem, 'string');
    const { status, headers } = await create(server);
    assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
    assert.equal((await read(server)).status, 200);
    await other.store.shared!.waitFor(1);
    await renameMeeting(other.store, 1, 'Renamed meanwhile');
    proxy.isDown = false;
    await until(() => server.events.includes('the database is back'));
    await until(() => server.openedStore.store.find('meetings', 1)!.title['en'] === 'Renamed meanwhile');
    assert.equal((await create(server)).status, 200);
    assert.deepEqual((await server.control('GET', '/health')).body.database, { position: 3, problem: null });
  });

  test('a server connects again although the file of a certificate is gone', async (t) => {
    const { url } = createSchemaUrl(t, postgres);
    const proxy = await startTcpProxy(t, url);
    const file = join(createTemporaryFolder(t), 'root.crt');
    writeFileSync(file, 'not used');
    const server = await serveShared(t, `${proxy.url}&sslmode=disable&sslrootcert=${file}`);
    rmSync(file);
    proxy.cut();
    await until(() => server.events.includes('the database is back'));
    await until(async () => (await create(server)).status === 200);
  });

  test('health and the log say that entries of a newer version cannot be read, until they can', async (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    const server = await serveShared(t, url);
    const problem = async () => (await server.control('GET', '/health')).body.database.problem as string | null;
    await runSql(
      url,
      `insert into ${schema}.entries (seq, kind, put, schema_checksum, server, batch)
         values (1, 'put', '{ "badges": [{ "id": 1 }] }', 1, gen_random_uuid(), 1);
       update ${schema}.head set seq = 1`,
    );
    await until(async () => (await problem()) !== null);
    assert.match((await problem())!, /unknown kind of record badges; was it written by a newer version\?$/);
    assert.equal((await read(server)).status, 200);
    assert.equal((await create(server)).status, 503);
    await setTimeout(2500);
    const unread = server.events.filter((event) => event === 'cannot read the writes of other servers');
    assert.equal(unread.length, 1, server.events.join());
    await runSql(url, `delete from ${schema}.entries; update ${schema}.head set seq = 0`);
    await until(async () => (await problem()) === null);
    assert.equal((await create(server)).status, 200);
  });

  test('a server far away writes while another one writes all the time', async (t) => {
    const { proxy, server, url } = await startBehindProxy(t);
    const near = await openShared(t, url);
    proxy.delayMs = 20;
    const progress = { isOver: false };
    const write = async () => {
      while (!progress.isOver)
        await near.store.updateDurably((transaction) => transaction.update('meetings', 1, { title: { en: 'Again' } }));
    };
    const writing = write();
    t.after(() => (progress.isOver = true));
    for (let count = 0; count < 10; count += 1) {
      // It follows the other server when the request arrives.
      await until(() => server.openedStore.store.shared!.position < near.store.shared!.position);
      const { status, body } = await create(server);
      assert.equal(status, 200, JSON.stringify(body));
    }
    progress.isOver = true;
    await writing;
  });

  test('reads that waited for a write that was undone are executed again', async (t) => {
    const { proxy, server } = await startBehindProxy(t);
    await create(server);
    proxy.trap = { text: 'commit\0', run: () => (proxy.isSilent = true) };
    const write = create(server, 'Undone');
    await until(() => proxy.isSilent);
    assert.equal(countMeetings(server), 6);
    const reads = [read(server), read(server)];
    // They arrive while the write waits.
    await setTimeout(100);
    proxy.isSilent = false;
    proxy.cut();
    const responses = await Promise.all([...reads, write]);
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200, 503],
    );
  });

  test(
    'acknowledged writes survive a database that crashes again and again',
    { skip: !whyNoPostgres && process.env['PLENUM_TEST_POSTGRES']?.startsWith('postgres') },
    async (t) => {
      const { url } = createSchemaUrl(t, postgres);
      const servers = [await serveShared(t, url), await serveShared(t, url)];
      const acknowledged = new Map<string, string>();
      const progress = { isOver: false };
      const write = async (server: SharedServer, name: string) => {
        for (let count = 0; !progress.isOver; count += 1) {
          const title = `Meeting ${name} ${count}`;
          const { status, body } = await create(server, title);
          if (status === 503) await setTimeout(20);
          else {
            assert.equal(status, 200);
            const { id } = body.data.component.createMeeting;
            assert.ok(!acknowledged.has(id), `${id} was given twice`);
            acknowledged.set(id, title);
          }
        }
      };
      const writers = servers.flatMap((server, index) => [1, 2, 3, 4].map((each) => write(server, `${index}.${each}`)));
      for (let round = 0; round < 3; round += 1) {
        const { size } = acknowledged;
        await until(() => acknowledged.size > size + 50);
        await postgres.restart!();
      }
      progress.isOver = true;
      await Promise.all(writers);
      const [one, other] = servers.map(({ openedStore }) => openedStore.store);
      await until(() => one!.shared!.problem === undefined && other!.shared!.problem === undefined);
      const fresh = (await openShared(t, url)).store;
      for (const store of [one!, other!]) {
        await store.shared!.waitFor(fresh.shared!.position);
        assert.deepEqual(recordsByKind(store), recordsByKind(fresh));
      }
      const lost = [...acknowledged].filter(([id, title]) => fresh.find('meetings', id)?.title['en'] !== title);
      assert.deepEqual(lost, []);
    },
  );

  test('entries are compacted while writes go on, and a server that fell behind loads the snapshot', async (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    const proxy = await startTcpProxy(t, url);
    const behind = await openShared(t, proxy.url);
    proxy.isDown = true;
    proxy.cut();
    const { store, errors } = await openShared(t, url, { maxJournalBytes: 100_000 });
    const count = 3 * keptEntries;
    const rename = (index: number) =>
      store.updateDurably((transaction) => transaction.update('meetings', 1, { title: { en: `${index}` } }));
    for (let index = 1; index <= count; index += 50)
      await Promise.all(Array.from({ length: 50 }, (_, offset) => rename(index + offset)));
    const [{ snapshots, first, entries }] = await runSql(
      url,
      `select (select count(distinct seq)::int from ${schema}.snapshots) as snapshots, min(seq)::int as first, count(*)::int as entries from ${schema}.entries`,
    );
    assert.equal(snapshots, 1);
    assert.ok(first > 1 && entries === count - first + 1, `${entries} entries from ${first}`);
    assert.deepEqual(errors, []);
    proxy.isDown = false;
    await until(() => behind.store.shared!.position === count);
    assert.ok(behind.events.includes('caught up with a snapshot'));
    assert.deepEqual(recordsByKind(behind.store), recordsByKind(store));
    const fresh = await openShared(t, url);
    assert.deepEqual(recordsByKind(fresh.store), recordsByKind(store));
  });
});
