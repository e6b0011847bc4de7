import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createStandIn } from '../../src/index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

// What a finalizer releases, such as the memory of a buffer, is free a turn after its object was collected.
async function usedMegabytes(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await setTimeout(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_000_000;
}

// A character takes two bytes in a text with a character that Latin-1 does not have.
const twoByteText = '☕'.repeat(30_000) + 'x'.repeat(60_000);
// The budget of bytes, and what the recorded requests have besides.
const maxMegabytes = 32 + 18;

test(`recorded requests that are full of large messages take less than ${maxMegabytes} MB`, async (t) => {
  const standIn = await createStandIn();
  t.after(() => standIn.close());
  const worlds = [standIn, await standIn.session('a'), await standIn.session('b')];
  const send = async (world: (typeof worlds)[number], number: number): Promise<void> => {
    // A copy: the response of each request is a text of its own.
    const body = Buffer.from(`${number}${twoByteText}`).toString();
    await world.faults.clear();
    await world.faults.add({ effect: { status: 200, body } });
    const variables = { text: number % 2 === 0 ? twoByteText.slice(0, 30_000) : number };
    const response = await world.fetch('/api', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }', variables }),
    });
    assert.equal((await response.text()).length, body.length);
    await world.faults.clear();
  };
  for (const world of worlds) {
    await send(world, 0);
    await world.requests.clear();
  }
  const before = await usedMegabytes();
  for (let sent = 0; sent < 100; sent++) for (const world of worlds) await send(world, sent);
  assert.ok((await standIn.requests.count()) > 20);
  const grown = (await usedMegabytes()) - before;
  for (const world of worlds) await world.requests.clear();
  t.diagnostic(`${grown.toFixed(1)} MB`);
  assert.ok(grown < maxMegabytes, `${grown} MB`);
  assert.ok(grown > 10, `only ${grown} MB: the messages are not kept`);
});
