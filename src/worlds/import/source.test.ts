import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { CommandError } from '../../errors.ts';
import { loadWorld } from '../../records/world.ts';
import { isCommandError } from '../../../test/support/folders.ts';
import { type ProxyResponse, importFrom, importOptions, startProxy } from '../../../test/support/import-server.ts';
import { createMemoryStore } from '../../../test/support/stores.ts';
import { demoWorld, startTestServer } from '../../../test/support/test-server.ts';
import { importWorld } from './import-world.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

/** Starts a stand-in with the demo world behind a proxy. */
const demo = async (
  t: TestContext,
  answer: (query: string, index: number) => ProxyResponse | undefined = () => undefined,
) => startProxy(t, (await startTestServer(t, { store: createMemoryStore(demoWorld, () => now) })).url, answer);

const stopByUser = (abort: AbortController): undefined => {
  abort.abort();
};

/** How each import stops in its middle, with the exit code of the reason. */
const stops: [string, (abort: AbortController) => ProxyResponse | undefined, number, RegExp][] = [
  ['interrupted', stopByUser, 130, /^interrupted$/],
  ['limited again and again', () => ({ status: 429 }), 4, /is unreachable: status 429$/],
  ['refused', () => ({ status: 401 }), 4, /refuses the request: status 401/],
];
for (const [name, stopWith, exitCode, message] of stops)
  test(`an import that is ${name} gives what was read, and lists what is missing`, async (t) => {
    const whole = await demo(t);
    const { world: all } = await importFrom(t, whole.url);
    const abort = new AbortController();
    const middle = whole.queries.findIndex((query) => query.includes('on Meetings')) + 1;
    const proxy = await demo(t, (_, index) => (index >= middle ? stopWith(abort) : undefined));
    const { world, folder } = await importFrom(t, proxy.url, { signal: abort.signal });
    const { stop } = world;
    assert.ok(stop instanceof CommandError);
    assert.equal(stop.exitCode, exitCode);
    assert.match(stop.message, message);
    assert.deepEqual(loadWorld(folder, now).problems, []);
    assert.deepEqual(world.files['processes.json'], all.files['processes.json']);
    const ofFirst = (files: typeof world.files) =>
      files['proposals.json']!.filter(({ componentId }) => componentId === 1).map(({ id }) => id);
    assert.ok(ofFirst(all.files).length > 1);
    assert.deepEqual(ofFirst(world.files), ofFirst(all.files));
    assert.equal(world.files['results.json'], undefined);
    const missing = world.problems.filter((each) => each.startsWith('not read, or only in part: '));
    for (const each of ['component 4 (results)', 'the spaces', 'the profiles of people'])
      assert.ok(missing.includes(`not read, or only in part: ${each}`), missing.join('\n'));
    assert.ok(!missing.some((each) => each.includes('component 1 (proposals)')), missing.join('\n'));
    assert.equal(all.stop, undefined);
  });

test('an import that stops before it has read a space gives nothing', async (t) => {
  const abort = new AbortController();
  const interrupted = await demo(t, (_, index) => void (index === 2 && abort.abort()));
  await assert.rejects(
    importWorld(importOptions(interrupted.url, { signal: abort.signal })),
    isCommandError(130, /^interrupted$/),
  );
  const limited = await demo(t, (_, index) => (index > 1 ? { status: 429 } : undefined));
  await assert.rejects(importWorld(importOptions(limited.url)), isCommandError(4, 'is unreachable: status 429'));
});

test('a request that is limited or fails is repeated, and not before the server says', async (t) => {
  const waits: [string, number][] = [];
  const failures: Record<number, ProxyResponse> = {
    1: { status: 429, headers: { 'Retry-After': '1' } },
    2: { status: 503, headers: { 'Retry-After': 'soon' } },
    3: { status: 502 },
  };
  const proxy = await demo(t, (_, index) => failures[index]);
  const plain = await importFrom(t, (await demo(t)).url);
  const { world } = await importFrom(t, proxy.url, {
    onWait: (reason, waitMs) => void waits.push([reason, waitMs]),
  });
  assert.deepEqual(world.files, plain.world.files);
  assert.deepEqual(waits, [
    ['status 429', 1000],
    ['status 503', 2],
    ['status 502', 4],
  ]);
  assert.ok(proxy.times[2]! - proxy.times[1]! >= 990);
});

test('requests keep the interval', async (t) => {
  const proxy = await demo(t);
  await importFrom(t, proxy.url, { requestIntervalMs: 20 });
  const intervals = proxy.times.slice(1).map((time, index) => time - proxy.times[index]!);
  // Timers are accurate to a few milliseconds.
  assert.ok(proxy.times.at(-1)! - proxy.times[0]! > 18 * intervals.length, intervals.join(' '));
});

const refusals: [string, ProxyResponse, string][] = [
  [
    'HTML',
    { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>Town</h1>' },
    'is not a GraphQL API: status 200',
  ],
  ['JSON of another API', { status: 200, body: '{"items":[]}' }, 'is not a GraphQL API'],
  ['a list', { status: 200, body: '[1]' }, 'is not a GraphQL API'],
  ['half a response', { status: 200, body: '{"data":{"__typ' }, 'is not a GraphQL API'],
  ['404', { status: 404, body: 'Not found' }, 'is not a GraphQL API: status 404'],
  ['401', { status: 401, body: '{"error":"no"}' }, 'refuses the request: status 401'],
  ['403', { status: 403 }, 'refuses the request: status 403'],
  [
    'a redirect',
    { status: 301, headers: { Location: 'https://elsewhere.example/' } },
    'a redirect to https://elsewhere.example/',
  ],
];
for (const [title, response, message] of refusals)
  test(`a server that answers ${title} is refused`, async (t) => {
    const proxy = await startProxy(t, undefined, () => response);
    await assert.rejects(importWorld(importOptions(proxy.url)), isCommandError(4, message));
    assert.equal(proxy.queries.length, 1);
  });

test('a host that cannot be reached is refused at once', async () => {
  await assert.rejects(
    importWorld(importOptions('http://127.0.0.1:1/api', { firstWaitMs: 100_000 })),
    isCommandError(4, 'http://127.0.0.1:1/api is unreachable'),
  );
});

test('a variable that is not set, and an unknown space, are refused', async (t) => {
  const { url } = await demo(t);
  await assert.rejects(
    importWorld(importOptions(url, { tokenVariable: 'NONE' })),
    isCommandError(2, 'NONE: the variable is not set'),
  );
  await assert.rejects(
    importWorld(importOptions(url, { spaces: ['city-budget', 'moon-budget'] })),
    isCommandError(2, 'no space moon-budget; its spaces are city-budget'),
  );
});
