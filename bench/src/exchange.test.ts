import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { exchange } from './exchange.mjs';
import { operations } from './operations.mjs';

/** Serves one response to every request, and returns the URL. */
async function serve(t: test.TestContext, status: number, body: unknown): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end(JSON.stringify(body)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const server = { key: 'server', name: 'server', checkout: '', command: () => [] };
const refused = operations.find(({ key }) => key === 'refused')!;
const expected = { errors: [{ message: 'Not authorized' }], data: { component: { createMeeting: null } } };

test('returns the body of an expected response', async (t) => {
  const url = await serve(t, 200, expected);
  assert.deepEqual(await exchange(server, url, refused), [JSON.stringify(expected)]);
});

test('rejects an unexpected body', async (t) => {
  const url = await serve(t, 200, { data: expected.data });
  await assert.rejects(exchange(server, url, refused), /unexpected response to MeetingsMutation.createMeeting.*: 200/);
});

test('rejects another status', async (t) => {
  const url = await serve(t, 400, expected);
  await assert.rejects(exchange(server, url, refused), /unexpected response to MeetingsMutation.createMeeting.*: 400/);
});

for (const operation of operations)
  test(`${operation.key}: a response with an error, one without data, and an echo are unexpected`, () => {
    for (const { body, isExpected } of operation.requests)
      for (const response of [{ errors: [{}], data: null }, { data: { component: null } }, body])
        assert.equal(isExpected(response), false);
  });

test('a server that responds with the request must respond with all of it', async (t) => {
  const echo = { ...server, isEcho: true };
  const list = operations.find(({ key }) => key === 'list')!;
  const { body } = list.requests[0]!;
  assert.equal((await exchange(echo, await serve(t, 200, body), list)).length, 1);
  await assert.rejects(exchange(echo, await serve(t, 200, { ...body, variables: {} }), list), /unexpected response/);
});
