import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createTemporaryFolder, isCommandError } from '../test/support/folders.ts';
import { setDay } from '../test/support/inputs.ts';
import { startTestServer } from '../test/support/test-server.ts';
import { graphqlRequest } from '../src/client/http-message.ts';
import { type Case, type Result, type Waiver, openTarget, runConformance } from './index.ts';

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

test('a waiver excuses its case up to its last day', async (t) => {
  const expires = '2027-06-30';
  const waivers: Waiver[] = [{ id: 'read/mine', reason: 'It was planted.', expires }];
  const steps: Case['steps'] = [{ actor: 'anonymous', query: '{ __typename }', expect: { data: { __typename: 'Q' } } }];
  const cases: Case[] = [{ id: 'read/mine', description: '', requirements: [], level: 'MUST', steps }];
  const run = () => runConformance({ cases, waivers });
  setDay(t, expires);
  assert.equal((await run()).results[0]!.outcome, 'waived');
  t.mock.timers.setTime(Date.parse(expires) + 86_400_000);
  const { verdict, waivers: applied } = await run();
  assert.deepEqual([verdict, applied[0]!.problem], ['not conformant', `it expired on ${expires}`]);
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
