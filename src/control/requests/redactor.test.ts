import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { demoOAuthFolder } from '../../cases/demo-world.ts';
import { dialects, startControlledServer } from '../../../test/support/control-server.ts';

const query = '{ __typename }';
const withheld = '[withheld]';

for (const tested of dialects)
  describe(`the recorded requests of ${tested.name} withhold`, () => {
    test('texts that contain a token, a key or a secret of the world', async (t) => {
      const { requests, send } = await startControlledServer(t, tested);
      const variables = {
        token1: 'x',
        plain: 'The member',
        list: ['admin-token', 'Bearer member-token!', { 'other-key': 'x' }, 'xadmin-secret-0123456789x'],
      };
      await send({ query, variables, operationName: 'admin-token' });
      const [exchange] = requests.find();
      assert.deepEqual(exchange!.variables, {
        token1: withheld,
        plain: 'The member',
        list: [withheld, withheld, { [withheld]: 'x' }, withheld],
      });
      assert.equal(exchange!.operationName, withheld);
    });

    test('tokens from sign-in, and session cookies', async (t) => {
      const { url, requests, world, send } = await startControlledServer(t, tested);
      const body = new URLSearchParams({
        'api_user[key]': 'member-key',
        'api_user[secret]': 'member-secret-0123456789',
      });
      const response = await fetch(`${url}/api/sign_in`, { method: 'POST', body });
      const { jwt_token: token } = (await response.json()) as { jwt_token: string };
      const user = world.store.find('users', 2)!;
      const { value: cookie } = world.authentication.signCookie({ user }, 60);
      await send({ query, variables: { a: `is${token}`, b: cookie } }, { Authorization: `Bearer ${token}` });
      assert.deepEqual(requests.find()[1]!.variables, { a: withheld, b: withheld });
      assert.equal(JSON.stringify(requests.find()).includes(token.split('.')[2]!), false);
    });

    test('the values of members whose names say that they are secret', async (t) => {
      const { requests, send } = await startControlledServer(t, tested);
      const names = ['password', 'Passwort', 'passphrase', 'pwd', 'clientSecret', 'access_token', 'apiKey', 'api-key'];
      for (const value of ['x', 1, { deep: 'x' }, ['x']]) {
        await send({ query, variables: Object.fromEntries(names.map((name) => [name, value])) });
        const { variables } = requests.find().at(-1)!;
        assert.deepEqual(variables, Object.fromEntries(names.map((name) => [name, withheld])));
      }
      await send({ query, variables: { password: null, passenger: 'x' } });
      assert.deepEqual(requests.find().at(-1)!.variables, { password: null, passenger: 'x' });
    });

    test('a secret at the place where a long text is cut', async (t) => {
      const { requests, send } = await startControlledServer(t, tested);
      for (const length of [1000, 20_000]) {
        await send({ query, variables: { text: `${'x'.repeat(length - 5)}admin-secret-0123456789` } });
        assert.deepEqual(requests.find().at(-1)!.variables, { text: withheld });
      }
    });

    test('what is more than the first 1,000 characters of a text', async (t) => {
      const { requests, send } = await startControlledServer(t, tested);
      for (const length of [1001, 500_000]) {
        await send({ query, variables: { text: 'x'.repeat(length), after: 1 } });
        const text = `${'x'.repeat(1000)}… (${length} characters)`;
        assert.deepEqual(requests.find().at(-1)!.variables, { text, after: 1 });
      }
    });
  });

test('the secrets of a world that was replaced are withheld as well', async (t) => {
  const { requests, world, store, send } = await startControlledServer(t);
  await world.takeSnapshot('before');
  store.update((transaction) =>
    transaction.create('users', { name: 'New', nickname: 'new', admin: false, token: 'k7' } as never),
  );
  await send({ query, variables: { text: 'with k7 in it', other: 'ak7' } });
  await world.restore(world.findSnapshot('before')!);
  assert.deepEqual(requests.find()[0]!.variables, { text: withheld, other: 'ak7' });
});

test('the secrets of applications are withheld in lists and details, also of those that are added', async (t) => {
  const { requests, store, send } = await startControlledServer(t, dialects[0], demoOAuthFolder);
  const secret = 'town-website-secret-0123456789';
  const added = 'a-secret-that-is-added';
  const { id: _, ...application } = store.all('oauthApplications')[0]!;
  store.update((transaction) =>
    transaction.create('oauthApplications', { ...application, clientId: 'added', secret: added }),
  );
  await send({ query, variables: { text: `${secret} ${added}`, other: added } }, { 'x-other': secret });
  const [{ id, variables } = { id: 0, variables: null }] = requests.find();
  assert.deepEqual(variables, { text: withheld, other: withheld });
  const shown = JSON.stringify(requests.details(id));
  assert.ok(!shown.includes(secret) && !shown.includes(added), shown);
});
