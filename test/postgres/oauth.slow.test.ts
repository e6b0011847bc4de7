import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { worldFolder } from '../../src/store/named-worlds.ts';
import { OAuthClient, bearer, website } from '../support/oauth-client.ts';
import { type Postgres, createSchemaUrl, startPostgres, whyNoPostgres } from '../support/postgres.ts';
import { serveShared } from '../support/shared-store.ts';

const session = '{ session { user { id } } }';

describe('applications of servers on one database', { skip: whyNoPostgres }, () => {
  let postgres: Postgres;
  before(async () => (postgres = await startPostgres()));
  after(() => postgres.stop());

  test('a code of one server is exchanged at the other, once, and a reset ends its token', async (t) => {
    const { url } = createSchemaUrl(t, postgres);
    const options = { world: worldFolder('demo-oauth'), dialect: 'decidim-0.32' };
    const [one, other] = [await serveShared(t, url, options), await serveShared(t, url, options)];
    const client = new OAuthClient(one.url);
    await client.signIn();
    const code = await client.consent(website);
    const position = { 'x-plenum-position': String(one.world.store.lastWrite) };
    const { scope: _, ...credentials } = website;
    const form = { grant_type: 'authorization_code', code, ...credentials };
    const exchanges = await Promise.all(
      [one, other].map((server) => new OAuthClient(server.url).post('/oauth/token', form, position)),
    );
    assert.deepEqual(exchanges.map(({ status }) => status).toSorted(), [200, 400]);
    const { access_token: token } = exchanges.find(({ status }) => status === 200)!.json;
    const latest = Math.max(one.world.store.lastWrite, other.world.store.lastWrite);
    for (const server of [one, other]) {
      const headers = { ...bearer(token), 'x-plenum-position': String(latest) };
      const { data } = await new OAuthClient(server.url).graphql(session, headers);
      assert.deepEqual(data, { session: { user: { id: '4' } } });
    }
    await one.control('POST', '/reset');
    assert.deepEqual((await client.graphql(session, bearer(token))).data, { session: null });
    assert.deepEqual([...one.errors, ...other.errors], []);
  });
});
