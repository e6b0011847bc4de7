import assert from 'node:assert/strict';
import { request } from 'node:http';
import test, { type TestContext } from 'node:test';
import type { AppOptions } from '../app.ts';
import type { Sessions } from '../../contract/sessions.ts';
import { createSessions, generateSigningKey } from '../auth/sessions.ts';
import { createMemoryStore } from '../../store/open.ts';
import { sendRawRequest, jsonHeaders, typenameRequest } from '../../../test/support/raw-request.ts';
import { meetingAttributes } from '../../../test/support/inputs.ts';
import { demoWorld, readOperation, startTestServer } from '../../../test/support/test-server.ts';

const secret = '/home/someone/secret.ts';
const bug = new Error(`cannot read ${secret}`);
const failing = () => {
  throw bug;
};

/** A stand-in that keeps the bugs it was told of, and a request to it whose answer is kept as text. */
async function startFaulty(t: TestContext, options: Partial<AppOptions>) {
  const bugs: Error[] = [];
  const { url } = await startTestServer(t, { ...options, onBug: (error) => bugs.push(error) });
  const send = async (query: string, variables: object = {}, path = '', method = 'POST') => {
    const headers = { ...jsonHeaders, authorization: 'Bearer member-token' };
    const body = method === 'POST' ? JSON.stringify({ query, variables }) : undefined;
    const sent = { method, path: `/api${path}`, headers, body };
    const { status, headers: received, text } = await sendRawRequest(url, sent);
    for (const hidden of [secret, 'cannot read', bug.stack!, '.ts:', 'node_modules'])
      assert.ok(!text.includes(hidden), text);
    return { status, type: received['content-type'], body: JSON.parse(text) as object };
  };
  return { bugs, send, url };
}

const masked = (line: number, column: number, path: (string | number)[]) => ({
  message: 'Internal error',
  locations: [{ line, column }],
  path,
  extensions: { code: 'INTERNAL_ERROR' },
});

test('a bug inside the execution is a masked error at its path, and the rest of the data stays', async (t) => {
  const store = createMemoryStore(demoWorld);
  store.where = failing;
  const { bugs, send } = await startFaulty(t, { store });
  const { status, body } = await send(`{
    organization { name { translation } taxonomies { id } }
    component(id: 2) { id ... on Meetings { meetings { nodes { id } } meeting(id: 1) { id } } }
    session { user { name } }
  }`);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    errors: [masked(2, 41, ['organization', 'taxonomies']), masked(3, 45, ['component', 'meetings'])],
    data: {
      organization: { name: { translation: 'Town Hall' }, taxonomies: null },
      component: { id: '2', meetings: null, meeting: { id: '1' } },
      session: { user: { name: 'Member robot' } },
    },
  });
  assert.equal(bugs.length, 2);
  for (const told of bugs) assert.equal(told, bug);
});

test('a refusal beside a bug keeps its own message and code, and is not told as a bug', async (t) => {
  const store = createMemoryStore(demoWorld);
  store.where = failing;
  const { bugs, send } = await startFaulty(t, { store });
  const { body } = await send('{ participatoryProcess(id: 999) { id } organization { taxonomies { id } } }');
  assert.deepEqual(body, {
    errors: [
      {
        message: 'ParticipatoryProcess not found',
        locations: [{ line: 1, column: 3 }],
        path: ['participatoryProcess'],
        extensions: { code: 'NOT_FOUND_ERROR' },
      },
      masked(1, 55, ['organization', 'taxonomies']),
    ],
    data: { participatoryProcess: null, organization: { taxonomies: null } },
  });
  assert.deepEqual(bugs, [bug]);
});

const internal = {
  status: 500,
  type: 'application/json; charset=utf-8',
  body: { errors: [{ message: 'Internal error' }] },
};
const sessionsOf = (changes: Partial<Sessions>): Sessions => ({
  ...createSessions({ store: createMemoryStore(demoWorld), signingKey: generateSigningKey(), lifetimeSeconds: 60 }),
  ...changes,
});

test('a bug outside of the execution is a masked 500', async (t) => {
  const rows: [string, Partial<Sessions>, string, string][] = [
    ['sessions.viewer throws', { findViewer: failing }, '', 'POST'],
    ['sessions.viewer breaks its promise', { findViewer: () => Promise.reject(bug) }, '', 'POST'],
    ['sessions.signIn throws', { signIn: failing }, '/sign_in', 'POST'],
    ['sessions.signOut throws', { signOut: failing }, '/sign_out', 'DELETE'],
  ];
  for (const [name, changes, path, method] of rows) {
    await t.test(name, async (each) => {
      const { bugs, send } = await startFaulty(each, { sessions: sessionsOf(changes) });
      assert.deepEqual(await send('{ __typename }', {}, path, method), internal);
      assert.deepEqual(bugs, [bug]);
    });
  }
});

test('a write that does not reach the disk is not acknowledged', async (t) => {
  const store = createMemoryStore(demoWorld);
  const update = store.update.bind(store);
  store.update = (recipe) => ({ ...update(recipe), durable: Promise.reject(bug) });
  const { bugs, send } = await startFaulty(t, { store });
  assert.deepEqual(
    await send(readOperation('create-meeting'), { componentId: 2, input: { attributes: meetingAttributes } }),
    internal,
  );
  assert.deepEqual(bugs, [bug]);
});

test('a client that goes away in the middle of its request is no bug', async (t) => {
  const { bugs, url } = await startFaulty(t, {});
  const outgoing = request(url, {
    method: 'POST',
    headers: { ...jsonHeaders, 'content-length': 100, expect: '100-continue' },
  });
  const closed = new Promise((resolve) => outgoing.on('error', () => {}).on('close', resolve));
  await new Promise((resolve) => outgoing.on('continue', resolve).flushHeaders());
  outgoing.destroy();
  await closed;
  // A request of another connection is answered after the server was told of the end of this one.
  assert.equal((await sendRawRequest(url, { body: typenameRequest })).status, 200);
  assert.deepEqual(bugs, []);
});
