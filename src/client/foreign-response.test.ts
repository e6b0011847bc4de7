import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { oddResponses, startRawServer } from '../../test/support/raw-http.ts';
import { ForeignResponseError, decodeBody, maxBodyBytes, receiveResponse } from './foreign-response.ts';
import { sendHttp } from './http.ts';
import { NoResponseError } from './target.ts';

describe('a response', () => {
  for (const [title, response] of oddResponses)
    test(`with ${title} is refused`, async (t) => {
      const origin = await startRawServer(t, (socket) => socket.write(response, 'latin1'));
      const outgoing = request(origin, { agent: false });
      const received = receiveResponse(outgoing, 5000);
      outgoing.end();
      await assert.rejects(received, (error) => error instanceof ForeignResponseError && error.kind === 'invalid');
    });

  for (const status of ['000', '600', '999', '101'])
    test(`with the status ${status} is none for a command`, async (t) => {
      const origin = await startRawServer(t, (socket) =>
        socket.end(`HTTP/1.1 ${status} Odd\r\nContent-Length: 2\r\n\r\n{}`),
      );
      await assert.rejects(sendHttp(origin, { method: 'GET', headers: {} }, 5000), NoResponseError);
    });

  test('that arrives byte by byte without an end is late', async (t) => {
    const timers: NodeJS.Timeout[] = [];
    t.after(() => timers.forEach(clearInterval));
    const origin = await startRawServer(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n');
      timers.push(setInterval(() => socket.write(' '), 5));
    });
    await assert.rejects(sendHttp(origin, { method: 'GET', headers: {} }, 200), /no complete response within 200 ms/);
  });
});

test('a body that is short when compressed is not decompressed beyond the limit', () => {
  for (const [encoding, compress] of Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync })) {
    const headers = { 'content-encoding': encoding };
    assert.equal(decodeBody(compress('{}'), headers), '{}');
    assert.equal(decodeBody(compress(Buffer.alloc(maxBodyBytes + 1)), headers), undefined, encoding);
  }
});

test('a body whose compression is unknown is not read', () => {
  for (const encoding of ['gzip, gzip', 'constructor', '__proto__', 'compress'])
    assert.equal(decodeBody(Buffer.from('{}'), { 'content-encoding': encoding }), undefined, encoding);
});
