import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { worldFolder } from './named-worlds.ts';
import { isPassword } from './passwords.ts';

const read = (world: string, name: string): { id: number; password?: string }[] =>
  JSON.parse(readFileSync(join(worldFolder(world), name), 'utf8')) as { id: number; password?: string }[];

test('the world demo-oauth is the demo with applications and two people who can sign in', async () => {
  const added = readdirSync(worldFolder('demo-oauth')).filter(
    (name) => !readdirSync(worldFolder('demo')).includes(name),
  );
  assert.deepEqual(added, ['oauthApplications.json']);
  for (const name of readdirSync(worldFolder('demo')).filter((each) => each !== 'users.json'))
    assert.deepEqual(read('demo-oauth', name), read('demo', name), name);
  const people = read('demo-oauth', 'users.json');
  const participant = { email: 'participant@example.org', password: people[3]!.password };
  assert.equal(await isPassword('lantern-and-river-0123456789', participant.password), true);
  const users = read('demo', 'users.json').map((user) => (user.id === 4 ? { ...user, ...participant } : user));
  assert.deepEqual(people.slice(0, 4), users);
});
