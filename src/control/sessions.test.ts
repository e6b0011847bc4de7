import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startControlServer, startControlledServer } from '../../test/support/control-server.ts';
import { type TestSessionOptions, TestSessions } from './sessions.ts';
import type { World } from './world.ts';

/** Sessions of a server's world, which is all that they need. */
async function startSessions(t: TestContext, options: Omit<TestSessionOptions, 'create'>) {
  const { world } = await startControlledServer(t);
  const sessions = new TestSessions({ ...options, create: async () => world });
  t.after(() => sessions.names.forEach((name) => sessions.delete(name)));
  return sessions;
}

test('a session whose creation fails late does not end a newer one of its name', async (t) => {
  const { world } = await startControlledServer(t);
  let fail!: (error: Error) => void;
  const created = [new Promise<World>((_, reject) => (fail = reject)), Promise.resolve(world)];
  const sessions = new TestSessions({ create: () => created.shift()! });
  t.after(() => sessions.delete('a'));
  const first = sessions.create('a');
  await sessions.create('a');
  fail(new Error('late'));
  await assert.rejects(first, /late/);
  assert.deepEqual([sessions.names, await sessions.get('a')], [['a'], world]);
});

test('a session is dropped when it is idle', async (t) => {
  const sessions = await startSessions(t, { idleMs: 30 });
  await sessions.get('a');
  for (let tries = 0; sessions.names.length > 0; tries++) {
    assert.ok(tries < 100, 'the session is still there');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

for (const [title, options, minutes] of [
  ['after ten minutes', {}, 10],
  ['after a day where visitors have sessions', { sessionPerVisitor: true }, 24 * 60],
] as const)
  test(`a session of a server is dropped ${title}`, async (t) => {
    const { sessions } = await startControlServer(t, options);
    const { mock } = t.mock.method(globalThis, 'setTimeout');
    await sessions.get('a');
    const delays = mock.calls.map(({ arguments: [, ms = 0] }) => Math.round(ms / 60_000));
    assert.deepEqual(delays, [minutes]);
  });

test('the header wins over the cookie, and an invalid name is refused', async (t) => {
  const { send, query, sessions } = await startControlServer(t);
  await query('{ __typename }', { cookie: 'x=1; x-plenum-session=from-cookie' });
  await query('{ __typename }', { cookie: 'x-plenum-session=other', 'x-plenum-session': 'from-header' });
  assert.deepEqual(sessions.names, ['from-cookie', 'from-header']);
  for (const name of ['', 'a b', 'x'.repeat(101)])
    assert.equal((await send('POST', '/api', { query: '{ __typename }' }, { 'x-plenum-session': name })).status, 400);
});

test('the events of a session end when it is replaced or deleted', { timeout: 20_000 }, async (t) => {
  const { fetch, send, sessions } = await startControlServer(t);
  const readEvents = async () => (await fetch('/__admin/events', { headers: { 'x-plenum-session': 'a' } })).text();
  const replaced = readEvents();
  while (sessions.names.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await send('PUT', '/__admin/sessions/a');
  assert.equal(await replaced, '');
  const deleted = readEvents();
  await send('POST', '/__admin/requests/find', {}, { 'x-plenum-session': 'a' });
  await send('DELETE', '/__admin/sessions/a');
  assert.equal(await deleted, '');
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
  const sessions = await startSessions(t, { maxSessions: 2 });
  for (const name of ['a', 'b', 'a', 'c']) await sessions.get(name);
  assert.deepEqual(sessions.names, ['a', 'c']);
});
