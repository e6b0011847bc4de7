import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder, isCommandError } from '../test/support/folders.ts';
import { setDay } from '../test/support/inputs.ts';
import { startTestServer } from '../test/support/test-server.ts';
import { graphqlRequest } from '../src/client/http-message.ts';
import { type Result, type Waiver, openTarget, readWaivers, runConformance } from './index.ts';

const projectWaivers = fileURLToPath(new URL('waivers.json', import.meta.url));

test('tests the stand-in in this process by default', async () => {
  const completed: string[] = [];
  const report = await runConformance({
    only: 'answer/role-',
    onResult: ({ id }, { completed: count, total }) => completed.push(`${count}/${total} ${id}`),
  });
  assert.equal(report.sentence, 'No difference in 2 cases of write mode (only answer/role-): 2 passed.');
  assert.deepEqual(report.target.dialect, 'specification');
  assert.deepEqual(completed, ['1/2 answer/role-member', '2/2 answer/role-other']);
  assert.deepEqual([report.leftovers, report.cleanUpFailures, report.ledgerFile], [[], [], undefined]);
  assert.doesNotMatch(JSON.stringify(report.results), /(admin|member|other)-token/);
});

test('uses the dialect and its waivers', async (t) => {
  setDay(t);
  const report = await runConformance({ dialect: 'decidim-0.32', only: 'update-meeting/taxonomies-' });
  assert.equal(report.verdict, 'no difference', report.sentence);
  assert.deepEqual(
    report.waivers.map(({ id }) => id),
    ['update-meeting/taxonomies-root-decidim'],
  );
  const waived = report.results.find(({ outcome }) => outcome === 'waived');
  assert.equal(waived!.id, 'update-meeting/taxonomies-root-decidim');
});

test('a waiver of this package excuses its case up to its last day', async (t) => {
  const [{ id: only, expires }] = readWaivers(projectWaivers) as [Waiver & { expires: string }];
  const run = () => runConformance({ dialect: 'decidim-0.32', only });
  setDay(t, expires);
  assert.equal((await run()).verdict, 'no difference');
  t.mock.timers.setTime(Date.parse(expires) + 86_400_000);
  const { verdict, waivers } = await run();
  assert.deepEqual([verdict, waivers[0]!.problem], ['not conformant', `it expired on ${expires}`]);
});

test('tests a server at a URL with the tokens of an environment', async (t) => {
  const { url } = await startTestServer(t, { isIdentified: true });
  const environment = {
    PLENUM_ADMIN_TOKEN: 'admin-token',
    PLENUM_MEMBER_TOKEN: 'member-token',
    PLENUM_OTHER_TOKEN: 'other-token',
  };
  const ledgerFile = join(createTemporaryFolder(t), 'ledger');
  const options = { url, environment, only: 'create-meeting/title', ledgerFile };
  const validated = await runConformance({ ...options, mode: 'validate' });
  assert.deepEqual([validated.mode, validated.ledgerFile, existsSync(ledgerFile)], ['validate', undefined, false]);
  const written = await runConformance({ ...options, mode: 'write' });
  assert.deepEqual([written.verdict, written.ledgerFile], ['no difference', ledgerFile]);
  assert.ok(written.leftovers.length > 0);
});

test('leaves a target open that the caller opened', async () => {
  const target = await openTarget();
  await runConformance({ target, only: 'read/session' });
  const { status } = await target.send(graphqlRequest('{ __typename }', {}, {}));
  assert.equal(status, 200);
  await target.close();
});

test('uses the cases of another folder', async (t) => {
  const folder = createTemporaryFolder(t);
  mkdirSync(join(folder, 'custom'));
  writeFileSync(
    join(folder, 'custom', 'root.yaml'),
    "- type-name: The root type is Query.\n  query: '{ __typename }'\n  expect: { data: { __typename: Query } }\n",
  );
  const { verdict, results } = await runConformance({ cases: folder });
  assert.deepEqual([verdict, results.length], ['no difference', 1]);
});

test('stops after an abort', async () => {
  const controller = new AbortController();
  const results: Result[] = [];
  const { verdict, scope } = await runConformance({
    only: 'read/meeting',
    signal: controller.signal,
    onResult: (result) => {
      results.push(result);
      controller.abort();
    },
  });
  assert.deepEqual([verdict, scope.isInterrupted], ['no difference', true]);
  assert.deepEqual(
    results.slice(0, 2).map(({ outcome }) => outcome),
    ['passed', 'could not run'],
  );
});

test('rejects options that contradict each other or select nothing', async () => {
  const url = 'http://127.0.0.1:1/api';
  for (const [options, message] of [
    [{ url, target: 'target.json' }, 'url and target cannot be combined'],
    [{ only: 'nothing/' }, 'no case id starts with nothing/'],
    [{ url }, 'PLENUM_ADMIN_TOKEN, PLENUM_MEMBER_TOKEN and PLENUM_OTHER_TOKEN are not set'],
    [{ dialect: 'nope' }, 'unknown dialect nope'],
    [{ dilect: 'decidim-0.32' } as object, 'runConformance: unknown option "dilect"; the options are url, dialect,'],
    [{ cases: '/no/such/folder' }, '/no/such/folder is not a folder of cases'],
    [{ waivers: '/no/such/waivers.json' }, '/no/such/waivers.json cannot be read'],
  ] as const) {
    await assert.rejects(runConformance(options), isCommandError(2, message));
  }
  const message = 'openTarget: unknown option "mode"; the options are url, targetFile,';
  await assert.rejects(openTarget({ url, mode: 'observe' } as object), isCommandError(2, message));
});
