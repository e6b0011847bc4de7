import assert from 'node:assert/strict';
import test from 'node:test';
import { bearer, startOAuth, website } from '../../../../test/support/oauth-client.ts';

const { scope: _, redirect_uri: __, ...ofWebsite } = website;

test('a refresh token that ends while it is used gives no other token', async (t) => {
  const { client, server } = await startOAuth(t);
  const { refresh_token: refreshToken } = await client.token(website);
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, ...ofWebsite };
  const { store, authentication } = server.world;
  const [earlier] = store.all('oauthTokens');
  // The check of the request comes before the signature of the new token, and the end of the earlier one between them.
  const find = authentication.grants.findRefreshToken;
  t.mock.method(authentication.grants, 'findRefreshToken', (text: string) => {
    const found = find(text);
    queueMicrotask(() =>
      store.update((transaction) => transaction.update('oauthTokens', earlier!.id, { revokedAt: 1 })),
    );
    return found;
  });
  const refused = await client.post('/oauth/token', form);
  assert.deepEqual([refused.status, refused.json.error], [400, 'invalid_grant']);
  assert.equal(store.all('oauthTokens').length, 1);
});

test('of two refreshes at once, the first use of one ends what the other would still refresh', async (t) => {
  const { client, server } = await startOAuth(t);
  const { refresh_token: refreshToken } = await client.token(website);
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, ...ofWebsite };
  const [one] = await Promise.all([client.post('/oauth/token', form), client.post('/oauth/token', form)]);
  await client.graphql('{ session { user { id } } }', bearer(one.json.access_token));
  assert.equal((await client.post('/oauth/token', form)).status, 400);
  assert.equal(server.world.store.all('oauthTokens').length, 3);
});
