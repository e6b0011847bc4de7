import assert from 'node:assert/strict';
import test from 'node:test';
import { meetingAttributes } from '../../test/support/inputs.ts';
import { readOperation } from '../../test/support/test-server.ts';
import { demoActors, startRecordedServer, textsInFolder } from '../../test/support/recorder.ts';

const create = readOperation('create-meeting');
const session = '{ session { user { name } } }';
const { token, key, secret } = demoActors.member;
const variablesWithTitle = (title: string) => ({
  componentId: 2,
  input: { attributes: { ...meetingAttributes, title } },
});
const json = { 'Content-Type': 'application/json' };

test('does not write drafts that contain a secret', async (t) => {
  const { send, close, out } = await startRecordedServer(t);
  const planted = 'planted-"token"-0123';
  await send(session, {}, planted);
  await send(create, variablesWithTitle(`My token is ${planted}.`), token);
  await send(create, variablesWithTitle('Of the administrators: admin-token'), token);
  await send(`{ session { user { name } } organization { name { translation(locale: "${token}") } } }`);
  await send(`{ session_token: session { user { name } } }`, {}, 'session_token');
  await send(`{ session { user { name } } session_token }`);
  await send(`{ session_token }`);
  await send(create, variablesWithTitle('Nothing to hide'), token);
  const { written, withheld, notRecordable } = await close();
  assert.equal(written.length, 2);
  const reason = 'it contains a token, key or secret';
  assert.deepEqual(withheld, [
    { exchange: 'exchange 2 (createMeeting by member returns data)', reason },
    { exchange: 'exchange 3 (createMeeting by member returns data)', reason },
    { exchange: 'exchange 4 (session by anonymous returns data)', reason },
    { exchange: 'exchange 5 (A document with a syntax error by stranger returns data)', reason },
    { exchange: 'exchange 6 (A document with a syntax error by anonymous is a request error)', reason },
    { exchange: 'exchange 7 (A document with a syntax error by anonymous is a request error)', reason },
  ]);
  assert.deepEqual(notRecordable, []);
  const texts = textsInFolder(out).join('\n');
  assert.match(texts, /Nothing to hide/);
  for (const hidden of ['planted', 'admin-token', token, 'session_token', 'Bearer']) assert.ok(!texts.includes(hidden));
});

test('learns the token and actor of a sign-in, and does not record it', async (t) => {
  const { url, send, close, out } = await startRecordedServer(t);
  const signIn = (body: string) => fetch(`${url}/sign_in`, { method: 'POST', headers: json, body });
  const response = await signIn(JSON.stringify({ query: session, api_user: { key, secret } }));
  const { jwt_token: signedToken } = (await response.json()) as { jwt_token: string };
  assert.equal(response.headers.get('authorization'), `Bearer ${signedToken}`);
  assert.equal((await signIn(JSON.stringify({ api_user: { key: 'k', secret: 'a wrong secret' } }))).status, 403);
  await send(session, {}, signedToken);
  for (const planted of [signedToken, secret, `a wrong secret`, encodeURIComponent('a wrong secret')])
    await send(create, variablesWithTitle(planted), signedToken);
  const headers = { ...json, Authorization: `Bearer ${signedToken}` };
  await fetch(`${url}/sign_out`, { method: 'DELETE', headers, body: JSON.stringify({ query: session }) });
  const { drafts, withheld } = await close();
  assert.deepEqual(
    drafts.map(({ description }) => description),
    ['session by member returns data'],
  );
  assert.deepEqual(
    withheld.map(({ exchange }) => exchange.slice(0, 10)),
    // Without their secrets, the others are the same.
    ['exchange 2'],
  );
  const texts = textsInFolder(out).join('\n');
  for (const hidden of [signedToken, secret, key, 'wrong']) assert.ok(!texts.includes(hidden));
});

test('learns the secrets of requests without a response', async (t) => {
  const { url, send, close } = await startRecordedServer(t);
  const headers = { Authorization: 'Basic c2VjcmV0LXRva2Vu', Cookie: 'locale=en; session=0123456789abcdef' };
  await fetch(`${url}/elsewhere`, { headers });
  await send(create, variablesWithTitle('c2VjcmV0LXRva2Vu'), token);
  await send(create, variablesWithTitle('0123456789abcdef'), token);
  await send(create, variablesWithTitle('en'), token);
  const { drafts, withheld } = await close();
  assert.deepEqual([drafts.length, withheld.length], [1, 1]);
  assert.match(JSON.stringify(drafts), /"en"/);
});
