import assert from 'node:assert/strict';
import { type TestContext, after, before, describe, test } from 'node:test';
import { editRecords } from '../../src/store/edit/edit-records.ts';
import { type Postgres, createSchemaUrl, runSql, startPostgres, whyNoPostgres } from '../support/postgres.ts';
import { openShared, serveShared } from '../support/shared-store.ts';

/** The headers with which another server shows what a response tells. */
const since = ({ headers }: { headers: Headers }) => ({ 'x-plenum-position': headers.get('x-plenum-position')! });

describe('records that tests write to a shared database', { skip: whyNoPostgres }, () => {
  let postgres: Postgres;
  before(async () => (postgres = await startPostgres()));
  after(() => postgres.stop());

  async function startPair(t: TestContext) {
    const { url } = createSchemaUrl(t, postgres);
    const [first, second] = [await serveShared(t, url), await serveShared(t, url)];
    return { url, first, second };
  }

  test('are shown by the other server, and by one that starts later', async (t) => {
    const { url, first, second } = await startPair(t);
    const kept = await first.control('POST', '/records/proposals', { title: { en: 'Kept' } });
    const created = await first.control('POST', '/records/proposals', {});
    const deleted = await first.control('DELETE', `/records/proposals/${created.body.id}`);
    assert.deepEqual([kept.status, created.status, deleted.status], [201, 201, 204]);
    const ofSecond = await second.control('POST', '/records/proposals/find', {}, since(deleted));
    const ids = new Set(ofSecond.body.records.map(({ id }: { id: number }) => id));
    assert.deepEqual([ids.has(kept.body.id), ids.has(created.body.id)], [true, false]);
    const { store } = await openShared(t, url);
    assert.deepEqual(store.find('proposals', kept.body.id), kept.body);
    assert.equal(store.find('proposals', created.body.id), undefined);
    const next = await second.control('POST', '/records/proposals', {});
    assert.equal(next.body.id, created.body.id + 1);
  });

  test('a deleted record stays deleted in a snapshot, and no other gets its id', async (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    const { store } = await openShared(t, url, { maxJournalBytes: 0 });
    const { id } = await editRecords(store, (edit) => edit.create('comments', {}));
    await editRecords(store, (edit) => edit.delete('comments', id));
    const deletion = store.lastWrite;
    const newest = async () =>
      Number((await runSql(postgres.url, `select max(seq) as seq from ${schema}.snapshots`))[0].seq);
    // Writes go on until a snapshot has the deletion.
    while ((await newest()) < deletion) await editRecords(store, (edit) => edit.update('proposals', 1, {}));
    const { store: later } = await openShared(t, url);
    assert.deepEqual([later.all('comments'), later.highestId('comments')], [[], id]);
  });

  test('all succeed when two servers write at once', async (t) => {
    const { first, second } = await startPair(t);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => [first, second][index % 2]!.control('POST', '/records/proposals', {})),
    );
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [201]);
    assert.equal(new Set(responses.map(({ body }) => body.id)).size, 20);
  });

  test('a user of one server can use the other one with a fixed token', async (t) => {
    const { first, second } = await startPair(t);
    const user = await first.control('POST', '/records/users', { token: 'mayor-token' });
    const viewer = await second.send(
      '{ session { user { id } } }',
      {},
      { ...since(user), authorization: 'Bearer mayor-token' },
    );
    assert.equal(viewer.body.data.session.user.id, String(user.body.id));
  });
});
