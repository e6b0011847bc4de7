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
