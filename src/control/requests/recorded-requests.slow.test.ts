import assert from 'node:assert/strict';
import test from 'node:test';
import { startControlledServer } from '../../../test/support/control-server.ts';

test('the last 1,000 exchanges are kept', async (t) => {
  const { requests, send } = await startControlledServer(t);
  for (let sent = 0; sent < 1010; sent += 10)
    await Promise.all(Array.from({ length: 10 }, () => send({ query: '{ __typename }' })));
  const ids = requests.find().map(({ id }) => id);
  assert.deepEqual([ids.length, ids[0], ids.at(-1)], [1000, 11, 1010]);
});

test('the exchanges of all worlds together take a limited amount of memory: the oldest go', async (t) => {
  const one = await startControlledServer(t);
  const other = await startControlledServer(t);
  await one.send({ query: '{ __typename }' });
  const variables = { long: 'x'.repeat(90_000) };
  for (let sent = 0; sent < 200; sent++) await other.send({ query: '{ __typename }', variables });
  assert.deepEqual(one.requests.find(), []);
  const ids = other.requests.find().map(({ id }) => id);
  assert.ok(ids.length > 50 && ids.length < 100 && ids.at(-1) === 200, String(ids));
  assert.ok(other.requests.details(200)!.request.operation);
});
