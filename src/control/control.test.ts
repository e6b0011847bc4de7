import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createOpenApiValidator, startControlServer } from '../../test/support/control-server.ts';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { operations } from './operations/operations.ts';
import { version } from '../installation.ts';

const createMeeting = `mutation { component(id: 2) { ... on MeetingsMutation { createMeeting(input: { attributes: {
  title: "T", description: "D", location: "L", address: "A", startTime: "2027-05-01T18:00:00Z", endTime: "2027-05-01T20:00:00Z",
  typeOfMeeting: IN_PERSON, registrationType: REGISTRATION_DISABLED } }) { id createdAt } } } }`;
const member = { authorization: 'Bearer member-token' };

/** Starts a server whose requests and responses must follow the OpenAPI file. */
async function start(t: TestContext, options = {}) {
  const server = await startControlServer(t, options);
  const { isValidRequest, assertResponse } = await createOpenApiValidator(server);
  async function call(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    const response = await server.send(method, `/__admin${path}`, body, headers);
    assertResponse(method, `/__admin${path}`, response);
    const isRefused = response.status === 400;
    assert.equal(isValidRequest(method, `/__admin${path}`, body), !isRefused || response.body.member === 'user');
    return response;
  }
  const meetingIds = async (headers = {}) =>
    (await server.query('{ component(id: 2) { ... on Meetings { meetings { nodes { id } } } } }', headers)).data
      .component.meetings.nodes.length;
  const create = async (headers = {}) =>
    (await server.query(createMeeting, { ...member, ...headers })).data.component.createMeeting;
  const viewer = async (authorization: string) =>
    (await server.query('{ session { user { id } } }', { authorization })).data.session?.user.id ?? null;
  return { ...server, call, meetingIds, create, viewer };
}

test('GET / and health say which server this is', async (t) => {
  const { send, call } = await start(t);
  const identity = { version, dialect: 'specification', world: 'demo' };
  const { time, ...said } = (await send('GET', '/')).body;
  assert.deepEqual(said, { name: 'plenum', ...identity, store: 'ok' });
  assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000);
  const { body } = await call('GET', '/health');
  assert.deepEqual([body.version, body.dialect, body.records.meetings], [version, 'specification', 4]);
  assert.ok(body.uptime > 0);
});

test('GET / and health are 200 while the store is unavailable, and with ready 503', async (t) => {
  const data = join(createTemporaryFolder(t), 'data');
  const { send, call } = await start(t, { data });
  for (const path of ['/?ready', '/?ready=true', '/__admin/health?ready'])
    assert.equal((await send('GET', path)).status, 200);
  rmSync(join(data, 'locked-by'), { recursive: true });
  assert.equal((await send('GET', '/')).body.store, 'unavailable');
  const { status, body } = await call('GET', '/health');
  assert.deepEqual([status, body.store, body.records.meetings], [200, 'unavailable', 4]);
  for (const path of ['/?ready', '/__admin/health?ready']) {
    const response = await send('GET', path);
    assert.equal(response.status, 503);
    assert.match(response.body.detail, /^Another process may use the data folder/);
  }
  assert.equal((await send('GET', '/?ready=no')).status, 400);
});

test('reset returns to the world as it was loaded, and ends tokens', async (t) => {
  const { call, create, viewer, meetingIds } = await start(t);
  const { body: issued } = await call('POST', '/tokens', { user: 2 });
  assert.equal((await create()).id, '5');
  await call('PUT', '/clock', { mode: 'fixed', time: '2027-01-01T00:00:00Z' });
  await call('POST', '/faults', { effect: { status: 503 }, match: { operationName: 'Nothing' } });
  assert.equal((await call('POST', '/reset')).status, 204);
  assert.equal(await meetingIds(), 4);
  assert.equal((await create()).id, '5');
  assert.equal(await viewer(`Bearer ${issued.token}`), null);
  assert.equal((await call('GET', '/clock')).body.mode, 'wall');
  assert.deepEqual((await call('GET', '/faults')).body, { faults: [] });
  assert.deepEqual((await call('GET', '/tokens')).body, { tokens: [] });
});

test('a session is created from a snapshot, and reset returns it to that state', async (t) => {
  const { call, create, meetingIds } = await start(t);
  await create();
  await call('PUT', '/snapshots/one');
  const session = { 'x-plenum-session': 'a' };
  assert.equal((await call('PUT', '/sessions/a', { from: 'one' })).status, 200);
  assert.equal((await create(session)).id, '6');
  await call('POST', '/reset', undefined, session);
  assert.equal(await meetingIds(session), 5);
  await call('PUT', '/sessions/a');
  assert.equal(await meetingIds(session), 4);
  assert.equal(await meetingIds(), 5);
  assert.deepEqual((await call('GET', '/sessions')).body, { sessions: [{ name: 'a' }] });
  assert.equal((await call('DELETE', '/sessions/a')).status, 204);
  assert.equal((await call('DELETE', '/sessions/a')).status, 404);
});

test('the exported state can be imported', async (t) => {
  const { call, create, meetingIds, world } = await start(t);
  await create();
  const { body: state } = await call('GET', '/state');
  const records = world.store.records();
  await call('POST', '/reset');
  assert.equal((await call('PUT', '/state', state)).status, 204);
  assert.deepEqual(world.store.records(), records);
  assert.equal(await meetingIds(), 5);
  assert.equal((await create()).id, '6');
});

test('an import is refused with the words of plenum world check, and changes nothing', async (t) => {
  const { send, call, world } = await start(t);
  const { body: state } = await call('GET', '/state');
  const before = world.store.records();
  for (const [name, records, problem] of [
    ['meetings.json', [{ id: 1 }], 'meetings.json: record 1 (id 1): componentId: is missing'],
    ['meeting.json', [], 'meeting.json: unknown kind of record. Did you mean meetings? The kinds are organization, '],
    ['users.json', 1, 'users.json: must be a list of records, or an object with "$schema" and "records"'],
    ['organization.json', [], 'organization.json: must contain exactly one record'],
    ['__proto__', [], '__proto__: unknown kind of record'],
  ] as const) {
    const text = JSON.stringify({ ...state, 'x.json': 0 }).replace(
      '"x.json":0',
      `${JSON.stringify(name)}:${JSON.stringify(records)}`,
    );
    const { status, body } = await send('PUT', '/__admin/state', text);
    assert.deepEqual([status, body.member], [400, name]);
    assert.ok(
      body.problems.some((each: string) => each.startsWith(problem)),
      body.detail,
    );
    assert.deepEqual(world.store.records(), before);
  }
});

test('tokens are issued for any user, for a role, and for a new user', async (t) => {
  const { call, send, viewer, create, world } = await start(t);
  const issue = async (body: object) => (await call('POST', '/tokens', body)).body;
  assert.equal(await viewer(`Bearer ${(await issue({ user: 2, expiresIn: 'PT5M' })).token}`), '2');
  assert.equal(await viewer(`Bearer ${(await issue({ admin: true })).token}`), '1');
  assert.equal(await viewer(`Bearer ${(await issue({ user: 2, expiresIn: 'PT0S' })).token}`), null);
  const created = await issue({ admin: false, name: 'Ada' });
  assert.equal(world.store.find('users', created.user)?.name, 'Ada');
  assert.equal((await issue({ admin: false, name: 'Ada' })).user, created.user);
  assert.equal((await create({ authorization: `Bearer ${created.token}` })).id, '5');
  assert.equal((await call('DELETE', `/tokens/${created.id}`)).status, 204);
  assert.equal(await viewer(`Bearer ${created.token}`), null);
  assert.equal((await call('DELETE', `/tokens/${created.id}`)).status, 404);
  assert.equal((await issue({ name: 'Other robot' })).user, 3);
  assert.equal((await issue({ name: 'Admin robot' })).user, 1);
  const grace = world.store.get('users', (await issue({ name: 'Grace' })).user);
  assert.deepEqual([grace.name, grace.admin], ['Grace', false]);
  assert.equal((await issue({ name: 'Grace', admin: true })).user, grace.id + 1);
  assert.equal((await issue({})).user, 2);
  for (const body of [
    { user: 2, name: 'Grace' },
    { user: 2, admin: false },
  ])
    assert.match((await send('POST', '/__admin/tokens', body)).body.detail, /is for a request without "user"/);
  assert.equal((await call('GET', '/tokens')).body.tokens.length, 9);
  assert.deepEqual((await call('POST', '/tokens', { user: 99 })).body.member, 'user');
});

test('requests are listed, found, counted, awaited and deleted', async (t) => {
  const { call, query } = await start(t);
  for (const name of ['Sent', 'Other', 'Sent']) await query(`query ${name} { __typename }`);
  const namesOf = ({ body }: Awaited<ReturnType<typeof call>>) =>
    (body.requests as { operationName: string }[]).map(({ operationName }) => operationName);
  const sent = { match: { operationName: 'Sent' } };
  const neverSent = { match: { operationName: 'NeverSent' } };
  assert.deepEqual(namesOf(await call('GET', '/requests')), ['Sent', 'Other', 'Sent']);
  assert.deepEqual(namesOf(await call('POST', '/requests/find', sent)), ['Sent', 'Sent']);
  assert.deepEqual((await call('POST', '/requests/count', sent)).body, { count: 2 });
  assert.deepEqual((await call('POST', '/requests/count', neverSent)).body, { count: 0 });
  assert.equal((await call('POST', '/requests/wait', { ...sent, count: 2 })).status, 200);
  assert.equal((await call('POST', '/requests/wait', { ...neverSent, timeoutMs: 20 })).status, 408);
  assert.equal((await call('DELETE', '/requests')).status, 204);
  assert.deepEqual(namesOf(await call('GET', '/requests')), []);
});

test('every operation of the OpenAPI file answers, and every other path or method is a problem', async (t) => {
  const { send } = await start(t);
  const { assertResponse } = await createOpenApiValidator({ send });
  for (const { endpoint } of Object.values(operations)) {
    const [method, path] = endpoint.split(' ') as [string, string];
    if (path.endsWith('/events')) continue;
    const response = await send(method, path.replace(/\{\w+\}/, 'x'), method === 'GET' ? undefined : {});
    assertResponse(method.toLowerCase(), path.replace(/\{\w+\}/, 'x'), response);
    // A path with a name of this test says that there is no such record.
    if (response.status === 404) assert.ok(path.includes(`{${response.body.member}}`), endpoint);
    else assert.ok([200, 201, 204, 400, 408].includes(response.status), `${endpoint}: ${response.status}`);
  }
  for (const [method, path, status] of [
    ['GET', '/__admin', 404],
    ['GET', '/__admin/nothing', 404],
    ['PATCH', '/__admin/health', 405],
    ['PROPFIND', '/__admin/health', 405],
  ] as const) {
    const response = await send(method, path);
    assert.deepEqual([response.status, response.body.status], [status, status]);
    assert.match(response.headers.get('content-type')!, /^application\/problem\+json/);
  }
});

test('wait ends when its client disconnects', async (t) => {
  const { url, world, bugs } = await start(t);
  const client = new AbortController();
  const waiting = fetch(new URL('/__admin/requests/wait', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ timeoutMs: 60_000 }),
    signal: client.signal,
  });
  const isWaiting = () => world.requests.events.listenerCount('exchange') > 0;
  while (!isWaiting()) await setTimeout(5);
  client.abort();
  await assert.rejects(waiting);
  while (isWaiting()) await setTimeout(5);
  assert.deepEqual(bugs, []);
});

test('a request is read as a whole, and becomes the draft of a case', async (t) => {
  const { call, create } = await start(t);
  await create();
  const { body } = await call('GET', '/requests/1');
  assert.equal(body.request.operation.document, createMeeting);
  const { case: draft, file } = (await call('GET', '/requests/1/case')).body;
  assert.equal(file.name, 'create-meeting/recorded-1.yaml');
  assert.deepEqual([draft.id, draft.draft, draft.steps[0].actor], ['create-meeting/recorded-1', true, 'member']);
  for (const path of ['/requests/2', '/requests/x', '/requests/2/case'])
    assert.deepEqual((await call('GET', path)).body.member, 'id');
});
