import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, get } from 'node:http';
import test, { type TestContext } from 'node:test';
import Koa from 'koa';
import { listenOnFreePort, startControlledServer } from '../../../test/support/controlled-server.ts';
import { sendEvents } from './send-events.ts';

async function start(t: TestContext, heartbeatMs?: number) {
  const controlled = await startControlledServer(t);
  const { requests } = controlled;
  const unsubscribed = t.mock.fn();
  const { subscribe } = requests;
  t.mock.method(requests, 'subscribe', (listener: never) => {
    const unsubscribe = subscribe.call(requests, listener);
    return () => {
      unsubscribed();
      unsubscribe();
    };
  });
  const app = new Koa();
  const errors: Error[] = [];
  app.on('error', (error: Error) => errors.push(error));
  const responses: ServerResponse[] = [];
  app.use((ctx) => {
    responses.push(ctx.res);
    sendEvents(ctx, requests, heartbeatMs);
  });
  const events = await listenOnFreePort(t, app.callback());
  const open = async (headers = {}): Promise<IncomingMessage> => {
    const request = get(events.url, { headers });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    t.after(() => request.destroy());
    return response.setEncoding('utf8');
  };
  return { ...controlled, open, responses, errors, ended: () => unsubscribed.mock.callCount() > 0 };
}

/** Reads until the text matches. */
async function readUntil(response: IncomingMessage, pattern: RegExp): Promise<string> {
  let text = '';
  const add = (part: string) => void (text += part);
  response.on('data', add).resume();
  while (!pattern.test(text)) await once(response, 'data');
  response.off('data', add).pause();
  return text;
}

test('headers are sent before there is an event', { timeout: 10_000 }, async (t) => {
  const { open } = await start(t);
  const { statusCode, headers } = await open();
  assert.deepEqual(
    [statusCode, headers['content-type'], headers['cache-control']],
    [200, 'text/event-stream; charset=utf-8', 'no-store'],
  );
});

test('each further exchange is an event with its id', { timeout: 10_000 }, async (t) => {
  const { open, requests, send } = await start(t);
  await send({ query: '{ __typename }' });
  const response = await open();
  await send({ query: 'query Line { __typename }', variables: { text: 'a\n\nb' } });
  const text = await readUntil(response, /\n\n$/);
  assert.equal(text, `id: 2\ndata: ${JSON.stringify(requests.find()[1])}\n\n`);
});

test('a client continues after the id of its last event', { timeout: 10_000 }, async (t) => {
  const { open, send } = await start(t);
  for (const name of ['A', 'B', 'C']) await send({ query: `query ${name} { __typename }` });
  const text = await readUntil(await open({ 'Last-Event-ID': '1' }), /"C"/);
  assert.deepEqual(text.match(/^id: \d+$/gm), ['id: 2', 'id: 3']);
});

test('a comment keeps the connection alive', { timeout: 10_000 }, async (t) => {
  const { open } = await start(t, 10);
  assert.match(await readUntil(await open(), /:\n\n:\n\n/), /^(:\n\n)+$/);
});

test('the stream ends when the client disconnects, without an error', { timeout: 10_000 }, async (t) => {
  const { open, ended, errors, send, responses } = await start(t);
  const response = await open();
  const closed = once(responses[0]!, 'close');
  response.destroy();
  await closed;
  assert.ok(ended());
  await send({ query: '{ __typename }' });
  assert.deepEqual(errors, []);
});

const longVariables = Object.fromEntries(Array.from({ length: 800 }, (_, index) => [`n${index}`, 'x'.repeat(1000)]));
const sendLong = { query: '{ __typename }', variables: longVariables };

/** Opens a stream whose client does not read, and sends requests until nothing more can be written to it. */
async function openUnread({ open, send, responses }: Awaited<ReturnType<typeof start>>) {
  const response = await open();
  response.on('error', () => {}).pause();
  const [stream] = responses;
  for (let sent = 0; sent < 50 && !stream!.writableNeedDrain; sent++) await send(sendLong);
  assert.ok(stream!.writableNeedDrain);
  return { response, stream: stream! };
}

test('the stream ends if the client reads nothing', { timeout: 20_000 }, async (t) => {
  const started = await start(t, 20);
  const { stream } = await openUnread(started);
  if (!stream.closed) await once(stream, 'close');
  assert.ok(started.ended());
});

test('no more than one event waits for a client that does not read', { timeout: 20_000 }, async (t) => {
  const started = await start(t);
  const { stream } = await openUnread(started);
  const { writableLength } = stream;
  for (let sent = 0; sent < 10; sent++) await started.send(sendLong);
  assert.equal(stream.writableLength, writableLength);
  assert.ok(writableLength < 2 * JSON.stringify(sendLong).length, `${writableLength} bytes`);
});

test(
  'a client that reads later gets every exchange that is still there, and a notice of those that are not',
  { timeout: 20_000 },
  async (t) => {
    const started = await start(t);
    const { requests, send } = started;
    const { response } = await openUnread(started);
    const before = requests.lastId;
    // Of these, the first go.
    for (let sent = 0; sent < 999; sent++) await send({ query: 'query Short { __typename }' });
    await send({ query: 'query Last { __typename }' });
    const text = await readUntil(response, /"Last"/);
    const ids = Array.from(text.matchAll(/^id: (\d+)$/gm), ([, id]) => Number(id));
    const count = Number(/event: missed\ndata: \{"count":(\d+)\}\n\n/.exec(text)?.[1] ?? 0);
    assert.deepEqual([ids[0], ids.at(-1), ids.length + count], [1, before + 1000, before + 1000]);
    assert.deepEqual(
      ids.slice(-1000),
      Array.from({ length: 1000 }, (_, index) => before + 1 + index),
    );
  },
);

test('an exchange is serialized once for all streams', { timeout: 10_000 }, async (t) => {
  const { open, requests, send, responses } = await start(t);
  const writes: Buffer[] = [];
  for (let opened = 0; opened < 5; opened++) {
    await open();
    const stream = responses[opened]!;
    const { write } = stream;
    t.mock.method(stream, 'write', (event: Buffer) => {
      writes.push(event);
      return write.call(stream, event, 'utf8');
    });
  }
  const sent = requests.wait();
  await send({ query: '{ __typename }' });
  await sent;
  while (writes.length < 5) await new Promise((resolve) => setImmediate(resolve));
  // The same object: equal texts may have been made one by one.
  assert.ok(writes.every((event) => Buffer.isBuffer(event) && event === writes[0]));
});

test('exchanges that were cleared are not missed', { timeout: 10_000 }, async (t) => {
  const { open, requests, send } = await start(t);
  for (let sent = 0; sent < 3; sent++) await send({ query: '{ __typename }' });
  requests.clear();
  await send({ query: 'query Last { __typename }' });
  assert.doesNotMatch(await readUntil(await open({ 'Last-Event-ID': '1' }), /"Last"/), /missed/);
});

test('an exchange that changes is an event of its own type, without an id', { timeout: 10_000 }, async (t) => {
  const { open, requests, world, url } = await start(t);
  world.faults.add({ effect: { hang: true } });
  const response = await open();
  const client = new AbortController();
  const body = JSON.stringify({ query: '{ __typename }' });
  const headers = { 'Content-Type': 'application/json' };
  const waiting = fetch(`${url}/api`, { method: 'POST', headers, body, signal: client.signal });
  const [before] = await requests.wait({}, 1, 10_000);
  client.abort();
  await assert.rejects(waiting);
  const text = await readUntil(response, /event: change\n.*\n\n$/);
  const [after] = requests.find();
  assert.equal(text, `id: 1\ndata: ${JSON.stringify(before)}\n\nevent: change\ndata: ${JSON.stringify(after)}\n\n`);
  assert.deepEqual([before!.waiting, after!.waiting], [true, false]);
});
