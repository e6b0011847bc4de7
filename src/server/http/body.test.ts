import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import test, { type TestContext } from 'node:test';
import * as fc from 'fast-check';
import Koa from 'koa';
import { listenOnFreePort } from '../../../test/support/raw-http.ts';
import { measureJson, readBodyBytes } from './body.ts';

const maxBytes = 1000;
const bytes = Buffer.from(Array.from({ length: maxBytes }, (_, index) => index % 251));

/** Starts a server that sends the bytes of a body back. */
async function start(t: TestContext) {
  const app = new Koa();
  app.use(async (ctx) => {
    ctx.body = await readBodyBytes(ctx, maxBytes);
  });
  const { url, server } = await listenOnFreePort(t, app.callback());
  const open = () => request(url, { method: 'POST' });
  return { app, open, server };
}

for (const size of [1, 7, 499, maxBytes])
  test(`a body in chunks of ${size} bytes is read in their order`, async (t) => {
    const outgoing = (await start(t)).open();
    for (let sent = 0; sent < maxBytes; sent += size) outgoing.write(bytes.subarray(sent, sent + size));
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    assert.deepEqual(Buffer.concat(await response.toArray()), bytes);
  });

test('reading rejects when the client disconnects', { timeout: 10_000 }, async (t) => {
  const { app, open, server } = await start(t);
  const rejected = once(app, 'error');
  const outgoing = open().on('error', () => {});
  outgoing.write('x');
  await once(server, 'request');
  outgoing.destroy();
  assert.match(String((await rejected)[0]), /Parse Error|aborted/);
});

test('the depth of JSON and the number of its values do not depend on its texts', () => {
  const json = fc.jsonValue({ maxDepth: 5 });
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  const countOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Math.max(1, Object.keys(value).length) +
        Object.values(value).reduce((sum: number, each) => sum + countOf(each), 0)
      : 0;
  fc.assert(
    fc.property(json, fc.nat(4), (value, indent) => {
      const expected = { depth: depthOf(value), values: countOf(value) };
      assert.deepEqual(measureJson(JSON.stringify(value, undefined, indent)), expected);
    }),
  );
  assert.deepEqual(measureJson(String.raw`["\"[\\", {"a\\\"": "{"}]`), { depth: 2, values: 3 });
});
