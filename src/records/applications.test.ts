import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { assertSingleProblem, findWorldProblems } from '../../test/support/broken-worlds.ts';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { worldFolder } from './named-worlds.ts';
import { isPassword } from './passwords.ts';
import { loadWorldTables } from './world.ts';

/** A copy of the world `demo-oauth` whose second application has other members. */
function copyWithApplication(t: TestContext, members: object): string {
  const world = join(createTemporaryFolder(t), 'world');
  cpSync(worldFolder('demo-oauth'), world, { recursive: true });
  const file = join(world, 'oauthApplications.json');
  const records = JSON.parse(readFileSync(file, 'utf8')) as object[];
  Object.assign(records[1]!, members);
  writeFileSync(file, JSON.stringify(records));
  return world;
}

const address = 'must be an absolute URI without a fragment, such as http://localhost:4000/callback: ';
for (const [members, reason] of [
  [{ redirectUris: ['/callback'] }, `redirectUris.0: ${address}"/callback"`],
  [
    { redirectUris: ['https://a.example', 'https://b.example/#top'] },
    `redirectUris.1: ${address}"https://b.example/#top"`,
  ],
  [{ redirectUris: ['javascript:alert(1)'] }, `redirectUris.0: ${address}"javascript:alert(1)"`],
  [{ redirectUris: [] }, /^redirectUris: /],
  [{ scopes: ['profile', 'admin:read'] }, 'scopes.1: must be one of profile, user, api:read, api:write'],
  [{ confidential: true, secret: null }, 'secret: a confidential application needs a secret'],
  [{ clientId: 'town-website' }, /^clientId: "town-website" is already used by /],
] as const)
  test(`an application with ${JSON.stringify(members)} is refused with file, record and member`, (t) => {
    const world = copyWithApplication(t, members);
    assertSingleProblem(findWorldProblems(world), `${world}/oauthApplications.json: record 2 (id 2): `, reason);
  });

const passwordOf = (world: string) => loadWorldTables(world, Date.now()).find('users', 4)?.password;

test('the text of a password is stored as a hash with a salt, and a hash as it is', async (t) => {
  const world = copyWithApplication(t, {});
  const file = join(world, 'users.json');
  const hash = passwordOf(worldFolder('demo-oauth'))!;
  const write = (password: string) => {
    const users = JSON.parse(readFileSync(file, 'utf8')) as { id: number; password?: string }[];
    users.find(({ id }) => id === 4)!.password = password;
    writeFileSync(file, JSON.stringify(users));
  };
  write('lantern-and-river-0123456789');
  const [first, second] = [passwordOf(world), passwordOf(world)];
  assert.match(first!, /^scrypt:[\w-]{22}:[\w-]{43}$/);
  assert.notEqual(first, second);
  assert.equal(await isPassword('lantern-and-river-0123456789', first), true);
  assert.equal(await isPassword('lantern-and-river-012345678', first), false);
  assert.equal(await isPassword('', null), false);
  write(hash);
  assert.equal(passwordOf(world), hash);
  assert.equal(await isPassword('lantern-and-river-0123456789', hash), true);
});
