import assert from 'node:assert/strict';
import { request } from 'node:http';
import test, { type TestContext } from 'node:test';
import { type Authentication, createAuthentication } from '../auth/authentication.ts';
import { createMemoryStore } from '../../../test/support/stores.ts';
import { jsonHeaders, sendRawRequest, typenameRequest } from '../../../test/support/raw-http.ts';
import { type TestServerOptions, demoWorld, startTestServer } from '../../../test/support/test-server.ts';

const hiddenPath = '/home/someone/hidden.ts';
const bug = new Error(`cannot read ${hiddenPath}`);
const throwBug = () => {
  throw bug;
};

/** Starts a server that collects reported bugs. Its `send` asserts that the response does not reveal them. */
async function startFaultyServer(t: TestContext, options: TestServerOptions) {
  const bugs: Error[] = [];
  const { url } = await startTestServer(t, { ...options, onBug: (error) => bugs.push(error) });
  const send = async (query: string, variables: object = {}, path = '', method = 'POST') => {
    const headers = { ...jsonHeaders, authorization: 'Bearer member-token' };
    const body = method === 'POST' ? JSON.stringify({ query, variables }) : undefined;
    const rawRequest = { method, path: `/api${path}`, headers, body };
    const { status, headers: responseHeaders, text } = await sendRawRequest(url, rawRequest);
    for (const hidden of [hiddenPath, 'cannot read', bug.stack!, '.ts:', 'node_modules'])
      assert.ok(!text.includes(hidden), text);
    return { status, type: responseHeaders['content-type'], body: JSON.parse(text) as object };
  };
  return { bugs, send, url };
}

const maskedError = (line: number, column: number, path: (string | number)[]) => ({
  message: 'Internal error',
  locations: [{ line, column }],
  path,
  extensions: { code: 'INTERNAL_ERROR' },
});

test('masks a bug in a resolver at its path and returns the rest of the data', async (t) => {
  const store = createMemoryStore(demoWorld);
  store.where = throwBug;
  const { bugs, send } = await startFaultyServer(t, { store });
  const { status, body } = await send(`{
    organization { name { translation } taxonomies { id } }
    component(id: 2) { id ... on Meetings { meetings { nodes { id } } meeting(id: 1) { id } } }
    session { user { name } }
  }`);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    errors: [maskedError(2, 41, ['organization', 'taxonomies']), maskedError(3, 45, ['component', 'meetings'])],
    data: {
      organization: { name: { translation: 'Town Hall' }, taxonomies: null },
      component: { id: '2', meetings: null, meeting: { id: '1' } },
      session: { user: { name: 'Member robot' } },
    },
  });
  assert.equal(bugs.length, 2);
  for (const reported of bugs) assert.equal(reported, bug);
});

const maskedResponse = {
  status: 500,
  type: 'application/json; charset=utf-8',
  body: { errors: [{ message: 'Internal error' }] },
};
const authenticationWith = (changes: Partial<Authentication>): Authentication => ({
  ...createAuthentication({ store: createMemoryStore(demoWorld) }),
  ...changes,
});

test('masks a bug outside GraphQL execution as a 500', async (t) => {
  const rows: [string, Partial<Authentication>, string, string][] = [
    ['authentication.findViewer throws', { findViewer: throwBug }, '', 'POST'],
    ['authentication.findViewer rejects', { findViewer: () => Promise.reject(bug) }, '', 'POST'],
    ['authentication.signIn throws', { signIn: throwBug }, '/sign_in', 'POST'],
    ['authentication.signOut throws', { signOut: throwBug }, '/sign_out', 'DELETE'],
  ];
  for (const [name, changes, path, method] of rows) {
    await t.test(name, async (each) => {
      const { bugs, send } = await startFaultyServer(each, { authentication: authenticationWith(changes) });
      assert.deepEqual(await send('{ __typename }', {}, path, method), maskedResponse);
      assert.deepEqual(bugs, [bug]);
    });
  }
});

test('does not report a client that disconnects in the middle of its request', async (t) => {
  const { bugs, url } = await startFaultyServer(t, {});
  const outgoing = request(url, {
    method: 'POST',
    headers: { ...jsonHeaders, 'content-length': 100, expect: '100-continue' },
  });
  const closed = new Promise((resolve) => outgoing.on('error', () => {}).on('close', resolve));
  await new Promise((resolve) => outgoing.on('continue', resolve).flushHeaders());
  outgoing.destroy();
  await closed;
  // By the time that a later request is answered, the server has noticed the disconnection.
  assert.equal((await sendRawRequest(url, { body: typenameRequest })).status, 200);
  assert.deepEqual(bugs, []);
});
