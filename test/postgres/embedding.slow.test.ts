import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createStandIn } from '../../src/index.ts';
import { inPersonAttributes } from '../support/inputs.ts';
import { type Postgres, createSchemaUrl, startPostgres, whyNoPostgres } from '../support/postgres.ts';
import { readOperation } from '../support/test-server.ts';

const createMeeting = readOperation('create-meeting');
const input = { locale: 'en', attributes: inPersonAttributes };

describe('a stand-in in the process of a test, with a store in PostgreSQL', { skip: whyNoPostgres }, () => {
  let postgres: Postgres;
  before(async () => (postgres = await startPostgres()));
  after(() => postgres.stop());

  test('two of them share the records, which stay after they are closed', async (t) => {
    const { url } = createSchemaUrl(t, postgres);
    const open = async () => {
      const standIn = await createStandIn({ store: url });
      t.after(() => standIn.close());
      const send = async (body: object) => {
        const response = await standIn.fetch('/api', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: 'Bearer admin-token' },
          body: JSON.stringify(body),
        });
        return (await response.json()) as object;
      };
      return { standIn, send };
    };
    const query = '{ component(id: 2) { ... on Meetings { meetings(last: 1) { nodes { id } } } } }';
    const last = { data: { component: { meetings: { nodes: [{ id: '5' }] } } } };
    const [one, other] = [await open(), await open()];
    await one.send({ query: createMeeting, variables: { componentId: 2, input } });
    assert.deepEqual(await other.send({ query }), last);
    await Promise.all([one.standIn.close(), other.standIn.close()]);
    assert.deepEqual(await (await open()).send({ query }), last);
  });
});
