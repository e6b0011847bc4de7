import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, after, before, describe, test } from 'node:test';
import { runConformance } from '../../conformance/index.ts';
import { Positions } from '../../src/store/postgres/positions.ts';
import { createTemporaryFolder } from '../support/folders.ts';
import { type Postgres, createSchemaUrl, startPostgres, whyNoPostgres } from '../support/postgres.ts';
import { startRoundRobinProxy } from '../support/round-robin-proxy.ts';
import { serveShared } from '../support/shared-store.ts';

const environment = {
  PLENUM_ADMIN_TOKEN: 'admin-token',
  PLENUM_MEMBER_TOKEN: 'member-token',
  PLENUM_OTHER_TOKEN: 'other-token',
};

describe('the conformance suite on two servers that get its requests in turn', { skip: whyNoPostgres }, () => {
  let postgres: Postgres;
  before(async () => (postgres = await startPostgres()));
  after(() => postgres.stop());

  /** Runs the suite in mode `write`; `only` begins the ids of the cases. */
  async function runOnPair(t: TestContext, dialect: string, position: boolean, only = '') {
    const { url } = createSchemaUrl(t, postgres);
    const options = {
      dialect,
    };
    const servers = [await serveShared(t, url, options), await serveShared(t, url, options)];
    const proxy = await startRoundRobinProxy(
      t,
      servers.map((server) => server.url),
    );
    const folder = createTemporaryFolder(t);
    const target = join(folder, 'target.json');
    writeFileSync(target, JSON.stringify({ url: `${proxy}/api`, dialect, position }));
    const ledgerFile = join(folder, 'ledger');
    const { verdict, results } = await runConformance({ target, mode: 'write', environment, ledgerFile, only });
    const different = results.filter(({ outcome }) => outcome === 'failed').map((result) => result.case.id);
    const errors = servers.flatMap((server) => server.errors);
    return { verdict, different, errors, passed: results.filter(({ outcome }) => outcome === 'passed').length };
  }

  // The dialect with the most mutations: what servers share knows no dialect.
  test('passes with positions', async (t) => {
    const { verdict, different, errors, passed } = await runOnPair(t, 'decidim-develop', true);
    assert.deepEqual({ verdict, different, errors }, { verdict: 'conformant', different: [], errors: [] });
    assert.ok(passed > 300, String(passed));
  });

  test('passes without notifications because of the positions, and fails without positions', async (t) => {
    // The servers read what the other one wrote only for a request that names its position, or before they write.
    t.mock.method(Positions.prototype, 'announce', () => {});
    const only = 'update-meeting/';
    assert.deepEqual((await runOnPair(t, 'specification', true, only)).different, []);
    assert.notDeepEqual((await runOnPair(t, 'specification', false, only)).different, []);
  });
});
