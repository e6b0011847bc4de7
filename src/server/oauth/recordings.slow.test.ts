import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { RecordedFlow, differencesOf, readRecordings } from '../../../test/support/oauth-recordings.ts';
import { startServer } from '../../../test/support/start-server.ts';
import { createAuthentication } from '../auth/authentication.ts';
import { worldFolder } from '../../records/named-worlds.ts';

/** Sends the exchanges of a run, and returns what differs from the platform, by the name of the exchange. */
async function replay(t: TestContext, run: string, options: { world: string; lifetimeSeconds?: number }) {
  const { world, lifetimeSeconds = 7200 } = options;
  let ahead = 0;
  const server = await startServer({
    world: worldFolder(world),
    dialect: 'decidim-0.32',
    wrapAuthentication: (_, store) => createAuthentication({ store, lifetimeSeconds, clock: () => Date.now() + ahead }),
  });
  t.after(() => server.close());
  const flow = new RecordedFlow(new URL(server.url).origin, (seconds) => {
    ahead += seconds * 1000;
    server.world.clock.setting = { mode: 'offset', by: ahead };
  });
  const recordings = readRecordings(run);
  const differences: Record<string, string[]> = {};
  for (const recorded of recordings) {
    const found = differencesOf(await flow.send(recorded));
    if (found.length > 0) differences[recorded.name] = found;
  }
  return { count: recordings.length, differences };
}

test('a participant signs in, and applications get and use tokens, as on the platform', async (t) => {
  assert.deepEqual(await replay(t, '.', { world: 'demo-oauth' }), {
    count: 254,
    // The page of the account has no form of the platform's to change the account.
    differences: { 'pages/account-with-token': ['page'] },
  });
});

test('a participant of the town votes, comments and sees a restricted space', async (t) => {
  assert.deepEqual(await replay(t, 'town', { world: 'town' }), { count: 25, differences: {} });
});

test('a code is valid for ten minutes', async (t) => {
  assert.deepEqual(await replay(t, 'slow', { world: 'demo-oauth' }), { count: 7, differences: {} });
});

test('an expired token reads as its scopes allow, and can be refreshed', async (t) => {
  const replayed = await replay(t, 'short-lived', { world: 'demo-oauth', lifetimeSeconds: 60 });
  assert.deepEqual(replayed, { count: 20, differences: {} });
});
