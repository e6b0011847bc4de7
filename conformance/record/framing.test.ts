import assert from 'node:assert/strict';
import { type TestContext, describe, test } from 'node:test';
import { sendRaw, startRawUpstream } from '../../test/support/raw-upstream.ts';
import { startRecorderFor } from '../../test/support/upstream-server.ts';

const smuggled = 'POST /api HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer stolen\r\nContent-Length: 0\r\n\r\n';

const message = (line: string, headers: string[], body = ''): string =>
  `${line} HTTP/1.1\r\n${['Host: localhost', ...headers].join('\r\n')}\r\n\r\n${body}`;

const chunked = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

async function start(t: TestContext) {
  const { origin, connections } = await startRawUpstream(t);
  const { url } = await startRecorderFor(t, origin);
  return { base: url, connections };
}

const length = smuggled.length;

describe('the requests that the upstream of a recorder gets', () => {
  for (const [title, headers, body] of [
    ['Connection names Content-Length', ['Connection: Content-Length', `Content-Length: ${length}`], smuggled],
    ['Connection names it beside others', ['Connection: close, Content-Length', `Content-Length: ${length}`], smuggled],
    [
      'it is in two headers',
      ['Connection: close', 'Connection: content-LENGTH', `Content-Length: ${length}`],
      smuggled,
    ],
    [
      'Connection names Transfer-Encoding',
      ['Connection: Transfer-Encoding', 'Transfer-Encoding: chunked'],
      chunked(smuggled),
    ],
    ['the body is chunked', ['Connection: close', 'Transfer-Encoding: chunked'], chunked(smuggled)],
    ['a length has an underscore', ['Connection: close', 'Content_Length: 5', `Content-Length: ${length}`], smuggled],
    [
      'an encoding has an underscore',
      ['Connection: close', 'Transfer_Encoding: chunked', `Content-Length: ${length}`],
      smuggled,
    ],
  ] as const) {
    test(`have no body if they are GET, where ${title}`, async (t) => {
      const { base, connections } = await start(t);
      for (const method of ['GET', 'HEAD']) await sendRaw(base, message(`${method} /page`, [...headers], body));
      assert.deepEqual(
        connections.map(({ requests, rest }) => [requests.map(({ line, body: own }) => [line, own]), rest]),
        [
          [[['GET /page HTTP/1.1', '']], ''],
          [[['HEAD /page HTTP/1.1', '']], ''],
        ],
      );
    });

    test(`have one body if they are POST and DELETE, where ${title}`, async (t) => {
      const { base, connections } = await start(t);
      for (const method of ['POST', 'DELETE']) await sendRaw(base, message(`${method} /page`, [...headers], body));
      assert.deepEqual(
        connections.map(({ requests, rest }) => [requests.map(({ line, body: own }) => [line, own]), rest]),
        [
          [[['POST /page HTTP/1.1', smuggled]], ''],
          [[['DELETE /page HTTP/1.1', smuggled]], ''],
        ],
      );
      for (const { requests } of connections)
        assert.doesNotMatch(requests[0]!.headers.join('\n').toLowerCase(), /_|(?:content-length[^]*transfer-encoding)/);
    });
  }

  test('are requests to its own paths only', async (t) => {
    const { base, connections } = await start(t);
    await sendRaw(base, message('GET http://other.example/page', ['Connection: close']));
    assert.deepEqual(connections, []);
  });
});
