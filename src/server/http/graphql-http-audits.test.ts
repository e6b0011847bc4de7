import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { serverAudits } from 'graphql-http';
import { decidimServerDialect as decidim } from '../../../test/support/dialects.ts';
import { startTestServer } from '../../../test/support/test-server.ts';

test('the server passes the audits of graphql-http', async (t) => {
  const { url } = await startTestServer(t);
  const audits = serverAudits({ url });
  for (const { id, name, fn } of audits)
    await t.test(name, async () => {
      const result = await fn();
      if (result.status !== 'ok') await result.response.body?.cancel();
      assert.equal(result.status, 'ok', `${id}: ${result.status === 'ok' ? '' : result.reason}`);
    });
  assert.equal(audits.length, 61);
});

/** One of the audits uses introspection. */
const asAdministrator: typeof fetch = (input, init) =>
  fetch(input, { ...init, headers: { ...(init?.headers as object), Authorization: 'Bearer admin-token' } });

test('decidim-0.32 has the audit results of the platform', async (t) => {
  const { url } = await startTestServer(t, { dialect: decidim });
  const file = new URL('../../../fixtures/graphql-http-audits.json', import.meta.url);
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as { id: string; status: string }[];
  const actual: Record<string, string> = {};
  for (const { id, fn } of serverAudits({ url, fetchFn: asAdministrator })) {
    const result = await fn();
    if (result.status !== 'ok' && !result.response.bodyUsed) await result.response.body?.cancel();
    actual[id] = result.status;
  }
  assert.equal(recorded.length, 61);
  // The recorded deployment had no page at the target of GET's redirect.
  const changed = { '5A70': 'ok' };
  assert.deepEqual(actual, { ...Object.fromEntries(recorded.map(({ id, status }) => [id, status])), ...changed });
});
