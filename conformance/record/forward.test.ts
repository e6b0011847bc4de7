import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { upstreamPath } from './forward.ts';
import { readAllBytes, sendRequest, startUpstream, startRecorderFor } from '../../test/support/upstream-server.ts';

const query = '{"query":"{ __typename }"}';
const answered = '{"data":{"__typename":"Query"}}';
const json = { 'Content-Type': 'application/json' };

test('a request and its answer come through as they were sent', async (t) => {
  const bytes = gzipSync(answered);
  const seen: { message: IncomingMessage; body: Buffer }[] = [];
  const upstream = await startUpstream(t, async (message, response) => {
    seen.push({ message, body: await readAllBytes(message) });
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
    const hops = ['X-Of-This-Hop', '1', 'Connection', 'X-Of-This-Hop, close', 'Content-Length', String(bytes.length)];
    response.writeHead(200, 'Fine', [...headers, ...hops]);
    response.end(bytes);
  });
  const { url, close } = await startRecorderFor(t, `${upstream}/api`);
  const headers = { ...json, 'X-Twice': ['1', '2'], 'X-Hop': '1', Connection: 'X-Hop, close', 'Accept-Language': 'ca' };
  const body = Buffer.from(`${query}\n`);
  const answer = await sendRequest(
    `${url}?locale=ca&x=%2f`,
    'POST',
    { ...headers, 'Content-Length': String(body.length) },
    body,
  );
  assert.deepEqual([answer.statusCode, answer.statusMessage], [200, 'Fine']);
  assert.deepEqual(answer.bytes, bytes);
  assert.deepEqual(answer.headers, {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    'set-cookie': ['a=1', 'b=2'],
    'content-length': String(bytes.length),
    connection: 'close',
  });
  const [{ message, body: received }] = seen as [(typeof seen)[0]];
  assert.deepEqual([message.method, message.url, received], ['POST', '/api?locale=ca&x=%2f', body]);
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

test('large bodies, other methods and other statuses come through, and are no cases', async (t) => {
  const upstream = await startUpstream(t, async (message, response) => {
    const body = await readAllBytes(message);
    response.writeHead(Number(message.headers['x-status'] ?? 200), json);
    response.end(message.method === 'HEAD' ? undefined : body);
  });
  const { url, close } = await startRecorderFor(t, upstream);
  const large = Buffer.alloc(9 * 1024 * 1024, ' ');
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
    const answer = await sendRequest(url, method, { ...json, ...chunked, 'X-Status': status }, body);
    assert.deepEqual([answer.statusCode, answer.bytes.toString()], [Number(status), body]);
  }
  assert.deepEqual(await close(), {
    written: [],
    withheld: [],
    notRecordable: [
      { exchange: 'exchange 1 (a request by anonymous)', reason: 'the request is too long' },
      { exchange: 'exchange 2 (__typename by anonymous)', reason: 'the answer has the HTTP status 503' },
    ],
  });
});

test('an upstream that does not answer is a 502 with a GraphQL error, and no case', async (t) => {
  const silent = await startUpstream(t, () => {});
  const cut = await startUpstream(t, (message) => message.socket.destroy());
  for (const [upstream, reason] of [
    [cut, 'ECONNRESET'],
    [silent, 'silent for 50 ms'],
    ['http://127.0.0.1:1', 'ECONNREFUSED'],
  ] as const) {
    const { url, close } = await startRecorderFor(t, upstream, { timeoutMs: upstream === silent ? 50 : 5000 });
    const { statusCode, headers, bytes } = await sendRequest(url, 'POST', json, query);
    assert.deepEqual([statusCode, headers['content-type']], [502, 'application/json; charset=utf-8']);
    const message = `The upstream does not answer: ${reason}`;
    assert.deepEqual(JSON.parse(bytes.toString()), { errors: [{ message }] });
    assert.deepEqual(await close(), { written: [], withheld: [], notRecordable: [] });
  }
});

test('an answer that is cut off is cut off for the client, and no case', async (t) => {
  const upstream = await startUpstream(t, (_, response) => {
    response.writeHead(200, { ...json, 'Content-Length': '1000' });
    response.write(answered, () => response.destroy());
  });
  const { url, close } = await startRecorderFor(t, upstream);
  await assert.rejects(sendRequest(url, 'POST', json, query), /aborted/);
  assert.deepEqual((await close()).written, []);
});

test('a path is that of the upstream, or is put below it', () => {
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
