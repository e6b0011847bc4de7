import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import test, { type TestContext } from 'node:test';
import { startControlledServer } from '../../../test/support/control-server.ts';
import { maxStreams, streamEvents } from './stream-events.ts';

async function start(t: TestContext) {
  const controlled = await startControlledServer(t);
  const { requests, url } = controlled;
  const open = async (headers = {}): Promise<IncomingMessage> => {
    const request = get(`${url}/__admin/events`, { headers });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    t.after(() => request.destroy());
    return response.setEncoding('utf8');
  };
  return { ...controlled, open, ended: () => requests.events.listenerCount('exchange') === 0 };
}

/** Reads until the text matches. */
async function readUntil(response: Readable, pattern: RegExp): Promise<string> {
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
  assert.equal(text, `id: 2-${requests.key}\ndata: ${JSON.stringify(requests.find()[1])}\n\n`);
});

test('a client continues after the id of its last event', { timeout: 10_000 }, async (t) => {
  const { open, requests, send } = await start(t);
  for (const name of ['A', 'B', 'C']) await send({ query: `query ${name} { __typename }` });
  for (const id of ['1', `1-${requests.key}`]) {
    const text = await readUntil(await open({ 'Last-Event-ID': id }), /"C"/);
    assert.deepEqual(text.match(/^id: \d+/gm), ['id: 2', 'id: 3']);
  }
});

test('a client that got events of another world gets all of this one', { timeout: 10_000 }, async (t) => {
  const { open, send } = await start(t);
  for (const name of ['A', 'B', 'C']) await send({ query: `query ${name} { __typename }` });
  for (const id of ['1-0f0f0f0f', '4', 'other']) {
    const text = await readUntil(await open({ 'Last-Event-ID': id }), /"C"/);
    assert.deepEqual(text.match(/^id: \d+/gm), ['id: 1', 'id: 2', 'id: 3'], id);
  }
});

test('a comment keeps the connection alive', { timeout: 10_000 }, async (t) => {
  const { requests } = await startControlledServer(t);
  const stream = streamEvents(requests, undefined, 10).setEncoding('utf8');
  t.after(() => stream.destroy());
  assert.match(await readUntil(stream, /:\n\n:\n\n/), /^(:\n\n)+$/);
});

test('the stream ends when the client disconnects, without an error', { timeout: 10_000 }, async (t) => {
  const { open, ended, bugs, send } = await start(t);
  (await open()).destroy();
  while (!ended()) await setTimeout(1);
  await send({ query: '{ __typename }' });
  assert.deepEqual(bugs, []);
});

test('a HEAD request ends at once', { timeout: 10_000 }, async (t) => {
  const { url, ended } = await start(t);
  assert.equal((await fetch(`${url}/__admin/events`, { method: 'HEAD' })).status, 200);
  while (!ended()) await setTimeout(1);
});

const longVariables = Object.fromEntries(Array.from({ length: 800 }, (_, index) => [`n${index}`, 'x'.repeat(1000)]));
const sendLong = { query: '{ __typename }', variables: longVariables };

test('a client that reads too slowly is disconnected', { timeout: 20_000 }, async (t) => {
  const { open, send, ended, bugs } = await start(t);
  (await open()).on('error', () => {}).pause();
  for (let sent = 0; sent < 50 && !ended(); sent++) await send(sendLong);
  assert.deepEqual([ended(), bugs], [true, []]);
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
  const change = `event: change\ndata: ${JSON.stringify(after)}\n\n`;
  assert.equal(text, `id: 1-${requests.key}\ndata: ${JSON.stringify(before)}\n\n${change}`);
  assert.deepEqual([before!.waiting, after!.waiting], [true, false]);
});

test('a process has a limited number of streams', async (t) => {
  const { requests, url } = await startControlledServer(t);
  const streams: Readable[] = [];
  // Earlier tests have some too.
  const openStream = () => streams.push(streamEvents(requests));
  assert.throws(
    () => {
      while (streams.length <= maxStreams) openStream();
    },
    { status: 503, message: 'There are 50 streams of events already.' },
  );
  for (const stream of streams) stream.destroy();
  await Promise.all(streams.map((stream) => once(stream, 'close')));
  const accepted = await fetch(`${url}/__admin/events`);
  assert.equal(accepted.status, 200);
  await accepted.body!.cancel();
});
