import assert from 'node:assert/strict';
import { type RequestListener, createServer } from 'node:http';
import { type AddressInfo, type Socket, createServer as createTcpServer } from 'node:net';
import test, { type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startUpstream } from '../../test/support/upstream-server.ts';
import { graphqlRequest } from './http-message.ts';
import { NoResponseError } from './target.ts';
import { sendHttp } from './http.ts';

const request = graphqlRequest('{ a }', {}, { Authorization: 'Bearer a-secret' });
const send = (url: string, timeoutMs = 20_000) => sendHttp(url, request, timeoutMs);
const json = { 'Content-Type': 'application/json' };
const megabyte = Buffer.alloc(1_000_000, ' ');

/** A server that sends one body, and another one that writes what it is told to the connection. */
const startServer = (t: TestContext, body: string | Buffer, headers: Record<string, string> = {}) =>
  startUpstream(t, (_, response) => response.writeHead(200, { ...json, ...headers }).end(body));

async function startTcpServer(t: TestContext, respond: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('data', () => respond(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Writes a body of this many megabytes, as fast as it is read, and counts what was written. */
function startLongServer(t: TestContext, megabytes: number) {
  const sent = { megabytes: 0 };
  const listener: RequestListener = (_, response) => {
    response.writeHead(200, json);
    const write = () => {
      while (sent.megabytes < megabytes && !response.destroyed) {
        sent.megabytes += 1;
        if (!response.write(megabyte)) return void response.once('drain', write);
      }
      response.end('{}');
    };
    write();
  };
  return startUpstream(t, listener).then((url) => ({ url, sent }));
}

for (const [name, megabytes] of [
  ['a response of 300 MB', 300],
  ['an endless response', Infinity],
] as const)
  test(`reads the beginning of ${name}`, async (t) => {
    const { url, sent } = await startLongServer(t, megabytes);
    const { status, text, json: value, problem } = await send(url);
    assert.deepEqual([status, value, problem], [200, undefined, 'the response is longer than 10 MB']);
    assert.ok(text.length <= 1000);
    assert.ok(sent.megabytes < 100, `${sent.megabytes} MB were sent`);
  });

test('reads the beginning of a compressed response of 300 MB', async (t) => {
  // Parts that follow each other are one text.
  const part = gzipSync(Buffer.alloc(10_000_000, ' '));
  const bytes = Buffer.concat(Array.from({ length: 30 }, () => part));
  const url = await startServer(t, bytes, { 'Content-Encoding': 'gzip' });
  const before = process.memoryUsage().arrayBuffers;
  assert.equal((await send(url)).problem, 'the response is longer than 10 MB');
  assert.ok(process.memoryUsage().arrayBuffers - before < 100_000_000);
});

for (const [name, start] of [
  ['a body', 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{'],
  ['headers', 'HTTP/1.1 200 OK\r\nX-Slow: '],
  ['interim responses', ''],
] as const)
  test(`the time limit covers ${name} that never ends`, async (t) => {
    const timers: NodeJS.Timeout[] = [];
    t.after(() => timers.forEach(clearInterval));
    const url = await startTcpServer(t, (socket) => {
      socket.write(start);
      const part = start === '' ? 'HTTP/1.1 102 Processing\r\n\r\n' : ' ';
      timers.push(setInterval(() => socket.destroyed || socket.write(part), 20));
    });
    await assert.rejects(send(url, 300), new NoResponseError('no complete response within 300 ms'));
  });

const deep = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);
const problems: [string, string | Buffer, string][] = [
  ['lists nested 100,000 levels deep', `{"data":${deep(100_000)}}`, 'the response is nested deeper than 100 levels'],
  ['objects nested 100,000 levels deep', deep(100_000, '{"a":', '1}'), 'the response is nested deeper than 100 levels'],
  ['open lists', '['.repeat(5_000_000), 'the response is nested deeper than 100 levels'],
  ['a member twice', '{"data":{"a":1},"data":{"a":2}}', 'the response has two members "data" in one object'],
  [
    'a member twice, once escaped',
    String.raw`{"data":[{"a":1,"\u0061":2}]}`,
    'the response has two members "a" in one object',
  ],
  ['invalid UTF-8', Buffer.from('{"data":"\xff"}', 'latin1'), 'the response is not valid UTF-8'],
];
for (const [name, body, problem] of problems)
  test(`names the problem of ${name}`, async (t) => {
    const response = await send(await startServer(t, body));
    assert.deepEqual([response.json, response.problem], [undefined, problem]);
  });

for (const [name, body, value] of [
  ['a mark of the byte order', '\ufeff{"data":1}', { data: 1 }],
  ['100 levels', deep(100), JSON.parse(deep(100))],
  ['a text that looks nested', JSON.stringify({ data: deep(1000) }), { data: deep(1000) }],
  ['equal names in different objects', '{"a":{"a":[{"a":1},{"a":2}]}}', { a: { a: [{ a: 1 }, { a: 2 }] } }],
  ['a style sheet', 'a { b: c; b: c } ', undefined],
  ['nothing', '', undefined],
] as const)
  test(`accepts ${name}`, async (t) => {
    const response = await send(await startServer(t, body));
    assert.deepEqual([response.json, response.problem], [value, undefined]);
  });

for (const status of [301, 302, 303, 307, 308])
  test(`does not follow a redirect with status ${status}`, async (t) => {
    const received: unknown[] = [];
    const other = createServer((message, response) => {
      received.push(message.headers.authorization);
      response.end('{"data":{}}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    t.after(() => other.close());
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/stolen`;
    const url = await startUpstream(t, (_, response) => response.writeHead(status, { Location: location }).end());
    const response = await send(url);
    assert.deepEqual([response.status, response.location], [status, location]);
    assert.deepEqual(received, []);
  });

for (const [name, start, reason] of [
  [
    'a length that is too large',
    'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"data":',
    /^the connection ended before the response was complete/,
  ],
  ['headers of 1 MB', `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(1_000_000)}\r\n\r\n{}`, /Headers Overflow/],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', /./],
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n', /./],
  ['nothing', '', /^the connection ended before the response was complete \(UND_ERR_SOCKET\)$/],
] as const)
  test(`rejects if the target closes the connection after ${name}`, async (t) => {
    const url = await startTcpServer(t, (socket) => socket.end(start));
    await assert.rejects(send(url), (error) => error instanceof NoResponseError && reason.test(error.message));
  });

test('a connection that ended says whether anything of a response was sent', async (t) => {
  for (const [start, hasEnded] of [
    ['', true],
    ['HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{', undefined],
  ] as const) {
    const url = await startTcpServer(t, (socket) => socket.end(start));
    await assert.rejects(send(url), (error: NoResponseError) => error.hasEnded === hasEnded);
  }
});

test('a failure of the network has a reason with its code', async (t) => {
  const url = await startServer(t, '{}');
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  for (const [address, reason] of [
    [`http://127.0.0.1:${port}`, /nothing listens at this host and port \(ECONNREFUSED\)/],
    [url.replace('http:', 'https:'), /does it speak http, not https\? \(ERR_SSL_WRONG_VERSION_NUMBER\)/],
    ['http://town.invalid', /the host has no address.* \((ENOTFOUND|EAI_AGAIN)\)/],
  ] as const)
    await assert.rejects(send(address), (error: Error) => reason.test(error.message) || assert.fail(error.message));
});

test('rejects a body whose compression is broken', async (t) => {
  await assert.rejects(send(await startServer(t, 'no gzip', { 'Content-Encoding': 'gzip' })), NoResponseError);
});
