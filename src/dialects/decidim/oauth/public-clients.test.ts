import assert from 'node:assert/strict';
import test from 'node:test';
import { app, pkce, startOAuth, verifier } from '../../../../test/support/oauth-client.ts';

// The sign-in of clients that are in public use: a program, a website with a backend, and an app of a phone.
const viewer = '{ session { user { id name nickname } } }';
const portal = {
  client_id: 'town-portal',
  client_secret: 'town-portal-secret-0123456789',
  redirect_uri: 'http://localhost:8080/auth/callback',
  scope: 'profile user api:read',
};

test('a program signs in with the credentials of an API user, asks who it is, and signs out', async (t) => {
  const { client } = await startOAuth(t);
  const signIn = await client.send('/api/sign_in', {
    method: 'POST',
    headers: { accept: '*/*', 'content-type': 'application/json' },
    body: JSON.stringify({ api_user: { key: 'member-key', secret: 'member-secret-0123456789' } }),
  });
  assert.equal(signIn.status, 200);
  const authorization = signIn.headers.get('authorization')!;
  const { data } = await client.graphql(viewer, { authorization });
  assert.deepEqual(data.session.user, { id: '2', name: 'Member robot', nickname: '@member-key' });
  const signOut = await client.send('/api/sign_out', { method: 'DELETE', headers: { accept: '*/*', authorization } });
  assert.equal(signOut.status, 200);
  assert.equal((await client.graphql(viewer, { authorization })).data.session, null);
});

test('the backend of a website exchanges the code with its secret and a verifier, and its page sends the token', async (t) => {
  const { client } = await startOAuth(t);
  await client.signIn();
  const code = await client.consent({ ...portal, ...pkce, state: 'IX5AOj1nKDlTdGF0ZQ' });
  const { json: token } = await client.exchange(code, portal, { code_verifier: verifier });
  assert.ok(Number.isInteger(token.created_at) && Number.isInteger(token.expires_in));
  const headers = { authorization: `${token.token_type} ${token.access_token}`, 'x-jwt-aud': portal.client_id };
  const { data } = await client.graphql('{ session { user { name profilePath } } }', headers);
  assert.deepEqual(data.session.user, { name: 'Participant', profilePath: '/en/profiles/participant' });
});

for (const host of ['http://localhost:4000', 'http://127.0.0.1:4600', 'http://10.0.2.2:4000'])
  test(`an app of a phone takes the code from an address of the platform itself, ${host}`, async (t) => {
    const { client } = await startOAuth(t);
    const phone = { ...app, redirect_uri: `${host}/oauth/authorize/native`, scope: 'profile user api:read' };
    await client.signIn();
    const code = await client.consent({ ...phone, ...pkce, state: 'c3RhdGU' });
    assert.match((await client.send(`/oauth/authorize/native?code=${code}&state=c3RhdGU`)).text, new RegExp(code));
    const { json: token } = await client.exchange(code, phone, { code_verifier: verifier });
    const headers = { authorization: `${token.token_type} ${token.access_token}`, 'x-jwt-aud': app.client_id };
    assert.equal((await client.graphql(viewer, headers)).data.session.user.name, 'Participant');
  });
