import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startControlServer } from '../../test/support/control-server.ts';

const createMeeting = (title: string) => `mutation { component(id: 2) { ... on MeetingsMutation { createMeeting(input: {
  attributes: { title: "${title}", description: "D", location: "L", address: "A", startTime: "2027-05-01T18:00:00Z",
  endTime: "2027-05-01T20:00:00Z", typeOfMeeting: IN_PERSON, registrationType: REGISTRATION_DISABLED } }) { id } } } }`;
const listMeetings =
  '{ component(id: 2) { ... on Meetings { meetings { nodes { id title { translation(locale: "en") } } } } } }';
const inSession = (name: string) => ({ 'x-plenum-session': name, authorization: 'Bearer member-token' });

test('200 sessions in parallel see only their own writes', async (t) => {
  const { query, instance, sessions } = await startControlServer(t);
  const writes = 5;
  await Promise.all(
    Array.from({ length: 200 }, async (_, number) => {
      const headers = inSession(`test-${number}`);
      const titles = Array.from({ length: writes }, (__, write) => `${number}/${write}`);
      for (const [index, title] of titles.entries()) {
        const { data } = await query(createMeeting(title), headers);
        assert.equal(data.component.createMeeting.id, String(5 + index));
      }
      const { data } = await query(listMeetings, headers);
      const created = data.component.meetings.nodes.filter(({ id }: { id: string }) => Number(id) > 4);
      assert.deepEqual(
        created.map((node: { title: { translation: string } }) => node.title.translation).toSorted(),
        titles,
      );
    }),
  );
  assert.equal(sessions.names.length, 200);
  assert.equal(instance.store.all('meetings').length, 4);
});

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
  const { query, sessions } = await startControlServer(t, { sessionIdleMs: 30 });
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
  const { fetch, send, sessions } = await startControlServer(t, { sessionIdleMs: 300 });
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
