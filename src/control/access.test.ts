import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startControlServer } from '../../test/support/control-server.ts';
import { sendRawRequest } from '../../test/support/raw-http.ts';

const session = { 'x-plenum-session': 'a' };
const ownOrigin = { origin: 'http://localhost:5173' };
const foreignOrigin = { origin: 'https://front.example' };

test('pages of this machine can use the control API and the session header', async (t) => {
  const { send } = await startControlServer(t);
  for (const path of ['/__admin/reset', '/api']) {
    const { status, headers } = await send('OPTIONS', path, undefined, {
      ...ownOrigin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-plenum-session',
    });
    assert.equal(status, 204);
    assert.match(headers.get('access-control-allow-origin')!, /^(\*|http:\/\/localhost:5173)$/);
    assert.match(headers.get('access-control-allow-headers')!, /x-plenum-session/i);
    assert.match(headers.get('access-control-allow-methods')!, /POST/);
  }
  const { status, headers } = await send('POST', '/__admin/reset', {}, ownOrigin);
  assert.deepEqual([status, headers.get('access-control-allow-origin')], [204, ownOrigin.origin]);
});

test('pages of foreign origins can use neither, unless corsOrigins allows them', async (t) => {
  const { send, query, sessions } = await startControlServer(t);
  for (const path of ['/__admin/health', '/__admin/nothing', '/']) {
    const { status, headers } = await send('GET', path, undefined, foreignOrigin);
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [403, null], path);
  }
  assert.match((await query('{ __typename }', { ...session, ...foreignOrigin })).errors[0].message, /front\.example/);
  assert.deepEqual(sessions.names, []);
  const allowed = await startControlServer(t, { corsOrigin: [foreignOrigin.origin] });
  assert.equal((await allowed.send('POST', '/__admin/reset', {}, foreignOrigin)).status, 204);
  assert.ok((await allowed.query('{ __typename }', { ...session, ...foreignOrigin })).data);
});

test('pages that the server itself sent can use the control by its address, and by an allowed name behind a proxy', async (t) => {
  const { url } = await startControlServer(t, {
    host: '0.0.0.0',
    controlToken: 'secret',
    allowedHosts: ['demo.example', '10.1.2.3'],
  });
  const statusOf = async (path: string, host: string, origin: string) =>
    (await sendRawRequest(url, { method: 'GET', path, headers: { host, origin, authorization: 'Bearer secret' } }))
      .status;
  for (const path of ['/__pages/home/main.js', '/__admin/health']) {
    assert.equal(await statusOf(path, '10.1.2.3:4000', 'http://10.1.2.3:4000'), 200, path);
    assert.equal(await statusOf(path, 'demo.example', 'https://demo.example'), 200, path);
    assert.equal(await statusOf(path, 'demo.example', 'https://front.example'), 403, path);
  }
  const open = await startControlServer(t, { host: '0.0.0.0', controlToken: 'secret' });
  const rebound = { host: 'front.example:4000', origin: 'http://front.example:4000', authorization: 'Bearer secret' };
  assert.equal(
    (await sendRawRequest(open.url, { method: 'GET', path: '/__admin/health', headers: rebound })).status,
    403,
  );
});

test('foreign Hosts are refused', async (t) => {
  const { url } = await startControlServer(t);
  for (const path of ['/', '/__admin/health'])
    for (const [host, status] of [
      ['front.example', 403],
      ['localhost', 200],
    ] as const)
      assert.equal((await sendRawRequest(url, { method: 'GET', path, headers: { host } })).status, status);
});

test('with a token, every request needs it', async (t) => {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const { send } = await startControlServer(t, { host, controlToken: 'secret' });
    for (const [authorization, status] of [
      ['', 401],
      ['Bearer wrong', 401],
      ['Bearer admin-token', 401],
      ['Bearer secret', 200],
    ] as const)
      assert.equal((await send('GET', '/__admin/health', undefined, { authorization })).status, status);
    assert.equal((await send('GET', '/')).status, 200);
    assert.equal((await send('GET', '/__admin/nothing')).headers.get('www-authenticate'), 'Bearer');
  }
});

test('on another address without a token, the control needs a random one', async (t) => {
  const { send, query, sessions, controlToken } = await startControlServer(t, { host: '0.0.0.0' });
  assert.match(controlToken!, /^[\w-]{22}$/);
  assert.notEqual((await startControlServer(t, { host: '0.0.0.0' })).controlToken, controlToken);
  assert.equal((await startControlServer(t)).controlToken, undefined);
  const refused = await send('GET', '/__admin/health', undefined, { authorization: 'Bearer undefined' });
  assert.equal(refused.status, 401);
  assert.match(refused.body.detail, /--control-token, or with the token that the start has printed/);
  assert.match((await query('{ __typename }', session)).errors[0].message, /no session "a".*the control token/);
  assert.deepEqual(sessions.names, []);
  assert.ok((await query('{ __typename }')).data);
  const authorization = `Bearer ${controlToken}`;
  assert.equal((await send('PUT', '/__admin/sessions/a', undefined, { authorization })).status, 200);
  assert.ok((await query('{ __typename }', session)).data);
});
