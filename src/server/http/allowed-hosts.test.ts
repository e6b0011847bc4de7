import assert from 'node:assert/strict';
import { connect } from 'node:net';
import test, { type TestContext } from 'node:test';
import { decidimServerDialect as decidim } from '../../../test/support/dialects.ts';
import { serverDialect as specification } from '../../dialects/specification.ts';
import {
  type RawResponse,
  assertHttpError,
  jsonHeaders,
  sendRawRequest,
  typenameRequest,
  typenameResponse,
} from '../../../test/support/raw-http.ts';
import { startTestServer } from '../../../test/support/test-server.ts';
import { createExecutor } from '../executors.ts';

const loopbackHosts = [
  'localhost',
  'localhost:4000',
  'LOCALHOST:4000',
  'localhost.:4000',
  'api.localhost:4000',
  'a.b.localhost',
  '127.0.0.1:4000',
  '127.255.255.254',
  '[::1]',
  '[::1]:4000',
];
const foreignHosts = [
  'front.example',
  'front.example:4000',
  'localhost.front.example',
  'front-localhost',
  '127.0.0.1.front.example:4000',
  '127.0.0.1@front.example',
  'front.example:127.0.0.1',
  '128.0.0.1',
  '0.0.0.0:4000',
  '192.168.1.2:4000',
  '[::2]:4000',
  '.localhost',
];

async function assertAllowed(send: (host: string) => Promise<RawResponse>, hosts: string[]): Promise<void> {
  for (const host of hosts) {
    const { status, text } = await send(host);
    assert.deepEqual([status, text], [200, typenameResponse], host);
  }
}

for (const [name, dialect] of Object.entries({ specification, decidim })) {
  const executor = createExecutor(dialect);
  const start = async (t: TestContext, allowedHosts: string[] | undefined) => {
    const { url } = await startTestServer(t, { dialect, executor, allowedHosts });
    return (host: string): Promise<RawResponse> =>
      sendRawRequest(url, { body: typenameRequest, headers: { ...jsonHeaders, host } });
  };

  test(`${name}: a server with allowed hosts refuses a Host that does not name this machine`, async (t) => {
    const send = await start(t, []);
    for (const host of foreignHosts) assertHttpError(await send(host), 403, /Host.*--allowed-hosts/);
    await assertAllowed(send, loopbackHosts);
    for (const host of foreignHosts) assertHttpError(await send(host), 403, /Host.*--allowed-hosts/);
  });

  test(`${name}: allowedHosts allows more names, with every port`, async (t) => {
    const send = await start(t, ['Front.example', 'stand-in:4000', '192.168.1.2']);
    await assertAllowed(send, ['front.example', 'FRONT.example:80', 'stand-in', '192.168.1.2:4000', 'localhost:4000']);
    for (const host of ['a.front.example', 'example']) assert.equal((await send(host)).status, 403, host);
    await assertAllowed(await start(t, ['*']), [...foreignHosts, ...loopbackHosts]);
  });

  test(`${name}: a foreign Host is refused on every path and method`, async (t) => {
    const { url } = await startTestServer(t, { dialect, executor, allowedHosts: [] });
    for (const [method, path] of [
      ['GET', '/'],
      ['POST', '/api/sign_in'],
      ['DELETE', '/api/sign_out'],
      ['OPTIONS', '/api'],
    ] as const) {
      const response = await sendRawRequest(url, { method, path, headers: { host: 'front.example' } });
      assertHttpError(response, 403, /Host/);
    }
  });

  test(`${name}: a request without a Host is accepted, because no browser sends one`, async (t) => {
    const { url } = await startTestServer(t, { dialect, executor, allowedHosts: [] });
    const { hostname, port } = new URL(url);
    const status = await new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write('GET /none HTTP/1.0\r\n\r\n'));
      socket
        .setEncoding('utf8')
        .on('data', (text: string) => resolve(text.split(' ')[1]))
        .on('error', reject);
    });
    assert.equal(status, '404');
  });
}
