import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startControlServer } from '../../test/support/control-server.ts';
import { startControlledServer } from '../../test/support/controlled-server.ts';
import { TestSessions } from './test-sessions.ts';

const inSession = (name: string) => ({ 'x-plenum-session': name, authorization: 'Bearer member-token' });

test('a further session than maxSessions is refused, and the others stay', async (t) => {
  const { query, send, sessions } = await startControlServer(t, { maxSessions: 2 });
  for (const name of ['a', 'b']) await query('{ __typename }', inSession(name));
  assert.match((await query('{ __typename }', inSession('c'))).errors[0].message, /2 sessions.*--max-sessions/);
  const { status, headers } = await send('PUT', '/__admin/sessions/c');
  assert.deepEqual([status, headers.get('content-type')], [409, 'application/problem+json']);
  assert.equal((await send('PUT', '/__admin/sessions/a')).status, 200);
  assert.deepEqual(sessions.names, ['a', 'b']);
});

test('a session is dropped when it is idle', async (t) => {
  const { query, sessions } = await startControlServer(t, { sessionIdle: 30 / 60_000 });
  await query('{ __typename }', inSession('a'));
  for (let tries = 0; sessions.names.length > 0; tries++) {
    assert.ok(tries < 100, 'the session is still there');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

test('the header wins over the cookie, and an invalid name is refused', async (t) => {
  const { send, query, sessions } = await startControlServer(t);
  await query('{ __typename }', { cookie: 'x=1; x-plenum-session=from-cookie' });
  await query('{ __typename }', { cookie: 'x-plenum-session=other', 'x-plenum-session': 'from-header' });
  assert.deepEqual(sessions.names, ['from-cookie', 'from-header']);
  for (const name of ['', 'a b', 'x'.repeat(101)])
    assert.equal((await send('POST', '/api', { query: '{ __typename }' }, { 'x-plenum-session': name })).status, 400);
});

test('the events of a session end when it is replaced, deleted, or idle', { timeout: 20_000 }, async (t) => {
  const { fetch, send, sessions } = await startControlServer(t, { sessionIdle: 300 / 60_000 });
  const readEvents = async () => (await fetch('/__admin/events', { headers: { 'x-plenum-session': 'a' } })).text();
  const replaced = readEvents();
  while (sessions.names.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await send('PUT', '/__admin/sessions/a');
  assert.equal(await replaced, '');
  const deleted = readEvents();
  await send('POST', '/__admin/requests/find', {}, { 'x-plenum-session': 'a' });
  await send('DELETE', '/__admin/sessions/a');
  assert.equal(await deleted, '');
  assert.equal(await readEvents(), '');
  assert.deepEqual(sessions.names, []);
});

test('where the control needs a token, only a client with the token creates sessions', async (t) => {
  const { send, sessions } = await startControlServer(t, { controlToken: 'the-token' });
  const inNew = (name: string) => send('POST', '/api', { query: '{ __typename }' }, { 'x-plenum-session': name });
  const refused = await inNew('a');
  assert.equal(refused.status, 404);
  assert.match(refused.body.errors[0].message, /no session "a".*PUT \/__admin\/sessions/);
  assert.deepEqual(sessions.names, []);
  const authorization = 'Bearer the-token';
  assert.equal((await send('PUT', '/__admin/sessions/a', undefined, { authorization })).status, 200);
  assert.equal((await inNew('a')).status, 200);
  assert.equal(
    (await send('POST', '/__admin/reset', undefined, { authorization, 'x-plenum-session': 'b' })).status,
    204,
  );
  assert.equal((await send('POST', '/__admin/reset', undefined, { 'x-plenum-session': 'c' })).status, 401);
  assert.deepEqual(sessions.names, ['a', 'b']);
});

test('the session that is idle for longest gives way to a new one, and one that is used does not', async (t) => {
  const { world } = await startControlledServer(t);
  const options = { maxSessions: 2, idleMs: 60_000, create: async () => world };
  const sessions = new TestSessions({ ...options, giveWayMs: 50 });
  t.after(() => ['a', 'b', 'c', 'd'].forEach((name) => sessions.delete(name)));
  for (const name of ['a', 'b']) await sessions.get(name);
  assert.throws(() => sessions.get('c'), /2 sessions already/);
  await new Promise((resolve) => setTimeout(resolve, 80));
  await sessions.get('a');
  await sessions.get('c');
  assert.deepEqual(sessions.names, ['a', 'c']);
  assert.throws(() => sessions.get('d'), /2 sessions already/);
});

test('with an idle time of 0, sessions stay: none is dropped, and none gives way', async (t) => {
  const world = startControlledServer(t).then((server) => server.world);
  const options = { maxSessions: 1, giveWayMs: 0, create: () => world };
  const idle = new TestSessions({ ...options, idleMs: 60_000 });
  await idle.get('a');
  await idle.get('b');
  assert.deepEqual(idle.names, ['b']);
  const staying = new TestSessions({ ...options, idleMs: 0 });
  await staying.get('a');
  const dropped = new TestSessions({ ...options, idleMs: 20 });
  await dropped.get('a');
  while (dropped.names.length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.throws(() => staying.get('b'), { status: 409, message: /1 sessions already, which stay\./ });
  assert.deepEqual(staying.names, ['a']);
});
