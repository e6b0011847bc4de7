import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startControlServer } from '../../test/support/control-server.ts';
import { sendRawRequest } from '../../test/support/raw-http.ts';

test('writes and sign-in succeed when the clock is at its end', async (t) => {
  const { world, query, send, bugs } = await startControlServer(t);
  const end = Date.UTC(9998, 11, 31);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  world.clock.setting = { mode: 'offset', by: end - Date.now() - 1 };
  // The clock goes on past its end.
  t.mock.timers.tick(6);
  assert.equal(world.clock.now(), end);
  const { data } = await query(
    `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) {
      answer(input: { attributes: { state: "accepted", answerContent: { en: "Yes" } } }) { answeredAt } } } } }`,
    { authorization: 'Bearer admin-token' },
  );
  assert.equal(data.component.proposal.answer.answeredAt, '9998-12-31T00:00:00+00:00');
  const signIn = { api_user: { key: 'admin-key', secret: 'admin-secret-0123456789' } };
  assert.equal((await send('POST', '/api/sign_in', signIn)).status, 200);
  assert.deepEqual(bugs, []);
});

for (const name of ['.', '..', '%2e', '%2E%2e'])
  test(`${name} is no name of a session or a snapshot`, async (t) => {
    const { send, url, sessions, world } = await startControlServer(t);
    const requests = [
      ['PUT', `/__admin/sessions/${name}`],
      ['DELETE', `/__admin/sessions/${name}`],
      ['PUT', `/__admin/snapshots/${name}`],
      ['DELETE', `/__admin/snapshots/${name}`],
      ['POST', `/__admin/snapshots/${name}/restore`],
    ] as const;
    for (const [method, path] of requests) {
      // A client that follows the URL standard removes the name from the path, another one sends it.
      const shortened = await send(method, path);
      assert.match(String(shortened.status), /40[045]/, `${method} ${path}`);
      const sent = await sendRawRequest(url, { method, path, headers: {} });
      assert.match(String(sent.status), /40[045]/, sent.text);
    }
    const ofSession = await send(
      'POST',
      '/api',
      { query: '{ __typename }' },
      { 'x-plenum-session': decodeURIComponent(name) },
    );
    assert.equal(ofSession.status, 400);
    assert.equal((await send('PUT', '/__admin/sessions/a', { from: decodeURIComponent(name) })).status, 400);
    assert.deepEqual([sessions.names, world.snapshots], [[], []]);
  });

test('names that contain dots are names', async (t) => {
  const { send, sessions } = await startControlServer(t);
  for (const name of ['...', '.a', 'a..', '..-'])
    assert.equal((await send('PUT', `/__admin/sessions/${name}`)).status, 200, name);
  assert.equal(sessions.names.length, 4);
});

for (const name of ['Trailer', 'UPGRADE', 'TE', 'Keep-Alive', 'Proxy-Connection', 'Expect', 'HTTP2-Settings'])
  test(`a fault with the header ${name} is refused`, async (t) => {
    const { send, bugs } = await startControlServer(t);
    const fault = { effect: { status: 503, headers: { [name]: 'x' } } };
    const member = `effect.headers.${name}`;
    const added = await send('POST', '/__admin/faults', fault);
    assert.deepEqual([added.status, added.body.member], [400, member]);
    const asked = await send('POST', '/api', { query: '{ __typename }' }, { 'x-plenum-fault': JSON.stringify(fault) });
    assert.deepEqual([asked.status, bugs], [400, []]);
    assert.ok(asked.body.errors[0].message.includes(member));
  });
