import assert from 'node:assert/strict';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { openDeployment } from '../../src/targets/open-target.ts';
import { createMemoryStore } from '../../test/support/stores.ts';
import { decidimServerDialect } from '../../test/support/decidim-dialect.ts';
import { importFrom } from '../../test/support/import-run.ts';
import { startTestServer } from '../../test/support/test-server.ts';
import { startTownServer } from '../../test/support/town-server.ts';
import { readKnownCauses } from '../diff/known-causes.ts';
import { createRequestSchema } from '../diff/request-schema.ts';
import { runPlan } from '../diff/run.ts';

const dayOfRecording = Date.parse('2026-11-21T12:00:00Z');
const asAdmin = { tokenVariable: 'TOKEN', environment: { TOKEN: 'admin-token' } };

const openTarget = (url: string) =>
  openDeployment(
    {
      url,
      dialect: 'decidim-0.32',
      placeholders: {},
      actors: { admin: { token: { env: 'A' } }, member: { token: { env: 'M' } }, other: { token: { env: 'O' } } },
    },
    { environment: { A: 'admin-token', M: 'member-token', O: 'other-token' }, timeoutMs: 20_000, requestIntervalMs: 0 },
  );

test('a copy of the town answers random reads as the town does, but for what the API does not show', async (t) => {
  const town = await startTownServer(t);
  const { folder } = await importFrom(t, town.url, asAdmin);
  const copy = await startTestServer(t, {
    dialect: decidimServerDialect,
    store: createMemoryStore(folder, () => dayOfRecording),
  });
  const targets = { a: await openTarget(town.url), b: await openTarget(copy.url) };
  const known = readKnownCauses(fileURLToPath(new URL('documented-differences.json', import.meta.url)));
  const plan = { ...(await createRequestSchema(targets)), mode: 'observe' as const, count: 600, seed: 5, known };
  const { checked, disagreements } = await runPlan(targets, plan, new AbortController().signal);
  assert.deepEqual(
    disagreements.map(({ cause, exchanges }) => [cause.names, exchanges[0]?.request.query]),
    [],
  );
  assert.ok(checked.length >= 600);
});
