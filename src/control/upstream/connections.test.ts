import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { startBesideUpstream } from '../../../test/support/beside-upstream.ts';
import { suiteDialects } from '../../dialects/dialects.ts';

/** The port of a server that was closed. */
async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

for (const dialect of Object.keys(suiteDialects))
  describe(`an upstream that does not respond, in ${dialect}`, () => {
    test('gives status 502 if it is unreachable', async (t) => {
      const origin = `http://127.0.0.1:${await unusedPort()}`;
      const { request, graphql, world, bugs } = await startBesideUpstream(t, { dialect, upstream: origin });
      for (const { statusCode, headers, bytes } of [
        await request('GET', '/page'),
        await graphql('{ organization { favoriteColor } }'),
      ]) {
        assert.equal(statusCode, 502);
        assert.equal(headers['x-plenum-upstream'], origin);
        assert.deepEqual(JSON.parse(bytes.toString()), {
          errors: [{ message: `The upstream ${origin} does not respond: ECONNREFUSED.` }],
        });
      }
      assert.deepEqual(
        world.requests.find().map(({ status, upstream }) => [status, upstream]),
        [
          [502, origin],
          [502, origin],
        ],
      );
      assert.deepEqual(bugs, []);
    });

    test('gives status 502 if it sends no HTTP, and 504 if it sends nothing in time', async (t) => {
      const { request, bugs } = await startBesideUpstream(t, {
        dialect,
        upstreamTimeoutMs: 50,
        respond: ({ url, socket }) => {
          if (url === '/garbage') socket.end('garbage\r\n\r\n');
          if (url === '/status') socket.end('HTTP/1.1 099 Low\r\n\r\n');
        },
      });
      assert.equal((await request('GET', '/status')).statusCode, 502);
      assert.equal((await request('GET', '/garbage')).statusCode, 502);
      const { statusCode, bytes } = await request('GET', '/slow');
      assert.equal(statusCode, 504);
      assert.match(bytes.toString(), /does not respond: nothing received for 50 ms/);
      assert.deepEqual(bugs, []);
    });
  });

/** Sends a request, and reads the response part by part. */
async function open(url: string) {
  const outgoing = sendRequest(url, { agent: false });
  outgoing.on('error', () => {});
  outgoing.end();
  const [message] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { outgoing, message };
}

test('a body is streamed', async (t) => {
  const responses: ServerResponse[] = [];
  const { base } = await startBesideUpstream(t, {
    respond: (_, response) => {
      responses.push(response);
      response.writeHead(200).write('first');
    },
  });
  const { message } = await open(`${base}/page`);
  const parts: string[] = [];
  for await (const part of message.setEncoding('utf8')) {
    parts.push(part as string);
    if (parts.length === 1) responses[0]!.end('second');
  }
  assert.deepEqual(parts, ['first', 'second']);
});

test('a body that the upstream does not finish is not finished for the client', async (t) => {
  const { base, bugs } = await startBesideUpstream(t, {
    upstreamTimeoutMs: 50,
    respond: (message, response) => {
      response.writeHead(200).write('first');
      if (message.url === '/lost') setTimeout(() => response.destroy(), 10);
    },
  });
  for (const path of ['/lost', '/slow']) {
    const { message } = await open(base + path);
    await assert.rejects(message.resume().toArray(), { code: 'ECONNRESET' });
  }
  assert.deepEqual(bugs, []);
});

test('a client that disconnects ends the request to the upstream', async (t) => {
  const closed: Promise<unknown>[] = [];
  const arrivals = new EventEmitter();
  const { base, bugs, world } = await startBesideUpstream(t, {
    respond: (message, response) => {
      closed.push(once(response, 'close'));
      arrivals.emit(message.url!);
      if (message.url === '/started') response.writeHead(200).write('first');
    },
  });
  const { outgoing } = await open(`${base}/started`);
  outgoing.destroy();
  const waiting = sendRequest(`${base}/waiting`, { agent: false }).on('error', () => {});
  const arrived = once(arrivals, '/waiting');
  waiting.end();
  await arrived;
  waiting.destroy();
  await Promise.all(closed);
  const [, exchange] = await world.requests.wait({}, 2);
  assert.equal(exchange!.status, null);
  assert.deepEqual(bugs, []);
});
