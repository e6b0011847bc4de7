import assert from 'node:assert/strict';
import test from 'node:test';
import { app, startOAuth, website } from '../../test/support/oauth-client.ts';
import { type ControlError, createStandIn, headersFor } from '../index.ts';
import { worldFolder } from '../records/named-worlds.ts';

const withdrawal =
  'mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) { withdraw(input: {}) { id } } } } }';
const session = '{ session { user { name } } }';
const start = async (t: test.TestContext, dialect: 'decidim-0.32' | 'specification' = 'decidim-0.32') => {
  const standIn = await createStandIn({ dialect, world: worldFolder('demo-oauth') });
  t.after(() => standIn.close());
  const ask = async (token: string, query = session, headers = headersFor(token)) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const response = await standIn.fetch('/api', { ...init, body: JSON.stringify({ query }) });
    return (await response.json()) as { data: unknown; errors?: { extensions: { code: string } }[] };
  };
  return { standIn, ask };
};

test('a test gets the token of a participant in an application, with its headers', async (t) => {
  const { standIn, ask } = await start(t);
  const token = await standIn.token({ application: 'town-app', scopes: ['user', 'api:read'] });
  assert.deepEqual(headersFor(token), { authorization: `Bearer ${token}`, 'x-jwt-aud': 'town-app' });
  assert.deepEqual(await ask(token), { data: { session: { user: { name: 'Participant' } } } });
  assert.deepEqual((await ask(token, session, { authorization: `Bearer ${token}` })).data, { session: null });
  const { errors } = await ask(token, withdrawal);
  assert.equal(errors?.[0]!.extensions.code, 'UNAUTHORIZED_OBJECT_ERROR');
  const [read] = await standIn.requests.find({ match: { user: 4 } });
  assert.deepEqual([read!.application, read!.scopes], ['town-app', ['user', 'api:read']]);
  assert.deepEqual(headersFor('admin-token'), { authorization: 'Bearer admin-token' });
});

test('the token of an application expires by the clock of the world', async (t) => {
  const { standIn, ask } = await start(t);
  const token = await standIn.token({ application: 'town-website', name: 'Clerk', expiresIn: 'PT5M' });
  assert.deepEqual((await ask(token)).data, { session: { user: { name: 'Clerk' } } });
  await standIn.clock.advance(301_000);
  assert.deepEqual((await ask(token)).data, { session: null });
});

for (const [request, message] of [
  [
    { application: 'town-ap' },
    'There is no application "town-ap". The world has town-website, town-app, town-map, town-portal.',
  ],
  [{ application: 'town-map', scopes: ['api:write'] }, 'The application town-map may not have the scope api:write.'],
  [{ scopes: ['api:read'] }, 'Scopes are those of an application, which "application" names.'],
  [{ application: 'town-app', user: 1 }, 'User 1 is no person.'],
  [{ application: 'town-app', scopes: ['openid'] }, /scopes/],
] as const)
  test(`no token for ${JSON.stringify(request)}`, async (t) => {
    const { standIn } = await start(t);
    await assert.rejects(standIn.token(request as never), (error: ControlError) => {
      assert.equal(error.status, 400);
      if (typeof message === 'string') assert.equal(error.message, message);
      else assert.match(error.message, message);
      return true;
    });
  });

test('a token of an application is issued narrow, expired or revoked', async (t) => {
  const { standIn, ask } = await start(t);
  const issue = (rest: object) => standIn.token({ application: 'town-website', ...rest });
  const codeOf = async (token: string) => (await ask(token, withdrawal)).errors?.[0]!.extensions.code;
  const info = async (token: string) =>
    (await standIn.fetch('/oauth/token/info', { headers: headersFor(token) })).status;
  const narrow = await issue({ scopes: ['user', 'api:read'] });
  assert.deepEqual([await codeOf(narrow), await info(narrow)], ['UNAUTHORIZED_OBJECT_ERROR', 200]);
  const expired = await issue({ expiresIn: 'PT0S' });
  assert.deepEqual([await codeOf(expired), await info(expired)], ['MUTATION_NOT_AUTHORIZED_ERROR', 401]);
  // On the platform, a revoked token goes on working.
  const revoked = await issue({ revoked: true });
  assert.deepEqual((await ask(revoked)).data, { session: { user: { name: 'Participant' } } });
  assert.equal(await info(revoked), 401);
});

test('a token like one from sign-in is issued revoked', async (t) => {
  const { standIn, ask } = await start(t);
  assert.deepEqual((await ask(await standIn.token({ user: 4 }))).data, { session: { user: { name: 'Participant' } } });
  assert.deepEqual((await ask(await standIn.token({ user: 4, revoked: true }))).data, { session: null });
});

test('recorded requests have no code, token, verifier or password', async (t) => {
  const { server, client } = await startOAuth(t);
  const lines: string[] = [];
  const { access_token: token, refresh_token: refreshToken } = await client.token(app);
  await client.send(`/oauth/me?access_token=${token}`);
  await client.submit('/oauth/authorize', { response_type: 'code', ...website, response_mode: 'form_post' });
  const codes = server.world.store.all('oauthCodes').length;
  assert.equal(codes, 2);
  for (const { id } of server.world.requests.find()) lines.push(JSON.stringify(server.world.requests.details(id)));
  const all = lines.join('\n');
  assert.match(all, /callback\?code=\[withheld\]/);
  for (const secret of [token, refreshToken, 'lantern-and-river', 'dBjftJeZ4CVP'])
    assert.equal(all.includes(secret), false, secret);
  assert.doesNotMatch(all, /code(=|\\?" value=\\?")[\w-]{43}/);
});

test('the control lists and revokes the token of an application', async (t) => {
  const { server, client } = await startOAuth(t);
  const control = async (method: string, path: string, body?: object) => {
    const init = {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    };
    const response = await fetch(new URL(`/__admin${path}`, server.url), init);
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  const issued = await control('POST', '/tokens', { user: 4, application: 'town-app' });
  assert.deepEqual([issued.application, issued.scopes], ['town-app', ['profile', 'user', 'api:read', 'api:write']]);
  const { tokens } = await control('GET', '/tokens');
  const { token: _, ...withoutToken } = issued;
  assert.deepEqual(tokens, [withoutToken]);
  const me = async () => (await client.send('/oauth/me', { headers: headersFor(issued.token) })).status;
  assert.equal(await me(), 200);
  await control('DELETE', `/tokens/${issued.id}`);
  assert.equal(await me(), 401);
  assert.deepEqual((await client.graphql(session, headersFor(issued.token))).data, { session: null });
});
