import assert from 'node:assert/strict';
import test from 'node:test';
import { type OAuthClient, app, bearer, startOAuth, verifier, website } from '../../../test/support/oauth-client.ts';

const session = '{ session { user { id } } }';
const ofMap = { client_id: 'town-map', client_secret: 'town-map-secret-0123456789' };

/** What RFC 9700 advises against, and the platform allows. `run` resolves with what the client gets. */
const rows: { name: string; run(client: OAuthClient): Promise<unknown>; expected: unknown }[] = [
  {
    name: 'a revoked access token on the API',
    async run(client) {
      const { access_token: token } = await client.token(website);
      await client.post('/oauth/revoke', { token, ...ofWebsite });
      return (await client.graphql(session, bearer(token))).data;
    },
    expected: { session: { user: { id: '4' } } },
  },
  {
    name: 'the pages, with an access token in place of a cookie',
    async run(client) {
      const { access_token: token } = await client.token(website);
      return (await fetch(`${client.origin}/en/account`, { headers: bearer(token), redirect: 'manual' })).status;
    },
    expected: 200,
  },
  {
    name: 'a public application without PKCE',
    async run(client) {
      await client.signIn();
      return (await client.authorize(app)).status;
    },
    expected: 200,
  },
  {
    name: 'a plain challenge',
    async run(client) {
      await client.signIn();
      return (await client.authorize({ ...app, code_challenge: verifier, code_challenge_method: 'plain' })).status;
    },
    expected: 200,
  },
  {
    name: 'the token of a public application, revoked by another one',
    async run(client) {
      const { access_token: token } = await client.token(app);
      return (await client.post('/oauth/revoke', { token, ...ofMap })).status;
    },
    expected: 200,
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
    expected: 200,
  },
  {
    name: 'the old refresh token, before the new access token is used',
    async run(client) {
      const { refresh_token: token } = await client.token(website);
      const form = { grant_type: 'refresh_token', refresh_token: token, ...ofWebsite };
      await client.post('/oauth/token', form);
      return (await client.post('/oauth/token', form)).status;
    },
    expected: 200,
  },
  {
    name: 'an access token in the URL',
    async run(client) {
      const { access_token: token } = await client.token(app);
      return (await client.send(`/oauth/me?access_token=${token}`)).status;
    },
    expected: 200,
  },
  {
    name: 'a public application that asks for a token of its own',
    run: async (client) =>
      (await client.post('/oauth/token', { grant_type: 'client_credentials', client_id: 'town-app', scope: 'profile' }))
        .status,
    expected: 200,
  },
];
const { scope: _, redirect_uri: __, ...ofWebsite } = website;

for (const { name, run, expected } of rows)
  test(`the platform allows ${name}`, async (t) => {
    const { client } = await startOAuth(t);
    assert.deepEqual(await run(client), expected);
  });
