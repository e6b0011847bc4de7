import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startControlServer } from '../../test/support/control-server.ts';

/** The CPU time of a function, in milliseconds. */
async function measure(run: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

test('taking and restoring a snapshot of 10,000 records takes under 5 ms of CPU time', async (t) => {
  const { world } = await startControlServer(t);
  const { store } = world;
  const [meeting] = store.all('meetings');
  const { id: _, reference: __, createdAt: ___, updatedAt: ____, ...fields } = meeting!;
  const write = (count: number) =>
    store.update((transaction) => {
      for (let index = 0; index < count; index++) transaction.create('meetings', fields);
    });
  for (let batch = 0; batch < 10; batch++) write(1000);
  const times: Record<'take' | 'restore', number[]> = { take: [], restore: [] };
  for (let round = 0; round < 21; round++) {
    write(1);
    times.take.push(await measure(() => world.takeSnapshot(`s${round}`)));
    write(1);
    times.restore.push(await measure(() => world.restore(world.findSnapshot(`s${round}`)!)));
  }
  // A pause of the machine or of the garbage collector may fall into one of them.
  for (const [name, list] of Object.entries(times)) {
    const slow = list.filter((ms) => ms >= 5);
    assert.ok(slow.length <= 1, `${name}: ${list.join(', ')} ms`);
  }
});
