import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type OAuthClient,
  app,
  bearer,
  pkce,
  startOAuth,
  verifier,
  website,
} from '../../../test/support/oauth-client.ts';

const session = '{ session { user { id } } }';
const ofMap = { client_id: 'town-map', client_secret: 'town-map-secret-0123456789' };

/** What each mode makes of something that RFC 9700 advises against. `run` resolves with what the client gets. */
const rows: { name: string; run(client: OAuthClient): Promise<unknown>; platform: unknown; strict: unknown }[] = [
  {
    name: 'a revoked access token on the API',
    async run(client) {
      const { access_token: token } = await client.token(website);
      await client.post('/oauth/revoke', { token, ...ofWebsite });
      return (await client.graphql(session, bearer(token))).data;
    },
    platform: { session: { user: { id: '4' } } },
    strict: { session: null },
  },
  {
    name: 'the pages, with an access token in place of a cookie',
    async run(client) {
      const { access_token: token } = await client.token(website);
      return (await fetch(`${client.origin}/en/account`, { headers: bearer(token), redirect: 'manual' })).status;
    },
    platform: 200,
    strict: 302,
  },
  {
    name: 'a public application without PKCE',
    async run(client) {
      await client.signIn();
      return (await client.authorize(app)).status;
    },
    platform: 200,
    strict: 400,
  },
  {
    name: 'a plain challenge',
    async run(client) {
      await client.signIn();
      return (await client.authorize({ ...app, code_challenge: verifier, code_challenge_method: 'plain' })).status;
    },
    platform: 200,
    strict: 400,
  },
  {
    name: 'the token of a public application, revoked by another one',
    async run(client) {
      const { access_token: token } = await client.token(app);
      return (await client.post('/oauth/revoke', { token, ...ofMap })).status;
    },
    platform: 200,
    strict: 403,
  },
  {
    name: 'the first token, after its code was used again',
    async run(client) {
      await client.signIn();
      const code = await client.consent(website);
      const { json } = await client.exchange(code, website);
      await client.exchange(code, website);
      return (await client.send('/oauth/token/info', { headers: bearer(json.access_token) })).status;
    },
    platform: 200,
    strict: 401,
  },
  {
    name: 'the old refresh token, before the new access token is used',
    async run(client) {
      const { refresh_token: token } = await client.token(website);
      const form = { grant_type: 'refresh_token', refresh_token: token, ...ofWebsite };
      await client.post('/oauth/token', form);
      return (await client.post('/oauth/token', form)).status;
    },
    platform: 200,
    strict: 400,
  },
  {
    name: 'an access token in the URL',
    async run(client) {
      const { access_token: token } = await client.token(app);
      return (await client.send(`/oauth/me?access_token=${token}`)).status;
    },
    platform: 200,
    strict: 401,
  },
  {
    name: 'a public application that asks for a token of its own',
    run: async (client) =>
      (await client.post('/oauth/token', { grant_type: 'client_credentials', client_id: 'town-app', scope: 'profile' }))
        .status,
    platform: 200,
    strict: 401,
  },
];
const { scope: _, redirect_uri: __, ...ofWebsite } = website;

for (const mode of ['platform', 'strict'] as const)
  for (const { name, run, ...expected } of rows)
    test(`${mode}: ${name}`, async (t) => {
      const { client } = await startOAuth(t, { oauth: mode });
      assert.deepEqual(await run(client), expected[mode]);
    });

test('strict leaves what RFC 9700 recommends as it is', async (t) => {
  const { client } = await startOAuth(t, { oauth: 'strict' });
  const { access_token: token, refresh_token: refreshToken } = await client.token({ ...app, ...pkce }, true);
  assert.deepEqual((await client.graphql(session, bearer(token, 'town-app'))).data, { session: { user: { id: '4' } } });
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: 'town-app' };
  const { status, json } = await client.post('/oauth/token', form);
  assert.deepEqual([status, json.scope], [200, 'profile user api:read api:write']);
});

test('strict: of two refreshes of a token at once, one succeeds', async (t) => {
  const { client } = await startOAuth(t, { oauth: 'strict' });
  const { refresh_token: token } = await client.token(website);
  const form = { grant_type: 'refresh_token', refresh_token: token, ...ofWebsite };
  const statuses = (await Promise.all([client.post('/oauth/token', form), client.post('/oauth/token', form)])).map(
    ({ status }) => status,
  );
  assert.deepEqual(statuses.toSorted(), [200, 400]);
});
