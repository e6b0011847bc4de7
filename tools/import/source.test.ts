import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { isCommandError } from '../../test/support/folders.ts';
import { type ProxyResponse, startProxy } from '../../test/support/import-proxy.ts';
import { importFrom, importOptions } from '../../test/support/import-run.ts';
import { createMemoryStore } from '../../test/support/stores.ts';
import { demoWorld, startTestServer } from '../../test/support/test-server.ts';
import { suiteDialectByName } from '../../src/dialects/dialects.ts';
import { createDeploymentTarget } from '../../src/client/deployment.ts';
import type { ResponseFile } from './response-file.ts';
import { Source } from './source.ts';
import { type FinishedImport, type InterruptedImport, runImport } from './run-import.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

/** Starts a stand-in with the demo world behind a proxy. */
const demo = async (
  t: TestContext,
  answer: (query: string, index: number) => ProxyResponse | undefined = () => undefined,
) => startProxy(t, (await startTestServer(t, { store: createMemoryStore(demoWorld, () => now) })).url, answer);

test('an import that was interrupted goes on without asking again for what it has', async (t) => {
  const whole = await demo(t);
  const { world } = await importFrom(t, whole.url);
  const abort = new AbortController();
  const proxy = await demo(t, (_, index) => void (index === 9 && abort.abort()));
  const options = importOptions(t, proxy.url);
  const interrupted = (await runImport({ ...options, signal: abort.signal })) as InterruptedImport;
  assert.equal(interrupted.interruptedAfter, 9);
  const result = (await runImport(options)) as FinishedImport;
  assert.equal(result.sent, whole.queries.length - 9);
  // Only the request that was interrupted is sent again.
  assert.equal(new Set(proxy.queries).size, proxy.queries.length - 1);
  assert.deepEqual(result.world.files, world.files);
  result.removeState();
  assert.equal(existsSync(options.stateFile), false);
});

test('a request that is limited or fails is repeated, and not before the server says', async (t) => {
  const waits: [string, number][] = [];
  const failures: Record<number, ProxyResponse> = {
    1: { status: 429, headers: { 'Retry-After': '1' } },
    2: { status: 503, headers: { 'Retry-After': 'soon' } },
    3: { status: 502 },
    9: { status: 500, body: 'Internal Server Error' },
  };
  const proxy = await demo(t, (_, index) => failures[index]);
  const plain = await importFrom(t, (await demo(t)).url);
  const { world, sent } = await importFrom(t, proxy.url, {
    onWait: (reason, waitMs) => void waits.push([reason, waitMs]),
  });
  assert.deepEqual(world.files, plain.world.files);
  assert.equal(sent, plain.sent + 4);
  assert.deepEqual(waits, [
    ['status 429', 1000],
    ['status 503', 2],
    ['status 502', 4],
    ['status 500', 1],
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

test('a server that limits requests again and again ends the import, which can go on later', async (t) => {
  const proxy = await demo(t, (_, index) => (index > 5 ? { status: 429 } : undefined));
  const options = importOptions(t, proxy.url);
  await assert.rejects(runImport(options), isCommandError(4, 'is unreachable: status 429'));
  assert.ok(existsSync(options.stateFile));
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
  test(`a server that answers ${title} is refused, and no state is left`, async (t) => {
    const proxy = await startProxy(t, undefined, () => response);
    const options = importOptions(t, proxy.url);
    await assert.rejects(runImport(options), isCommandError(4, message));
    assert.deepEqual([proxy.queries.length, existsSync(options.stateFile)], [1, false]);
  });

test('a host that cannot be reached is refused at once', async (t) => {
  await assert.rejects(
    runImport(importOptions(t, 'http://127.0.0.1:1/api', { firstWaitMs: 100_000 })),
    isCommandError(4, 'http://127.0.0.1:1/api is unreachable'),
  );
});

test('a variable that is not set, and an unknown space, are refused', async (t) => {
  const { url } = await demo(t);
  await assert.rejects(
    runImport(importOptions(t, url, { tokenVariable: 'NONE' })),
    isCommandError(2, 'NONE: the variable is not set'),
  );
  await assert.rejects(
    runImport(importOptions(t, url, { spaces: ['city-budget', 'moon-budget'] })),
    isCommandError(2, 'no space moon-budget; its spaces are city-budget'),
  );
});

test('a query that a name of the server turns into a mutation is not sent', async (t) => {
  const { url } = await demo(t);
  const target = createDeploymentTarget({ url, actors: {} }, suiteDialectByName('specification'), {
    environment: {},
    timeoutMs: 1000,
    requestIntervalMs: 0,
  });
  const responses: ResponseFile = { find: () => undefined, add: () => {} } as unknown as ResponseFile;
  const source = new Source({ target, actor: 'anonymous', responses, signal: new AbortController().signal });
  const query = '{ component(id: "1") { ... on X { id } } } mutation B { component(id: "1") { id } }';
  await assert.rejects(source.send(query), isCommandError(4, /names with which a query would write/));
  assert.equal(source.sent, 0);
  assert.equal((await source.send('{ __typename }')).status, 200);
});
