import assert from 'node:assert/strict';
import { test as baseTest, describe } from 'node:test';
import { meetingAttributes } from '../../test/support/inputs.ts';
import { type AnyData, readOperation } from '../../test/support/test-server.ts';
import { countRequests } from '../../test/support/vitest/requests.ts';
import { createTest } from './node-test.ts';

const test = createTest();
const seen: string[] = [];

/** Creates a meeting as an application does, which knows nothing of sessions. */
async function createMeeting(url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer member-token', ...headers },
    body: JSON.stringify({
      query: readOperation('create-meeting'),
      variables: { componentId: 2, input: { attributes: meetingAttributes } },
    }),
  });
  return ((await response.json()) as AnyData).data.component.createMeeting.id;
}

const originalFetch = globalThis.fetch;

describe('the test of plenum/node-test', () => {
  for (const name of ['first', 'second'])
    test(`gives each test its own session: ${name}`, async (_, session) => {
      assert.deepEqual([await createMeeting(session.url), await createMeeting(session.url)], ['5', '6']);
      assert.ok(!seen.includes(session.name));
      seen.push(session.name);
    });

  test('leaves a header of the request as it is', async (_, session) => {
    assert.equal(await createMeeting(session.url, { 'X-Plenum-Session': 'other' }), '5');
    assert.equal(await createMeeting(session.url), '5');
  });

  test('accepts a Request', async (_, session) => {
    await createMeeting(session.url);
    const body = '{"query":"{ component(id: 2) { ... on Meetings { meetings { nodes { id } } } } }"}';
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(new Request(session.url, { method: 'POST', headers, body }));
    assert.equal(((await response.json()) as AnyData).data.component.meetings.nodes.length, 5);
  });

  test('takes options', { timeout: 60_000 }, async (context, session) => {
    assert.equal(context.name, 'takes options');
    assert.equal(await createMeeting(session.url), '5');
  });
});

const atApplication = createTest({ apiUrl: 'https://town.example/graphql' });

describe('the test of an application with a URL of its own', { concurrency: true }, () => {
  for (const name of ['first', 'second'])
    atApplication(`answers it in each session: ${name}`, async (_, session) => {
      const ids = [await createMeeting('https://town.example/graphql'), await createMeeting(session.url)];
      assert.deepEqual(ids, ['5', '6']);
    });
});

describe('a GraphQL request that no session answers', () => {
  const bypass = createTest({ onUnhandledRequest: 'bypass' });
  for (const [name, run, reason] of [
    ['without a URL of the application', test, 'not set, so that a session answers its own URL'],
    ['with another URL of the application', atApplication, 'https://town.example/graphql'],
  ] as const)
    run(`fails and reaches no server: ${name}`, async (context) => {
      const { url, server, count } = await countRequests();
      context.after(() => server.close());
      const { mock } = context.mock.method(console, 'error', () => {});
      const message = `no session answers ${url}: apiUrl is ${reason}. With onUnhandledRequest: 'bypass', the request would be sent.`;
      await assert.rejects(createMeeting(`${url}?token=secret`), new TypeError(message));
      assert.deepEqual([count(), mock.calls.map((call) => call.arguments)], [0, [[`plenum: ${message}`]]]);
      await fetch(url);
      assert.equal(count(), 1);
    });

  test('at the URL of a session that is not open goes to nobody', async (context, session) => {
    context.mock.method(console, 'error', () => {});
    const headers = { 'X-Plenum-Session': 'other' };
    await assert.rejects(createMeeting('https://town.example/graphql', headers), /^TypeError: no session answers/);
    assert.equal(await session.requests.count(), 0);
  });

  bypass('is sent on demand', async (context) => {
    const { url, server, count } = await countRequests();
    context.after(() => server.close());
    await fetch(url, { method: 'POST', body: JSON.stringify({ query: '{ __typename }' }) });
    assert.equal(count(), 1);
  });
});

describe('tests at the same time', { concurrency: true }, () => {
  for (let number = 1; number <= 20; number += 1)
    test(`test ${number} has its own session`, async (_, session) => {
      assert.deepEqual([await createMeeting(session.url), await createMeeting(session.url)], ['5', '6']);
    });
});

baseTest('the global fetch is the original one between the tests', () => assert.equal(globalThis.fetch, originalFetch));
