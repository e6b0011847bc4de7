import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type TestContext, after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { loadServerDialect } from '../../src/dialects/dialects.ts';
import { worldFolder } from '../../src/records/named-worlds.ts';
import { dialectsWith } from '../support/dialects.ts';
import { inPersonAttributes } from '../support/inputs.ts';
import { OAuthClient, bearer, website } from '../support/oauth-client.ts';
import {
  type Postgres,
  type SharedServer,
  createSchemaUrl,
  openShared,
  runSql,
  sendTo,
  serveShared,
  startPostgres,
  startTcpProxy,
  whyNoPostgres,
} from '../support/postgres.ts';
import { startPlenum } from '../support/process.ts';
import { recordsByKind } from '../support/stores.ts';
import { readOperation } from '../support/test-server.ts';

const createMeeting = readOperation('create-meeting');
const createAt = (url: string, title: string) =>
  sendTo(
    url,
    createMeeting,
    { componentId: 2, input: { locale: 'en', attributes: { ...inPersonAttributes, title } } },
    {},
    'member',
  );
const create = ({ url }: SharedServer, title: string) => createAt(url, title);
const idOf = ({ body }: { body: { data?: { component: { createMeeting: { id: string } } } } }): string =>
  body.data!.component.createMeeting.id;
const titles =
  'query { component(id: 2) { ... on Meetings { meetings(last: 50) { nodes { id title { translation(locale: "en") } } } } } }';
const readAt = async (url: string) => {
  const { body } = await sendTo(url, titles);
  return body.data.component.meetings.nodes.map((node: { id: string; title: { translation: string } }) => [
    node.id,
    node.title.translation,
  ]) as [string, string][];
};
const read = ({ url }: SharedServer) => readAt(url);
const viewer = '{ session { user { id } } }';

/** Asserts that every write is there once, with its id, and that stores have the same records as the database. */
async function assertStored(t: TestContext, url: string, written: Map<string, string>, others: SharedServer[]) {
  const { store } = await openShared(t, url);
  const lost = [...written].filter(([id, title]) => store.find('meetings', id)?.title['en'] !== title);
  assert.deepEqual(lost, []);
  const all = store.all('meetings').map(({ title }) => title['en']);
  for (const title of written.values()) assert.equal(all.filter((each) => each === title).length, 1, title);
  for (const { openedStore } of others) {
    await openedStore.store.refresh();
    assert.deepEqual(recordsByKind(openedStore.store), recordsByKind(store));
  }
}

/** Creates meetings, one after the other, until `isOver`; what was acknowledged goes to `written`. */
async function keepCreating(url: string, name: string, written: Map<string, string>, isOver: () => boolean) {
  for (let count = 0; !isOver(); count += 1) {
    const title = `Meeting ${name} ${count}`;
    const response = await createAt(url, title).catch(() => undefined);
    if (!response) return;
    if (response.status === 503) await setTimeout(20);
    else {
      const id = idOf(response);
      assert.ok(!written.has(id), `${id} was given twice`);
      written.set(id, title);
    }
  }
}

describe('two servers on one database', { skip: whyNoPostgres, timeout: 300_000 }, () => {
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
      const ids = responses.map(idOf);
      assert.equal(new Set(ids).size, 64);
      const [one, other] = await Promise.all(pair.map(read));
      assert.deepEqual(one, other);
      const { store } = pair[0].openedStore;
      for (const [index, id] of ids.entries())
        assert.equal(store.find('meetings', id)!.title['en'], `Meeting ${index}`);
      assert.deepEqual(
        pair.map(({ errors }) => errors),
        [[], []],
      );
    });

  test('lines that are damaged under two servers stop both without a write, until they are repaired', async (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    const pair = [await serveShared(t, url), await serveShared(t, url)] as const;
    const lines = () => runSql(url, `select number, line from ${schema}.lines order by number`);
    await create(pair[0], 'Before');
    // The other server has not read the line yet.
    await runSql(url, `update ${schema}.lines set line = replace(line, 'Before', 'Behind') where number = 2`);
    const damaged = await lines();
    for (const send of [() => sendTo(pair[1].url, titles), () => create(pair[1], 'Meanwhile')]) {
      const { status, headers } = await send();
      assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
    }
    const { status } = await fetch(new URL('/__admin/health?ready', pair[1].url));
    assert.equal(status, 503);
    assert.deepEqual(await lines(), damaged);
    await runSql(url, `update ${schema}.lines set line = replace(line, 'Behind', 'Before') where number = 2`);
    await create(pair[1], 'Afterwards');
    for (const server of pair)
      assert.deepEqual(
        (await read(server)).slice(-2).map(([, title]) => title),
        ['Before', 'Afterwards'],
      );
  });

  test('a read sees every write that the other server has acknowledged', async (t) => {
    const pair = await startPair(t);
    const follow = async (index: number) => {
      for (let count = 0; count < 10; count += 1) {
        const title = `Meeting ${index} ${count}`;
        const id = idOf(await create(pair[(index + count) % 2]!, title));
        const seen = await read(pair[(index + count + 1) % 2]!);
        assert.ok(
          seen.some((each) => each[0] === id && each[1] === title),
          title,
        );
      }
    };
    await Promise.all([0, 1, 2, 3].map(follow));
  });

  for (const place of [{}, { coordinate: 'MeetingsMutation.createMeeting' }])
    test(`a fault that delays ${'coordinate' in place ? 'a field' : 'a request'} by 20 s holds up nobody else`, async (t) => {
      const [one, other] = await startPair(t);
      const fault = { match: place, effect: { delay: { ms: 20_000 } }, times: 1 };
      assert.equal((await one.control('POST', '/faults', fault)).status, 201);
      const abort = new AbortController();
      const delayed = fetch(one.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer member-token' },
        body: JSON.stringify({
          query: createMeeting,
          variables: {
            componentId: 2,
            input: { locale: 'en', attributes: { ...inPersonAttributes, title: 'Delayed' } },
          },
        }),
        signal: abort.signal,
      });
      await setTimeout(300);
      const started = performance.now();
      for (const server of [other, one]) {
        assert.equal((await create(server, 'Meanwhile')).status, 200);
        assert.equal((await read(server)).at(-1)![1], 'Meanwhile');
      }
      assert.ok(performance.now() - started < 8000);
      abort.abort();
      await assert.rejects(delayed);
    });

  test('a reset of one reaches the other, and ends the tokens there', async (t) => {
    const [one, other] = await startPair(t);
    await create(one, 'A meeting');
    const issued = await one.control('POST', '/tokens', { user: 1 });
    const asUser = { authorization: `Bearer ${issued.body.token}` };
    for (const server of [one, other])
      assert.equal((await server.send(viewer, {}, asUser)).body.data.session.user.id, '1');
    assert.equal((await one.control('POST', '/reset')).status, 204);
    for (const server of [other, one]) {
      assert.equal((await read(server)).length, 4);
      assert.equal((await server.send(viewer, {}, asUser)).body.data.session, null);
    }
    assert.equal(idOf(await create(other, 'After the reset')), '5');
  });

  test('a code of one server is exchanged once', async (t) => {
    const { url } = createSchemaUrl(t, postgres);
    const options = { world: worldFolder('demo-oauth'), dialect: 'decidim-0.32' };
    const [one, other] = [await serveShared(t, url, options), await serveShared(t, url, options)];
    const client = new OAuthClient(one.url);
    await client.signIn();
    const code = await client.consent(website);
    const { scope: _, ...credentials } = website;
    const form = { grant_type: 'authorization_code', code, ...credentials };
    const exchanges = await Promise.all(
      [one, other].map((server) => new OAuthClient(server.url).post('/oauth/token', form)),
    );
    assert.deepEqual(exchanges.map(({ status }) => status).toSorted(), [200, 400]);
    const { access_token: token } = exchanges.find(({ status }) => status === 200)!.json;
    for (const server of [one, other]) {
      const { data } = await new OAuthClient(server.url).graphql('{ session { user { id } } }', bearer(token));
      assert.deepEqual(data, { session: { user: { id: '4' } } });
    }
    assert.deepEqual([...one.errors, ...other.errors], []);
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
    const writers = Array.from({ length: 8 }, (_, index) => write(pair[index % 2]!));
    for (let round = 0; round < 5; round += 1) {
      assert.equal((await control('POST', '/reset')).status, 204);
      assert.equal((await control('POST', '/snapshots/start/restore')).status, 204);
      assert.equal((await control('PUT', '/state', state)).status, 204);
    }
    progress.isOver = true;
    await Promise.all(writers);
    const {
      '200  ': stored = 0,
      '503 1 All records are being replaced. Nothing was changed.': _,
      ...others
    } = outcomes;
    assert.deepEqual(others, {});
    assert.ok(stored > 0, JSON.stringify(outcomes));
    assert.deepEqual(
      pair.map(({ errors }) => errors),
      [[], []],
    );
  });

  test('what a killed server has acknowledged is there once, and the other one goes on', async (t) => {
    const { url } = createSchemaUrl(t, postgres);
    const survivor = await serveShared(t, url);
    const written = new Map<string, string>();
    const progress = { isOver: false };
    const survivors = [1, 2, 3, 4].map((name) =>
      keepCreating(survivor.url, `of the survivor ${name}`, written, () => progress.isOver),
    );
    for (let round = 0; round < 3; round += 1) {
      const killed = startPlenum(t, ['serve', '--port', '0', '--store', url]);
      const killedUrl = new URL('/api', await killed.waitForUrl()).href;
      const { size: earlier } = written;
      const writers = [1, 2, 3, 4].map((name) => keepCreating(killedUrl, `${round} ${name}`, written, () => false));
      while (
        ![...written.values()].some((title) => title.startsWith(`Meeting ${round} `)) ||
        written.size < earlier + 30
      )
        await setTimeout(5);
      killed.child.kill('SIGKILL');
      await Promise.all([...writers, killed.result]);
      const { size } = written;
      while (written.size < size + 10) await setTimeout(5);
    }
    progress.isOver = true;
    await Promise.all(survivors);
    assert.ok(written.size > 100, String(written.size));
    await assertStored(t, url, written, [survivor]);
  });

  test(
    'what was acknowledged survives a database that crashes',
    { skip: !whyNoPostgres && process.env['PLENUM_TEST_POSTGRES']?.startsWith('postgres') },
    async (t) => {
      const { url } = createSchemaUrl(t, postgres);
      const servers = [await serveShared(t, url), await serveShared(t, url)];
      const written = new Map<string, string>();
      const progress = { isOver: false };
      const writers = servers.flatMap((server, index) =>
        [1, 2, 3, 4].map((each) => keepCreating(server.url, `${index}.${each}`, written, () => progress.isOver)),
      );
      for (let round = 0; round < 2; round += 1) {
        const { size } = written;
        while (written.size < size + 25) await setTimeout(10);
        await postgres.restart!();
      }
      progress.isOver = true;
      await Promise.all(writers);
      await assertStored(t, url, written, servers);
    },
  );

  test('a write whose commit does not reach the database gets status 503 and is not there', async (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    const proxy = await startTcpProxy(t, url);
    const server = await serveShared(t, proxy.url);
    await create(server, 'One');
    proxy.cutCommit = 'before';
    const reads: Promise<unknown>[] = [];
    proxy.onCut = () => reads.push(read(server));
    const { status, headers, body } = await create(server, 'Two');
    assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
    assert.match(body.errors[0].message, /^The connection to the database was lost during a write/);
    await Promise.all(reads);
    proxy.cutCommit = undefined;
    assert.deepEqual((await read(server)).at(-1), ['5', 'One']);
    assert.equal((await runSql(url, `select from ${schema}.lines`)).length, 2);
    assert.equal(idOf(await create(server, 'Three')), '6');
  });

  test('a read that sees a write which is undone gets status 503', async (t) => {
    const { url } = createSchemaUrl(t, postgres);
    const proxy = await startTcpProxy(t, url);
    const server = await serveShared(t, proxy.url);
    const body = JSON.stringify({ query: titles });
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const reading = request(server.url, { method: 'POST', headers });
    const response = once(reading, 'response') as Promise<[IncomingMessage]>;
    reading.write(body.slice(0, 10));
    // The server has read what others wrote, and waits for the rest of the body.
    await setTimeout(300);
    proxy.trap = { text: 'commit\0', run: () => (proxy.isSilent = true) };
    const write = create(server, 'Undone');
    while (!proxy.isSilent) await setTimeout(5);
    assert.equal(server.openedStore.store.all('meetings').length, 5);
    reading.end(body.slice(10));
    await setTimeout(200);
    proxy.isSilent = false;
    proxy.cut();
    const [{ statusCode }] = await response;
    assert.deepEqual([statusCode, (await write).status], [503, 503]);
  });

  test('a network that swallows everything costs no request more than 5 s, and health none at all', async (t) => {
    const { url } = createSchemaUrl(t, postgres);
    const proxy = await startTcpProxy(t, url);
    const server = await serveShared(t, proxy.url);
    const root = async (query = '') => {
      const startedAt = performance.now();
      const response = await fetch(new URL(`/${query}`, server.url));
      const { store } = (await response.json()) as { store?: string };
      return { status: response.status, store, ms: performance.now() - startedAt };
    };
    assert.equal((await root('?ready')).store, 'ok');
    proxy.isSilent = true;
    const startedAt = performance.now();
    const writes = [1, 2, 3].map((count) => create(server, `Write ${count}`));
    const { status, store, ms } = await root();
    assert.deepEqual([status, store], [200, 'unavailable']);
    assert.ok(ms < 3000, `${ms} ms`);
    assert.equal((await root('?ready')).status, 503);
    for (const write of writes) assert.equal((await write).status, 503);
    assert.ok(performance.now() - startedAt < 7000, `${performance.now() - startedAt} ms`);
    proxy.isSilent = false;
    proxy.cut();
    while ((await root('?ready')).status !== 200) await setTimeout(50);
    assert.equal((await create(server, 'Afterwards')).status, 200);
    assert.equal((await root()).store, 'ok');
  });

  test('a write whose commit gets no response may be stored, and is read then', async (t) => {
    const { url } = createSchemaUrl(t, postgres);
    const proxy = await startTcpProxy(t, url);
    const server = await serveShared(t, proxy.url);
    proxy.cutCommit = 'after';
    const { status, body } = await create(server, 'Stored');
    assert.equal(status, 503);
    assert.match(body.errors[0].message, /^The connection to the database was lost during a write/);
    assert.deepEqual((await read(server)).at(-1), ['5', 'Stored']);
    assert.equal(idOf(await create(server, 'Next')), '6');
  });
});
