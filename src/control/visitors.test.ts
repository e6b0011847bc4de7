import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startControlServer } from '../../test/support/control-server.ts';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import type { TestSettings } from '../../test/support/test-server.ts';

async function startDemo(t: TestContext, settings: TestSettings = {}) {
  const site = join(createTemporaryFolder(t), 'dist');
  mkdirSync(site);
  writeFileSync(join(site, 'index.html'), 'the site');
  const server = await startControlServer(t, { site, sessionPerVisitor: true, ...settings });
  const { send } = server;
  /** Opens a page of the site; returns the cookies of the visitor. */
  const visit = async (path = '/', headers: Record<string, string> = {}) => {
    const response = await send('GET', path, undefined, { accept: 'text/html', ...headers });
    assert.equal(response.body, 'the site');
    return response.headers.getSetCookie();
  };
  const answer =
    'mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) { answer(input: { attributes: { state: "rejected" } }) { state } } } } }';
  const read = '{ component(id: 1) { ... on Proposals { proposal(id: 1) { state } } } }';
  const ask = async (query: string, headers: Record<string, string> = {}) => {
    const response = await send('POST', '/api', { query }, { authorization: 'Bearer admin-token', ...headers });
    return { ...response, text: JSON.stringify(response.body) };
  };
  return { ...server, visit, ask, answer, read };
}

const cookieOf = ([cookie]: string[]): string => cookie!.split(';')[0]!;

// A server whose control needs a token has sessions of visitors too.
for (const settings of [{}, { host: '0.0.0.0' }, { controlToken: 'secret' }])
  test(`each visitor has a session: ${JSON.stringify(settings)}`, async (t) => {
    const { visit, ask, answer, read, sessions } = await startDemo(t, settings);
    const cookies = await visit();
    assert.equal(cookies.length, 1);
    assert.match(
      cookies[0]!,
      /^x-plenum-session=visitor-[\da-f-]{36}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
    const [one, two] = [{ cookie: cookieOf(cookies) }, { cookie: cookieOf(await visit()) }];
    assert.deepEqual(sessions.names, [], 'a visitor who only looks has no world');
    assert.deepEqual(await visit('/proposals', one), [], 'a visitor keeps the session');
    assert.match((await ask(answer, one)).text, /"state":"rejected"/);
    assert.match((await ask(read, one)).text, /"state":"rejected"/);
    assert.match((await ask(read, two)).text, /"state":null/);
    assert.equal(sessions.names.length, 2);
  });

test('a request to the API without a cookie starts a session, and has the cookie in its response', async (t) => {
  const { ask, answer, read, world } = await startDemo(t);
  const { headers, text } = await ask(answer);
  assert.match(text, /"state":"rejected"/);
  const cookie = cookieOf(headers.getSetCookie());
  assert.match((await ask(read, { cookie: `a=b; ${cookie}` })).text, /"state":"rejected"/);
  assert.equal(world.store.find('proposals', 1)!.state, null);
});

test('the header of a session wins, and a page of a foreign origin has no session', async (t) => {
  const { ask, read, sessions } = await startDemo(t);
  assert.deepEqual((await ask(read, { 'x-plenum-session': 'mine' })).headers.getSetCookie(), []);
  assert.deepEqual(sessions.names, ['mine']);
  const anonymous = await ask('{ __typename }', { origin: 'https://front.example', authorization: '' });
  assert.deepEqual([anonymous.status, anonymous.headers.getSetCookie()], [200, []]);
  assert.deepEqual(sessions.names, ['mine']);
});

test('a link to the site can name the session; where the control needs a token, one that there is', async (t) => {
  const { visit, ask, answer, sessions } = await startDemo(t, { sessionPerVisitor: false });
  const cookies = await visit('/proposals/1?session=demo-of-may');
  assert.match(cookies[0]!, /^x-plenum-session=demo-of-may; Path=\/; Max-Age=86400; /);
  await ask(answer, { cookie: cookieOf(cookies) });
  assert.deepEqual(sessions.names, ['demo-of-may']);
  assert.match((await visit('/?session='))[0]!, /^x-plenum-session=; Path=\/; Max-Age=0; /);
  for (const path of ['/', '/?session=..', '/?session=a%20b', '/?session=a&session=b'])
    assert.deepEqual(await visit(path), [], path);
  for (const settings of [{ controlToken: 'secret' }, { host: '0.0.0.0' }]) {
    const other = await startDemo(t, { sessionPerVisitor: false, ...settings });
    assert.deepEqual(await other.visit('/?session=a'), []);
    await other.sessions.get('a');
    assert.match((await other.visit('/?session=a'))[0]!, /^x-plenum-session=a;/);
  }
});

test('the name of a visitor opens no session of a server that has none of visitors', async (t) => {
  const headers = { 'x-plenum-session': 'visitor-00000000-0000-4000-8000-000000000000' };
  const { ask, sessions } = await startDemo(t, { sessionPerVisitor: false, host: '0.0.0.0' });
  assert.equal((await ask('{ __typename }', headers)).status, 404);
  assert.deepEqual(sessions.names, []);
});
