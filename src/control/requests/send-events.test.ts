import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, get } from 'node:http';
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
  app.use((ctx) => sendEvents(ctx, requests, heartbeatMs));
  const events = await listenOnFreePort(t, app.callback() as RequestListener);
  const open = async (headers = {}): Promise<IncomingMessage> => {
    const request = get(events.url, { headers });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    t.after(() => request.destroy());
    return response.setEncoding('utf8');
  };
  return { ...controlled, open, errors, ended: () => unsubscribed.mock.callCount() > 0 };
}

/** Reads until the text matches. */
async function readUntil(response: IncomingMessage, pattern: RegExp): Promise<string> {
  let text = '';
  while (!pattern.test(text)) text += String((await once(response, 'data'))[0]);
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
  const { open, ended, errors, send } = await start(t);
  const response = await open();
  response.destroy();
  while (!ended()) await new Promise((resolve) => setTimeout(resolve, 10));
  await send({ query: '{ __typename }' });
  assert.deepEqual(errors, []);
});

test('the stream ends if the client does not read', { timeout: 20_000 }, async (t) => {
  const { open, ended, send } = await start(t);
  const response = await open();
  response.on('error', () => {}).pause();
  const variables = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`n${index}`, 'x'.repeat(1000)]));
  for (let sent = 0; sent < 1000 && !ended(); sent++) await send({ query: '{ __typename }', variables });
  assert.ok(ended());
});

test('an exchange that changes is an event of its own type, without an id', { timeout: 10_000 }, async (t) => {
  const { open, requests, instance, url } = await start(t);
  instance.faults.add({ effect: { hang: true } });
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
