import assert from 'node:assert/strict';
import test from 'node:test';
import { startRawServer } from '../../test/support/raw-http.ts';
import { sendRequest, startRecorderFor, startUpstream } from '../../test/support/upstream-server.ts';

const json = { 'Content-Type': 'application/json' };
const query = '{"query":"{ __typename }"}';

test('an upstream that sends no valid HTTP gives status 502, and the recorder goes on', async (t) => {
  const upstream = await startRawServer(t, (socket) => socket.write('HTTP/1.1 600 High\r\nContent-Length: 0\r\n\r\n'));
  const { url, close } = await startRecorderFor(t, upstream);
  for (let attempt = 0; attempt < 2; attempt++) {
    const { statusCode, bytes } = await sendRequest(url, 'POST', json, query);
    assert.equal(statusCode, 502);
    assert.match(bytes.toString(), /The upstream does not respond: the server sends the invalid status 600/);
  }
  assert.deepEqual(await close(), { written: [], withheld: [], notRecordable: [] });
});

test('a request to another server is refused', async (t) => {
  let received = 0;
  const upstream = await startUpstream(t, () => (received += 1));
  const { url } = await startRecorderFor(t, upstream);
  const { statusCode } = await sendRequest(url, 'GET', {}, '', { path: 'http://other.example/page' });
  assert.deepEqual([statusCode, received], [400, 0]);
});

/** Starts a recorder in front of an upstream that lets every page read its responses, and counts the requests to it. */
async function startOpenUpstream(t: test.TestContext, options: Parameters<typeof startRecorderFor>[2] = {}) {
  let received = 0;
  const upstream = await startUpstream(t, (_, response) => {
    received += 1;
    response.writeHead(200, {
      ...json,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Credentials': 'true',
    });
    response.end('{"data":{"__typename":"Query"}}');
  });
  const { url } = await startRecorderFor(t, upstream, options);
  const send = (headers: Record<string, string>, method = 'POST') =>
    sendRequest(url, method, { ...json, ...headers }, method === 'POST' ? query : '');
  return { send, received: () => received };
}

test('a request with a foreign Host gets status 403 and is not forwarded', async (t) => {
  const { send, received } = await startOpenUpstream(t);
  for (const Host of ['rebound.example', 'localhost.example:80', '127.0.0.1.example']) {
    const { statusCode, bytes } = await send({ Host });
    assert.equal(statusCode, 403, Host);
    assert.match(bytes.toString(), /Host .* is not allowed\. The option --allowed-hosts/);
  }
  assert.equal(received(), 0);
  for (const Host of ['localhost', '127.0.0.1:80', '[::1]']) assert.equal((await send({ Host })).statusCode, 200, Host);
  const open = await startOpenUpstream(t, { allowedHosts: ['proxy.example'] });
  assert.equal((await open.send({ Host: 'proxy.example:4000' })).statusCode, 200);
  assert.equal((await open.send({ Host: 'other.example' })).statusCode, 403);
});

test('a page of a foreign origin gets status 403, and nothing is forwarded', async (t) => {
  const { send, received } = await startOpenUpstream(t);
  for (const Origin of ['https://app.example', 'null', 'http://localhost.example'])
    for (const method of ['POST', 'GET', 'OPTIONS']) {
      const { statusCode, headers } = await send({ Origin, 'Access-Control-Request-Method': 'POST' }, method);
      assert.deepEqual([statusCode, headers['access-control-allow-origin']], [403, undefined], `${method} ${Origin}`);
    }
  assert.equal(received(), 0);
});

test('a page of this machine or of an allowed origin reads responses, and no other page does', async (t) => {
  const { send } = await startOpenUpstream(t, { corsOrigins: ['https://app.example'] });
  for (const Origin of ['http://localhost:5173', 'https://app.example']) {
    const { statusCode, headers } = await send({ Origin });
    assert.equal(statusCode, 200);
    assert.equal(headers['access-control-allow-origin'], Origin);
    assert.equal(headers['access-control-allow-credentials'], undefined);
    assert.equal(headers.vary, 'Origin');
  }
  assert.equal((await send({})).headers['access-control-allow-origin'], undefined);
});

test('the preflight of a page of this machine is answered by the recorder', async (t) => {
  const { send, received } = await startOpenUpstream(t);
  const { statusCode, headers } = await send(
    {
      Origin: 'http://localhost:5173',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type',
    },
    'OPTIONS',
  );
  assert.equal(statusCode, 204);
  assert.equal(headers['access-control-allow-origin'], 'http://localhost:5173');
  assert.match(headers['access-control-allow-methods']!, /\bPOST\b/);
  assert.equal(headers['access-control-allow-headers'], 'authorization,content-type');
  assert.equal(received(), 0);
});
