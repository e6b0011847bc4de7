import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { testControls } from '../../test/support/controls-tests.ts';
import { type StandIn, type StandInOptions, createStandIn } from './stand-in.ts';

async function startStandIn(t: TestContext, options: StandInOptions = {}): Promise<StandIn> {
  const standIn = await createStandIn(options);
  t.after(() => standIn.close());
  return standIn;
}

testControls(startStandIn);

test('a snapshot is refused if it comes from elsewhere', async (t) => {
  const standIn = await startStandIn(t);
  await assert.rejects(standIn.restore({ time: 0 }), { name: 'TypeError', message: /^not a snapshot/ });
});

test('after close, every control rejects', async () => {
  const standIn = await createStandIn();
  const session = await standIn.session();
  const snapshot = await standIn.snapshot();
  await standIn.close();
  for (const world of [standIn, session])
    for (const call of [
      world.token,
      world.snapshot,
      () => world.restore(snapshot),
      world.reset,
      () => world.fetch('/'),
    ])
      await assert.rejects(call(), { message: 'the stand-in is closed' });
  await assert.rejects(standIn.session(), { message: 'the stand-in is closed' });
});
