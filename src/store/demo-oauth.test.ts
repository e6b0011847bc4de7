import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { worldFolder } from './named-worlds.ts';

const read = (world: string, name: string): { id: number }[] =>
  JSON.parse(readFileSync(join(worldFolder(world), name), 'utf8')) as { id: number }[];

test('the world demo-oauth is the demo with applications and two people who can sign in', () => {
  const added = readdirSync(worldFolder('demo-oauth')).filter(
    (name) => !readdirSync(worldFolder('demo')).includes(name),
  );
  assert.deepEqual(added, ['oauthApplications.json']);
  for (const name of readdirSync(worldFolder('demo')).filter((each) => each !== 'users.json'))
    assert.deepEqual(read('demo-oauth', name), read('demo', name), name);
  const participant = { email: 'participant@example.org', password: 'lantern-and-river-0123456789' };
  const users = read('demo', 'users.json').map((user) => (user.id === 4 ? { ...user, ...participant } : user));
  assert.deepEqual(read('demo-oauth', 'users.json').slice(0, 4), users);
});
