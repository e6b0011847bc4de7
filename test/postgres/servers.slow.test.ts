import assert from 'node:assert/strict';
import { type TestContext, after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { loadServerDialect } from '../../src/dialects/dialects.ts';
import { dialectsWith } from '../support/dialects.ts';
import { inPersonAttributes } from '../support/inputs.ts';
import { type Postgres, createSchemaUrl, startPostgres, whyNoPostgres } from '../support/postgres.ts';
import { type SharedServer, serveShared } from '../support/shared-store.ts';
import { readOperation } from '../support/test-server.ts';

const createMeeting = readOperation('create-meeting');
const create = ({ send }: SharedServer, title: string, headers = {}) =>
  send(
    createMeeting,
    { componentId: 2, input: { locale: 'en', attributes: { ...inPersonAttributes, title } } },
    headers,
    'member',
  );
const titles =
  'query { component(id: 2) { ... on Meetings { meetings(first: 100) { nodes { id title { translation(locale: "en") } } } } } }';
const read = async ({ send }: SharedServer, headers = {}) => {
  const { body } = await send(titles, {}, headers);
  return body.data.component.meetings.nodes.map((node: { id: string; title: { translation: string } }) => [
    node.id,
    node.title.translation,
  ]) as [string, string][];
};
/** The columns of a proposal that an answer does not write. */
const withoutAnswer = (record: object): [string, unknown][] =>
  Object.entries(record).filter(([name]) => !/^(state|answer|cost|execution|updatedAt|changes)/.test(name));
/** Opens a connection, until the end of the test. */
async function connect(t: TestContext, connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  t.after(() => client.end());
  return client;
}
const positionOf = ({ headers }: { headers: Headers }) => headers.get('x-plenum-position')!;

describe('two servers on one database', { skip: whyNoPostgres }, () => {
  let postgres: Postgres;
  before(async () => (postgres = await startPostgres()));
  after(() => postgres.stop());

  async function startPair(t: TestContext, dialect = 'specification'): Promise<[SharedServer, SharedServer]> {
    const { url } = createSchemaUrl(t, postgres);
    const options = { serverDialect: await loadServerDialect(dialect) };
    return [await serveShared(t, url, options), await serveShared(t, url, options)];
  }

  for (const dialect of dialectsWith('MeetingsMutation.createMeeting'))
    test(`requests that write at once all succeed, with an id each, ${dialect}`, async (t) => {
      const pair = await startPair(t, dialect);
      const responses = await Promise.all(
        Array.from({ length: 64 }, (_, index) => create(pair[index % 2]!, `Meeting ${index}`)),
      );
      assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200]);
      const ids = responses.map(({ body }) => body.data?.component.createMeeting.id as string);
      assert.equal(new Set(ids).size, 64, JSON.stringify(responses.map(({ body }) => body)));
      const last = String(Math.max(...responses.map((response) => Number(positionOf(response)))));
      const [one, other] = await Promise.all(pair.map((server) => read(server, { 'x-plenum-position': last })));
      assert.deepEqual(one, other);
      const { store } = pair[0].openedStore;
      for (const [index, id] of ids.entries())
        assert.equal(store.find('meetings', id)!.title['en'], `Meeting ${index}`);
      assert.deepEqual(
        pair.map(({ errors }) => errors),
        [[], []],
      );
    });

  test('servers of two releases share the records, and neither loses what only the other shows', async (t) => {
    const { url } = createSchemaUrl(t, postgres);
    const open = async (dialect: string) => serveShared(t, url, { serverDialect: await loadServerDialect(dialect) });
    const [newer, older] = [await open('decidim-0.32'), await open('decidim-0.31')];
    const created = await create(newer, 'A meeting');
    const { id } = created.body.data.component.createMeeting;
    const seen = await read(older, { 'x-plenum-position': positionOf(created) });
    assert.deepEqual(seen.at(-1), [id, 'A meeting']);
    const unknown = await older.send('{ component(id: 2) { ... on Meetings { publishedAt } } }');
    assert.match(unknown.body.errors[0].message, /'publishedAt' doesn't exist/);

    const stored = structuredClone(newer.openedStore.store.find('proposals', '1')!);
    const answered = await older.send(
      'mutation($input: AnswerInput!) { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) { answer(input: $input) { id } } } } }',
      { input: { attributes: { state: 'accepted', answerContent: { en: 'Agreed.' }, cost: 10 } } },
    );
    assert.equal(answered.body.data.component.proposal.answer.id, '1', JSON.stringify(answered.body));
    const { body } = await newer.send(
      '{ component(id: 1) { ... on Proposals { proposal(id: 1) { state answer { translation(locale: "en") } } } } }',
      {},
      { 'x-plenum-position': positionOf(answered) },
    );
    assert.deepEqual(body.data.component.proposal, { state: 'accepted', answer: { translation: 'Agreed.' } });
    assert.deepEqual(withoutAnswer(newer.openedStore.store.find('proposals', '1')!), withoutAnswer(stored));
    assert.deepEqual([newer.errors, older.errors], [[], []]);
  });

  test('a request with the position of a write sees it on the other server', async (t) => {
    const [one, other] = await startPair(t);
    for (let count = 0; count < 20; count += 1) {
      const created = await create(one, `Meeting ${count}`);
      assert.equal(positionOf(created), String(count + 1));
      assert.equal((await read(one)).at(-1)![1], `Meeting ${count}`);
      assert.equal((await read(other, { 'x-plenum-position': positionOf(created) })).at(-1)![1], `Meeting ${count}`);
    }
  });

  test('a fault counts a request once that is executed again after a write of the other server', async (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    const pair = [await serveShared(t, url), await serveShared(t, url)];
    for (const match of [{}, { coordinate: 'MeetingsMutation.createMeeting' }])
      for (const { control } of pair)
        assert.equal(
          (await control('POST', '/faults', { match, effect: { status: 429, body: {} }, after: 1, times: 1 })).status,
          201,
        );
    const blocker = await connect(t, url);
    await blocker.query(`begin; select from ${schema}.head for update`);
    const responses = Promise.all(pair.map((server) => create(server, 'A meeting')));
    // Both have executed their request, and wait for the lock: the one that gets it last executes its request again.
    while (pair.some(({ openedStore }) => openedStore.store.all('meetings').length < 5)) await setTimeout(5);
    await blocker.query('rollback');
    const ids = (await responses).map(({ body }) => body?.data?.component.createMeeting.id);
    assert.deepEqual(ids.toSorted(), ['5', '6']);
    for (const server of pair) {
      const statuses = [];
      for (let count = 0; count < 3; count += 1) statuses.push((await create(server, 'A meeting')).status);
      assert.deepEqual(statuses, [429, 429, 200]);
    }
  });

  test('a write reaches the other server without a request', async (t) => {
    const [one, other] = await startPair(t);
    await create(one, 'A meeting');
    while (other.openedStore.store.shared!.position < 1) await setTimeout(5);
    assert.equal((await read(other)).at(-1)![1], 'A meeting');
  });

  test('a position that does not come gets status 503, and one that is no number 400', async (t) => {
    const [one] = await startPair(t);
    const { status, headers, body } = await create(one, 'A meeting', { 'x-plenum-position': '9' });
    assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
    assert.equal(
      body.errors[0].message,
      'This server has not read write 9 of the database within 5 seconds; its last one is 0.',
    );
    assert.equal((await create(one, 'A meeting', { 'x-plenum-position': 'x' })).status, 400);
  });

  test('a page may read and send the position', async (t) => {
    const [one] = await startPair(t);
    const { headers } = await create(one, 'A meeting', { origin: 'http://localhost:5173' });
    assert.equal(headers.get('access-control-expose-headers'), 'Authorization,X-Plenum-Position');
  });

  test('a reset through the control reaches the other server, and ends the tokens there', async (t) => {
    const [one, other] = await startPair(t);
    await create(one, 'A meeting');
    const issued = await one.control('POST', '/tokens', { user: 1 });
    const asUser = { authorization: `Bearer ${issued.body.token}` };
    const viewer = '{ session { user { id } } }';
    const session = await other.send(viewer, {}, { ...asUser, 'x-plenum-position': positionOf(issued) });
    assert.equal(session.body.data.session.user.id, '1', JSON.stringify(session.body));
    const reset = await one.control('POST', '/reset');
    const position = { 'x-plenum-position': positionOf(reset) };
    assert.equal((await read(other, position)).length, 4);
    assert.equal((await other.send(viewer, {}, asUser)).body.data.session, null);
    const { body } = await create(other, 'After the reset');
    assert.equal(body.data.component.createMeeting.id, '5');
  });

  test('servers write while another one writes the records of a reset', async (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    const pair = [await serveShared(t, url), await serveShared(t, url)];
    await create(pair[0]!, 'Before');
    const blocker = await connect(t, url);
    // The reset waits when it writes its first record.
    await blocker.query(`begin; lock table ${schema}.snapshots in share mode`);
    const reset = pair[0]!.control('POST', '/reset');
    const waits = `select from pg_locks where not granted and relation = '${schema}.snapshots'::regclass`;
    while ((await blocker.query(waits)).rows.length === 0) await setTimeout(5);
    assert.equal((await create(pair[1]!, 'Meanwhile')).status, 200);
    await blocker.query('rollback');
    const position = { 'x-plenum-position': positionOf(await reset) };
    // The reset is write 3, and its new key write 4.
    assert.deepEqual(position, { 'x-plenum-position': '4' });
    for (const server of pair) assert.equal((await read(server, position)).length, 4);
  });

  test('writes during resets, restores and new states are stored or get status 503', async (t) => {
    const pair = await startPair(t);
    const [{ control }] = pair;
    await control('PUT', '/snapshots/start');
    const state = (await control('GET', '/state')).body;
    const outcomes: Record<string, number> = {};
    const progress = { isOver: false };
    const write = async (server: SharedServer) => {
      while (!progress.isOver) {
        const { status, headers, body } = await create(server, 'A meeting');
        const [error] = body.errors ?? [];
        const outcome = `${status} ${headers.get('retry-after') ?? ''} ${error ? (error.extensions?.code ?? error.message) : ''}`;
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
    };
    const writers = Array.from({ length: 16 }, (_, index) => write(pair[index % 2]!));
    for (let round = 0; round < 10; round += 1) {
      assert.equal((await control('POST', '/reset')).status, 204);
      assert.equal((await control('POST', '/snapshots/start/restore')).status, 204);
      assert.equal((await control('PUT', '/state', state)).status, 204);
    }
    progress.isOver = true;
    await Promise.all(writers);
    const refused = '503 1 All records are being replaced. Nothing was changed.';
    const conflict = '503 1 Other servers wrote at the same time, again and again. Nothing was changed.';
    const { '200  ': stored = 0, [refused]: refusedCount = 0, [conflict]: _, ...others } = outcomes;
    assert.deepEqual(others, {});
    assert.ok(stored > 0 && refusedCount > 0, JSON.stringify(outcomes));
    assert.deepEqual(
      pair.map(({ errors }) => errors),
      [[], []],
    );
  });

  test('a token that one server revokes is invalid on the other one', async (t) => {
    const [one, other] = await startPair(t);
    const issued = await one.control('POST', '/tokens', { admin: false, name: 'Somebody new' });
    const asUser = { authorization: `Bearer ${issued.body.token}`, 'x-plenum-position': positionOf(issued) };
    const viewer = '{ session { user { id } } }';
    assert.equal((await other.send(viewer, {}, asUser)).body.data.session.user.id, String(issued.body.user));
    const revoked = await one.control('DELETE', `/tokens/${issued.body.id}`);
    const { body } = await other.send(viewer, {}, { ...asUser, 'x-plenum-position': positionOf(revoked) });
    assert.equal(body.data.session, null);
  });
});
