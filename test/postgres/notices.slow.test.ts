import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Positions } from '../../src/store/postgres/positions.ts';
import { type Postgres, createSchemaUrl, runSql, startPostgres, whyNoPostgres } from '../support/postgres.ts';
import { openShared, serveShared } from '../support/shared-store.ts';
import { renameMeeting } from '../support/stored-records.ts';

const unreadable = 'unreadable notice of another client of the database';

describe('notices of other clients of the database', { skip: whyNoPostgres, timeout: 60_000 }, () => {
  let postgres: Postgres;
  before(async () => (postgres = await startPostgres()));
  after(() => postgres.stop());

  const payloads: [string, string][] = [
    ['that is no number', 'hello "you"'],
    ['that is empty', ''],
    ['that is not finite', '1e999'],
    ['that is too large for a position', '9'.repeat(40)],
    ['of the greatest length', 'x'.repeat(7999)],
  ];
  for (const [title, payload] of payloads) {
    test(`a server follows the others after a notice ${title}, and health and log say that it came`, async (t) => {
      const { url, schema } = createSchemaUrl(t, postgres);
      const other = await openShared(t, url);
      const server = await serveShared(t, url);
      await runSql(url, `select pg_notify('plenum_${schema}', '${payload}')`);
      const health = async () => (await server.control('GET', '/health')).body.database.problem as string | null;
      while ((await health()) === null) await setTimeout(10);
      const start = JSON.stringify(payload.slice(0, 40));
      assert.ok((await health())!.startsWith(`a client of the database sent the unreadable notice ${start};`));
      assert.deepEqual(server.events, [unreadable]);
      await renameMeeting(other.store, 1, 'Followed');
      while (server.openedStore.store.find('meetings', 1)!.title['en'] !== 'Followed') await setTimeout(5);
    });

    test(`a notice ${title} makes a server read what it has not been told`, async (t) => {
      const { url, schema } = createSchemaUrl(t, postgres);
      const [one, other] = [await openShared(t, url), await openShared(t, url)];
      const announce = t.mock.method(Positions.prototype, 'announce', () => {});
      await renameMeeting(one.store, 1, 'Untold');
      const { length } = announce.mock.calls;
      // Two polls or notices more.
      while (announce.mock.callCount() < length + 4) await setTimeout(10);
      assert.equal(other.store.shared!.position, 0);
      await runSql(url, `select pg_notify('plenum_${schema}', '${payload}')`);
      while (other.store.shared!.position < 1) await setTimeout(5);
      assert.equal(other.store.find('meetings', 1)!.title['en'], 'Untold');
    });
  }

  test('thousands of unreadable and false notices are logged once, and writes go on', async (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    const { store, events, errors } = await openShared(t, url);
    const send = (payload: string) =>
      runSql(url, `select pg_notify('plenum_${schema}', ${payload}) from generate_series(1, 5000) as number`);
    await Promise.all([
      send(`'hello ' || number`),
      send(`(number::bigint * 1000000)::text`),
      ...Array.from({ length: 20 }, (_, index) => renameMeeting(store, 1, `${index}`)),
    ]);
    while (events.length === 0) await setTimeout(10);
    await renameMeeting(store, 1, 'The last');
    assert.equal(store.find('meetings', 1)!.title['en'], 'The last');
    assert.deepEqual([events, errors], [[unreadable], []]);
  });
});
