import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { readAllBytes, sendRequest, startUpstream, startRecorderFor } from '../../test/support/upstream-server.ts';

const query = '{"query":"{ __typename }"}';
const responseBody = '{"data":{"__typename":"Query"}}';
const json = { 'Content-Type': 'application/json' };

test('forwards a request and its response, without the headers of a connection', async (t) => {
  const received: { message: IncomingMessage; body: Buffer }[] = [];
  const upstream = await startUpstream(t, async (message, response) => {
    received.push({ message, body: await readAllBytes(message) });
    const cookies = ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'];
    const headers = ['Content-Type', 'application/json', 'Content-Encoding', 'gzip', 'Keep-Alive', 'timeout=5'];
    response.writeHead(203, [...headers, ...cookies]);
    response.end(gzipSync(responseBody));
  });
  const { url, close } = await startRecorderFor(t, `${upstream}/api`);
  const headers = { ...json, 'X-Twice': ['1', '2'], TE: 'trailers', Connection: 'TE, close', 'Accept-Language': 'ca' };
  const response = await sendRequest(`${url}?locale=ca&x=%2f`, 'POST', headers, query);
  assert.deepEqual([response.statusCode, response.bytes.toString()], [203, responseBody]);
  assert.equal(response.headers['content-type'], 'application/json');
  assert.equal(response.headers['content-length'], String(responseBody.length));
  assert.deepEqual(response.headers['set-cookie'], ['a=1', 'b=2']);
  assert.equal(response.headers['content-encoding'], undefined);
  const [{ message, body }] = received as [(typeof received)[0]];
  assert.deepEqual([message.method, message.url, body.toString()], ['POST', '/api?locale=ca&x=%2f', query]);
  assert.equal(message.headers.host, new URL(upstream).host);
  assert.equal(message.headers['x-twice'], '1, 2');
  assert.equal(message.headers['accept-language'], 'ca');
  assert.equal(message.headers.te, undefined);
  assert.equal((await close()).notRecordable[0]!.reason, 'the response has the HTTP status 203');
});

test('forwards other methods and statuses without recording them, and no body that is too long', async (t) => {
  const upstream = await startUpstream(t, async (message, response) => {
    const body = await readAllBytes(message);
    response.writeHead(Number(message.headers['x-status'] ?? 200), json);
    response.end(message.method === 'HEAD' ? undefined : body);
  });
  const { url, close } = await startRecorderFor(t, upstream);
  const tooLong = Buffer.alloc(11 * 1024 * 1024, ' ');
  assert.equal((await sendRequest(url, 'POST', json, tooLong)).statusCode, 413);
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
  assert.deepEqual(await close(), {
    written: [],
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
    [cut, 'the connection ended before the response was complete (UND_ERR_SOCKET)'],
    [silent, 'no complete response within 50 ms'],
    ['http://127.0.0.1:2', 'the connection is refused: nothing listens at this host and port (ECONNREFUSED)'],
  ] as const) {
    const { url, close } = await startRecorderFor(t, upstream, { timeoutMs: upstream === silent ? 50 : 5000 });
    const { statusCode, headers, bytes } = await sendRequest(url, 'POST', json, query);
    assert.deepEqual([statusCode, headers['content-type']], [502, 'application/json; charset=utf-8']);
    const message = `The upstream does not respond: ${reason}`;
    assert.deepEqual(JSON.parse(bytes.toString()), { errors: [{ message }] });
    assert.deepEqual(await close(), { written: [], withheld: [], notRecordable: [] });
  }
});

test('a response that is cut gives status 502 and is not recorded', async (t) => {
  const upstream = await startUpstream(t, (_, response) => {
    response.writeHead(200, { ...json, 'Content-Length': '1000' });
    response.write(responseBody, () => response.destroy());
  });
  const { url, close } = await startRecorderFor(t, upstream);
  assert.equal((await sendRequest(url, 'POST', json, query)).statusCode, 502);
  assert.deepEqual((await close()).written, []);
});

test('appends a path to the path of the upstream unless it contains it', async (t) => {
  const paths: string[] = [];
  const upstream = await startUpstream(t, (message, response) => {
    paths.push(message.url!);
    response.end('{}');
  });
  const { url } = await startRecorderFor(t, `${upstream}/api/`);
  const sent = ['/', '/?a=/', '/api', '/api?a', '/api/sign_in', '/sign_in', '/apis'];
  for (const path of sent) await sendRequest(url, 'GET', {}, '', { path });
  const expected = ['/api', '/api?a=/', '/api', '/api?a', '/api/sign_in', '/api/sign_in', '/api/apis'];
  assert.deepEqual(paths, expected);
});

test('a redirect within the upstream leads to the recorder, and every other is told', async (t) => {
  let location = '';
  const upstream = await startUpstream(t, (_, response) => response.writeHead(308, { location }).end());
  const told: string[] = [];
  const { url, close } = await startRecorderFor(t, `${upstream}/api`, { onExchange: (line) => told.push(line) });
  const { port } = new URL(upstream);
  const elsewhere = 'where nothing is recorded: that is no address of';
  for (const [sent, received, sentence] of [
    [`${upstream}/api/sign_in?a=1#b`, '/api/sign_in?a=1#b'],
    ['sign_in', '/sign_in', `${upstream}/sign_in`],
    ['/api', '/api'],
    [`https://127.0.0.1:${port}/api`, `https://127.0.0.1:${port}/api`, `https://127.0.0.1:${port}/api`],
    ['//other.example/?code=abcdefgh', 'http://other.example/?code=abcdefgh', 'http://other.example/?code=<secret>'],
  ] as const) {
    location = sent;
    told.length = 0;
    const response = await sendRequest(url, 'POST', json, '[]');
    assert.equal(response.headers.location, received.startsWith('/sign_in') ? `${upstream}/sign_in` : received);
    assert.deepEqual(
      told,
      sentence === undefined ? [] : [`The upstream redirects to ${sentence}, ${elsewhere} ${upstream}/api.`],
    );
  }
  await close();
});
