import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import {
  OAuthClient,
  app,
  bearer,
  participant,
  pkce,
  startOAuth,
  website,
} from '../../../../test/support/oauth-client.ts';
import { createTemporaryFolder } from '../../../../test/support/folders.ts';
import { startServer } from '../../../../test/support/test-server.ts';
import { maxFailuresPerMinute } from '../../../server/http/sign-in.ts';
import { worldFolder } from '../../../records/named-worlds.ts';

const clerk = { email: 'CLERK@example.org', password: 'harbour-and-bridge-0123456789' };
const session = '{ session { user { id } } }';

test('the picker signs in with one click, searches names, and lists nobody without a page', async (t) => {
  const { client, server } = await startOAuth(t);
  server.world.store.update((transaction) => {
    transaction.update('users', 5, { name: '<b>Clerk & co</b>' });
    for (const [name, more] of Object.entries({ Blocked: { blocked: true }, Unconfirmed: { unconfirmed: true } }))
      transaction.create('users', {
        name,
        nickname: name,
        admin: false,
        key: null,
        secret: null,
        token: null,
        ...more,
      });
  });
  const { text } = await client.send('/en/users/sign_in');
  const aside = text.slice(text.indexOf('<aside'));
  assert.match(aside, /Participant<br>.*@participant/s);
  assert.match(aside, /&lt;b&gt;Clerk &amp; co&lt;\/b&gt;/);
  assert.doesNotMatch(aside, /robot|Blocked|Unconfirmed/);
  const found = await client.send('/en/users/sign_in?q=CLERK');
  assert.doesNotMatch(found.text, /@participant/);
  assert.match((await client.send('/en/users/sign_in?q=nobody')).text, /No person has such a name/);
  const { status, location } = await client.submit('/en/users/sign_in', { plenum_user: '5' });
  assert.deepEqual([status, location], [302, '/en']);
  assert.match((await client.send('/en/account')).text, /@clerk/);
});

for (const id of ['1', '7', 'x', ''])
  test(`the picker does not sign in user ${JSON.stringify(id)}, who is no person`, async (t) => {
    const { client } = await startOAuth(t);
    await client.send('/en/users/sign_in');
    assert.equal((await client.submit('/en/users/sign_in', { plenum_user: id })).status, 403);
  });

for (const [name, settings] of [
  ['the control needs a token', { controlToken: 'x'.repeat(20) }],
  ['the server can be reached from elsewhere', { host: '0.0.0.0' }],
] as const)
  test(`there is no picker where ${name}`, async (t) => {
    const { client } = await startOAuth(t, settings);
    assert.doesNotMatch((await client.send('/en/users/sign_in')).text, /<aside/);
    assert.equal((await client.submit('/en/users/sign_in', { plenum_user: '5' })).status, 403);
    assert.equal((await client.signIn(clerk)).status, 302);
  });

test('people sign in whose e-mail address is confirmed and who are not blocked', async (t) => {
  const { client, server } = await startOAuth(t);
  assert.equal((await client.signIn({ ...participant, password: 'x' })).status, 403);
  server.world.store.update((transaction) => transaction.update('users', 4, { blocked: true }));
  assert.equal((await client.signIn()).status, 403);
  assert.equal((await client.signIn(clerk)).status, 302);
});

test('too many wrong passwords in a minute end the sign-in with an e-mail address', async (t) => {
  const { client, newClient } = await startOAuth(t);
  const statuses = [];
  for (let count = 0; count <= maxFailuresPerMinute; count++)
    statuses.push((await client.signIn({ ...participant, password: 'x' })).status);
  assert.equal(statuses[0], 403);
  assert.equal(statuses.at(-1), 429);
  assert.equal((await client.signIn()).status, 429);
  assert.equal((await newClient().signIn(clerk)).status, 302);
});

test('a form without the token of its own session changes nothing', async (t) => {
  const { client, newClient } = await startOAuth(t);
  await client.signIn();
  const other = newClient();
  await other.signIn(clerk);
  const token = /name="authenticity_token" value="([^"]+)"/.exec((await other.authorize(website)).text)![1]!;
  const { client_secret: _, ...form } = { response_type: 'code', ...website };
  for (const authenticity of [token, '', 'x'])
    assert.equal((await client.post('/oauth/authorize', { ...form, authenticity_token: authenticity })).status, 422);
  assert.equal((await client.post('/users/sign_out', { _method: 'delete', authenticity_token: token })).status, 422);
  assert.match((await client.send('/en/account')).text, /@participant/);
});

const sessionOf = (cookie: string) => cookie.split('~')[1];

test('signing in gives the browser a new session, and signing out ends it', async (t) => {
  const { client } = await startOAuth(t);
  const before = (await client.send('/en/users/sign_in')).headers.getSetCookie()[0]!;
  assert.match(before, /; path=\/; .*httponly; samesite=lax$/);
  const after = (await client.signIn()).headers.getSetCookie()[0]!;
  assert.notEqual(sessionOf(after), sessionOf(before));
  await client.send('/en/account');
  assert.equal((await client.submit('/users/sign_out', { _method: 'delete' })).location, '/en/users/sign_in');
  assert.equal((await client.send('/en/account')).status, 302);
});

test('a page of a foreign origin cannot use the session of a person', async (t) => {
  const { client } = await startOAuth(t);
  await client.signIn();
  const { status } = await client.authorize(website, { origin: 'https://elsewhere.example' });
  assert.equal(status, 403);
  assert.equal((await client.authorize(website, { origin: client.origin })).status, 200);
});

test('after signing in, a browser goes back to the request of an application and to no other address', async (t) => {
  const { client } = await startOAuth(t);
  assert.equal((await client.send('/en')).status, 404);
  await client.send('/en/account?return=https://elsewhere.example');
  await client.send('/en/users/sign_in?return_to=//elsewhere.example');
  assert.equal((await client.signIn()).location, '/en');
});

test('--oauth-auto consents at once, without a session', async (t) => {
  const { client } = await startOAuth(t, { oauthAuto: 'clerk' });
  const { status, location } = await client.authorize({ ...app, ...pkce, state: 'x' });
  assert.equal(status, 302);
  assert.match(location, /^http:\/\/localhost:4000\/app\/callback\?code=[\w-]{43}&state=x$/);
});

test('the consent form has the scopes as they were sent, and the token each once', async (t) => {
  const { client } = await startOAuth(t);
  await client.signIn();
  const twice = { ...website, scope: 'api:read user user' };
  const { text } = await client.authorize(twice);
  assert.match(text, /name="scope" value="api:read user user"/);
  const { json } = await client.exchange(await client.consent(twice), website);
  assert.equal(json.scope, 'api:read user');
});

test('a loopback address is known at any port, localhost at its own, and the log names those that there are', async (t) => {
  const { client, server } = await startOAuth(t);
  await client.signIn();
  const askFrom = (redirectUri: string) => client.authorize({ ...app, redirect_uri: redirectUri });
  for (const known of ['http://127.0.0.1:5174/callback', 'http://localhost:5173/auth/callback'])
    assert.equal((await askFrom(known)).status, 200, known);
  assert.equal(server.world.requests.find().at(-1)!.reason, undefined);
  const { status, text } = await askFrom('http://localhost:5174/callback');
  const { reason = '' } = server.world.requests.find().at(-1)!;
  assert.match(
    reason,
    /^town-app lacks http:\/\/localhost:5174\/callback in its redirectUris: add it in oauthApplications/,
  );
  assert.match(reason, /it has .* http:\/\/localhost:8080\/auth\/callback /);
  assert.equal(status, 400);
  assert.ok(!text.includes('redirectUris'));
});

test('the log names the scopes of an application that asks for another one', async (t) => {
  const { client, server } = await startOAuth(t);
  await client.signIn();
  assert.equal((await client.authorize({ ...website, scope: 'profile user' })).status, 400);
  const { reason = '' } = server.world.requests.find().at(-1)!;
  assert.match(reason, /^town-website lacks profile user in its scopes: .*; it has user api:read api:write$/);
});

test('the token endpoint reads a multipart form', async (t) => {
  const { client } = await startOAuth(t);
  await client.signIn();
  const code = await client.consent(website);
  const body = new FormData();
  const { scope: __, ...credentials } = website;
  for (const [name, value] of Object.entries({ grant_type: 'authorization_code', code, ...credentials }))
    body.set(name, value);
  const { status, json } = await client.send('/oauth/token', { method: 'POST', body });
  assert.deepEqual([status, json?.token_type], [200, 'Bearer']);
});

test('of two people with one address, who may sign in does', async (t) => {
  const { client, server } = await startOAuth(t);
  const person = server.world.store.all('users').find(({ email }) => email === participant.email)!;
  await server.world.store.updateDurably((transaction) => {
    transaction.put('users', { ...person, id: 90, nickname: 'later' });
    transaction.update('users', person.id, { deletedAt: '2026-01-01T00:00:00+00:00' });
  });
  assert.equal((await client.signIn()).status, 302);
  assert.match((await client.send('/en/account')).text, /@later/);
});

test('--oauth-auto with nobody, or faults for nobody, end the start, and the data folder is free', async (t) => {
  const data = createTemporaryFolder(t);
  const faults = join(createTemporaryFolder(t), 'faults.json');
  writeFileSync(faults, JSON.stringify([{ match: { user: 99 }, effect: { status: 500 } }]));
  const start = (settings: object) => startOAuth(t, { data, ...settings });
  await assert.rejects(start({ oauthAuto: 'nobody' }), {
    message: 'oauth-auto: the world has no person "nobody"; there are participant, clerk',
    exitCode: 2,
  });
  await assert.rejects(start({ faults }), { exitCode: 2 });
  await start({});
});

for (const dialect of ['decidim-0.29', 'decidim-0.30'])
  test(`${dialect} has no sign-in for applications`, async (t) => {
    const { client } = await startOAuth(t, { dialect });
    assert.equal((await client.authorize(website)).status, 404);
    assert.equal((await client.post('/oauth/token', { grant_type: 'authorization_code' })).status, 404);
  });

test('the specification dialect has no sign-in for applications', async (t) => {
  const { client } = await startOAuth(t, { dialect: 'specification' });
  for (const path of ['/oauth/authorize', '/oauth/token', '/en/users/sign_in'])
    assert.deepEqual((await client.send(path)).json, {
      errors: [{ message: 'This path does not exist. The GraphQL endpoint is /api.' }],
    });
});

test('an application that may write and not read sees no object to write on', async (t) => {
  const { client } = await startOAuth(t);
  const { access_token: token } = await client.token({ ...website, scope: 'user api:write' });
  for (const [query, type] of [
    ['mutation { component(id: 2) { __typename } }', 'MeetingsMutation'],
    ['mutation { commentable(id: "1", type: "Decidim::Proposals::Proposal") { id } }', 'CommentableMutation'],
  ] as const) {
    const message = `You cannot view or edit this ${type} because you do not have permissions`;
    const { data, errors } = await client.graphql(query, bearer(token));
    assert.deepEqual([data, errors?.map((error) => error.message)], [null, [message]]);
  }
});

test('no other origin reads a token', async (t) => {
  const { client } = await startOAuth(t);
  const { headers } = await client.post('/oauth/token', { grant_type: 'x' }, { origin: 'http://localhost:3000' });
  assert.equal(headers.get('access-control-allow-origin'), null);
});

test('codes, refresh tokens and revocations survive a restart, and end with a reset', async (t) => {
  const data = createTemporaryFolder(t);
  const start = () => startServer({ data, world: worldFolder('demo-oauth'), dialect: 'decidim-0.32' });
  const first = await start();
  const client = new OAuthClient(first.url);
  const { access_token: token, refresh_token: refreshToken } = await client.token(website);
  const revoked = (await client.token(website)) as { access_token: string };
  const { scope: _, redirect_uri: __, ...credentials } = website;
  await client.post('/oauth/revoke', { token: revoked.access_token, ...credentials });
  const code = await client.consent(website);
  await first.close();
  const second = await start();
  t.after(() => second.close());
  const restarted = new OAuthClient(second.url);
  assert.deepEqual((await restarted.graphql(session, bearer(token))).data, { session: { user: { id: '4' } } });
  assert.equal((await restarted.send('/oauth/token/info', { headers: bearer(revoked.access_token) })).status, 401);
  assert.equal((await restarted.exchange(code, website)).status, 200);
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, ...credentials };
  assert.equal((await restarted.post('/oauth/token', form)).status, 200);
  await second.world.reset();
  assert.deepEqual((await restarted.graphql(session, bearer(token))).data, { session: null });
  assert.equal((await restarted.post('/oauth/token', form)).status, 400);
  assert.deepEqual(second.world.store.all('oauthCodes'), []);
});
