import assert from 'node:assert/strict';
import test from 'node:test';
import { startControlledServer } from '../../../test/support/controlled-server.ts';
import { maxKeptLength } from './kept-messages.ts';

test('the last 1,000 exchanges are kept', async (t) => {
  const { requests, send } = await startControlledServer(t);
  for (let sent = 0; sent < 1010; sent += 10)
    await Promise.all(Array.from({ length: 10 }, () => send({ query: '{ __typename }' })));
  const ids = requests.find().map(({ id }) => id);
  assert.deepEqual([ids.length, ids[0], ids.at(-1)], [1000, 11, 1010]);
});

test('the messages of the newest exchanges of all worlds are kept', async (t) => {
  const one = await startControlledServer(t);
  const other = await startControlledServer(t);
  await one.send({ query: '{ __typename }' });
  const long = 'x'.repeat(90_000);
  const count = Math.ceil(maxKeptLength / long.length);
  for (let sent = 0; sent < count; sent++) await other.send({ query: '{ __typename }', variables: { long } });
  assert.deepEqual(one.requests.details(1), {
    exchange: one.requests.find()[0],
    sender: null,
    request: null,
    response: null,
    omissions: ['Request and response are not kept any more: those of newer requests took their place.'],
  });
  assert.ok(other.requests.details(count)!.request!.operation);
});
