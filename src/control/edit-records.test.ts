import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createOpenApiValidator, startControlServer } from '../../test/support/control-server.ts';

/** Starts a server with the demo world, whose requests and responses must follow the OpenAPI file. */
async function start(t: TestContext) {
  const server = await startControlServer(t);
  const { assertResponse } = await createOpenApiValidator(server);
  async function send(method: string, path: string, body?: unknown, headers = {}) {
    const response = await server.send(method, `/__admin/records/${path}`, body, headers);
    assertResponse(method, `/__admin/records/${path}`, response);
    return response;
  }
  return { ...server, send };
}

test('records are created, found, changed and deleted over HTTP', async (t) => {
  const { send, world } = await start(t);
  const created = await send('POST', 'proposals', { title: { en: 'A bench' } });
  const { id } = created.body;
  assert.deepEqual([created.status, created.body], [201, world.store.get('proposals', id)]);
  assert.deepEqual((await send('POST', 'proposals/find', { title: { en: 'A bench' } })).body, {
    records: [created.body],
  });
  const updated = await send('PATCH', `proposals/${id}`, { cost: 12 });
  assert.deepEqual([updated.status, updated.body.cost, updated.body.title], [200, 12, { en: 'A bench' }]);
  const deleted = await send('DELETE', `proposals/${id}`);
  assert.deepEqual([deleted.status, deleted.body, world.store.find('proposals', id)], [204, '', undefined]);
});

test('a body is optional where every member has a default', async (t) => {
  const { send } = await start(t);
  assert.equal((await send('POST', 'comments')).status, 201);
  assert.equal((await send('POST', 'comments/find')).body.records.length, 1);
});

test('a session has its own records', async (t) => {
  const { send, world, sessions } = await start(t);
  const { body } = await send('POST', 'proposals', {}, { 'x-plenum-session': 'a' });
  const session = await sessions.get('a');
  assert.ok(session.store.find('proposals', body.id));
  assert.equal(world.store.find('proposals', body.id), undefined);
});

for (const [method, path, body, status, member] of [
  ['POST', 'proposals', { titel: {} }, 400, 'titel'],
  ['POST', 'components', { settings: { commentsEnabled: 'yes' } }, 400, 'settings.commentsEnabled'],
  ['POST', 'meeting', {}, 404, 'kind'],
  ['POST', 'proposals/find', { titel: {} }, 400, 'titel'],
  ['PATCH', 'proposals/99', {}, 404, 'id'],
  ['PATCH', 'proposals/1', { cost: 'a lot' }, 400, 'cost'],
  ['DELETE', 'proposals/99', undefined, 404, 'id'],
  ['DELETE', 'organization/1', undefined, 400, undefined],
] as const)
  test(`${method} ${path} ${JSON.stringify(body)} answers ${status}, and names ${member ?? 'no member'}`, async (t) => {
    const { send, world, bugs } = await start(t);
    const before = JSON.stringify(world.store.records());
    const response = await send(method, path, body);
    assert.deepEqual([response.status, response.body.member, bugs], [status, member, []]);
    assert.equal(JSON.stringify(world.store.records()), before);
  });
