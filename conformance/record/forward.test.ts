import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { upstreamPath } from './forward.ts';
import { readAllBytes, sendRequest, startUpstream, startRecorderFor } from '../../test/support/upstream-server.ts';

const query = '{"query":"{ __typename }"}';
const responseBody = '{"data":{"__typename":"Query"}}';
const json = { 'Content-Type': 'application/json' };

test('forwards a request and its response unchanged', async (t) => {
  const bytes = gzipSync(responseBody);
  const received: { message: IncomingMessage; body: Buffer }[] = [];
  const upstream = await startUpstream(t, async (message, response) => {
    received.push({ message, body: await readAllBytes(message) });
    response.sendDate = false;
    const headers = [
      'Content-Type',
      'application/json',
      'Content-Encoding',
      'gzip',
      'Set-Cookie',
      'a=1',
      'Set-Cookie',
      'b=2',
    ];
    const hopByHop = [
      'X-Of-This-Hop',
      '1',
      'Connection',
      'X-Of-This-Hop, close',
      'Content-Length',
      String(bytes.length),
    ];
    response.writeHead(200, 'Fine', [...headers, ...hopByHop]);
    response.end(bytes);
  });
  const { url, close } = await startRecorderFor(t, `${upstream}/api`);
  const headers = { ...json, 'X-Twice': ['1', '2'], 'X-Hop': '1', Connection: 'X-Hop, close', 'Accept-Language': 'ca' };
  const body = Buffer.from(`${query}\n`);
  const response = await sendRequest(
    `${url}?locale=ca&x=%2f`,
    'POST',
    { ...headers, 'Content-Length': String(body.length) },
    body,
  );
  assert.deepEqual([response.statusCode, response.statusMessage], [200, 'Fine']);
  assert.deepEqual(response.bytes, bytes);
  assert.deepEqual(response.headers, {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    'set-cookie': ['a=1', 'b=2'],
    'content-length': String(bytes.length),
    connection: 'close',
  });
  const [{ message, body: receivedBody }] = received as [(typeof received)[0]];
  assert.deepEqual([message.method, message.url, receivedBody], ['POST', '/api?locale=ca&x=%2f', body]);
  assert.deepEqual(
    { ...message.headersDistinct },
    {
      host: [new URL(upstream).host],
      'content-type': ['application/json'],
      'x-twice': ['1', '2'],
      'accept-language': ['ca'],
      'content-length': [String(body.length)],
      connection: ['close'],
    },
  );
  assert.equal((await close()).written.length, 1);
});

test('forwards large bodies, other methods and other statuses without recording them', async (t) => {
  const upstream = await startUpstream(t, async (message, response) => {
    const body = await readAllBytes(message);
    response.writeHead(Number(message.headers['x-status'] ?? 200), json);
    response.end(message.method === 'HEAD' ? undefined : body);
  });
  const sentences: string[] = [];
  const { url, close } = await startRecorderFor(t, upstream, { onExchange: (each) => sentences.push(each) });
  const large = Buffer.alloc(11 * 1024 * 1024, ' ');
  large.write(query);
  assert.deepEqual((await sendRequest(url, 'POST', { ...json }, large)).bytes, large);
  for (const [method, status, body] of [
    ['DELETE', '204', ''],
    ['DELETE', '200', 'with a body'],
    ['HEAD', '200', ''],
    ['PUT', '200', query],
    ['POST', '503', query],
    ['POST', '418', ''],
  ] as const) {
    const chunked: Record<string, string> = body ? { 'Transfer-Encoding': 'chunked' } : {};
    const response = await sendRequest(url, method, { ...json, ...chunked, 'X-Status': status }, body);
    assert.deepEqual([response.statusCode, response.bytes.toString()], [Number(status), body]);
  }
  assert.equal(sentences[0], 'POST /api/ is not recorded: it is too long, or its compression is unknown');
  assert.deepEqual(await close(), {
    written: [],
    unwritten: [],
    withheld: [],
    notRecordable: [
      { exchange: 'exchange 1 (__typename by anonymous)', reason: 'the response has the HTTP status 503' },
    ],
  });
});

test('sends status 502 with a GraphQL error if the upstream does not respond', async (t) => {
  const silent = await startUpstream(t, () => {});
  const cut = await startUpstream(t, (message) => message.socket.destroy());
  for (const [upstream, reason] of [
    [cut, 'ECONNRESET'],
    [silent, 'nothing received for 50 ms'],
    ['http://127.0.0.1:1', 'ECONNREFUSED'],
  ] as const) {
    const { url, close } = await startRecorderFor(t, upstream, { timeoutMs: upstream === silent ? 50 : 5000 });
    const { statusCode, headers, bytes } = await sendRequest(url, 'POST', json, query);
    assert.deepEqual([statusCode, headers['content-type']], [502, 'application/json; charset=utf-8']);
    const message = `The upstream does not respond: ${reason}`;
    assert.deepEqual(JSON.parse(bytes.toString()), { errors: [{ message }] });
    assert.deepEqual(await close(), { written: [], unwritten: [], withheld: [], notRecordable: [] });
  }
});

test('aborts the response to the client if the upstream aborts it', async (t) => {
  const upstream = await startUpstream(t, (_, response) => {
    response.writeHead(200, { ...json, 'Content-Length': '1000' });
    response.write(responseBody, () => response.destroy());
  });
  const { url, close } = await startRecorderFor(t, upstream);
  await assert.rejects(sendRequest(url, 'POST', json, query), /aborted/);
  assert.deepEqual((await close()).written, []);
});

test('appends a path to the path of the upstream unless it contains it', () => {
  const upstream = new URL('http://example.org/api/');
  for (const [path, expected] of [
    ['/', '/api'],
    ['/?a=/', '/api?a=/'],
    ['/api', '/api'],
    ['/api?a', '/api?a'],
    ['/api/sign_in', '/api/sign_in'],
    ['/sign_in', '/api/sign_in'],
    ['/apis', '/api/apis'],
  ] as const)
    assert.equal(upstreamPath(upstream, path), expected, path);
  assert.equal(upstreamPath(new URL('http://example.org'), '/'), '/');
});
