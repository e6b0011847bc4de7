import assert from 'node:assert/strict';
import test, { type TestContext, after } from 'node:test';
import { type ControlledSession, openSession, stopServers } from '../../test/support/control-server.ts';
import { sendRawRequest } from '../../test/support/raw-http.ts';

after(stopServers);

const query = 'query Read($id: ID!) { component(id: $id) { id } }';

/** Opens a test session, and returns the function that sends the query with GET. */
async function openWithGet(t: TestContext) {
  const session: ControlledSession = await openSession(t, 'specification');
  const search = new URLSearchParams({ query, variables: '{"id":2}' }).toString();
  const send = () =>
    sendRawRequest(session.server.url, {
      method: 'GET',
      path: `/api?${search}`,
      headers: { 'x-plenum-session': session.name, authorization: 'Bearer member-token' },
    });
  return { ...session, sendGet: send };
}

test('faults apply to GET requests', async (t) => {
  const { sendGet, addFault, world } = await openWithGet(t);
  const match = { operationName: 'Read', variables: { id: 2 }, user: 2 };
  addFault({ match, effect: { status: 503, retryAfter: 7 }, times: 1 });
  const { status, headers } = await sendGet();
  assert.deepEqual([status, headers['retry-after']], [503, '7']);
  addFault({ match: { coordinate: 'Query.component' }, effect: { graphqlError: { message: 'broken' } }, times: 1 });
  const { text } = await sendGet();
  assert.match(text, /"message":"broken".*"data":\{"component":null\}/);
  addFault({ match, effect: { reset: true }, times: 1 });
  await assert.rejects(sendGet(), { code: 'ECONNRESET' });
  assert.equal((await sendGet()).text, '{"data":{"component":{"id":"2"}}}');
  const faults = world.requests.find().map(({ fault }) => fault !== null);
  assert.deepEqual(faults, [true, true, true, false]);
});
