import assert from 'node:assert/strict';
import test from 'node:test';
import { createMemoryStore } from '../../test/support/stores.ts';
import { demoWorld } from '../../test/support/test-server.ts';
import { AccessTokens } from './tokens.ts';
import type { World } from './world.ts';

test('the thousand tokens that were issued last are listed', async () => {
  // Signing a thousand would take seconds.
  const authentication = { lifetimeSeconds: 60, issueToken: () => Promise.resolve('token') };
  const world = { store: createMemoryStore(demoWorld), clock: { now: Date.now }, authentication };
  const tokens = new AccessTokens(world as unknown as World);
  const ids: string[] = [];
  for (let count = 0; count <= 1000; count += 1) ids.push((await tokens.issue({ user: 2 })).id);
  assert.deepEqual(
    tokens.list().map(({ id }) => id),
    ids.slice(1),
  );
});
