import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { startServer } from '../../test/support/test-server.ts';
import { type Case, type ConformanceOptions, loadCases, runConformance } from '../../conformance/index.ts';
import { worldFolder } from '../records/named-worlds.ts';
import { demoOAuth } from './in-process.ts';

/** A stand-in with the demo world, and runs on its URL as one actor. */
async function startDeployment(t: TestContext) {
  const { httpServer: server, url, world, close } = await startServer({ onBug: assert.ifError });
  t.after(close);
  const ledgerFile = join(createTemporaryFolder(t), 'ledger');
  const run = (environment: NodeJS.ProcessEnv, options: Pick<ConformanceOptions, 'only' | 'cases' | 'onResult'>) =>
    runConformance({ url, environment, ledgerFile, ...options });
  return { server, world, run };
}

const keyOfMember = { PLENUM_MEMBER_KEY: 'member-key', PLENUM_MEMBER_SECRET: 'member-secret-0123456789' };

test('a run on a URL sends GET / once', async (t) => {
  const { server, run } = await startDeployment(t);
  const paths: string[] = [];
  server.on('request', (request) => paths.push(`${request.method} ${request.url}`));
  const { mode } = await run({ PLENUM_ADMIN_TOKEN: 'admin-token' }, { only: 'http/get' });
  assert.equal(mode, 'write');
  assert.equal(paths.filter((each) => each === 'GET /').length, 1);
});

test('cases sign in with the key and secret of member', async (t) => {
  const { run } = await startDeployment(t);
  const { results } = await run(keyOfMember, { only: 'http/sign-' });
  const applicable = results.filter(({ outcome }) => outcome !== 'not applicable');
  assert.ok(applicable.length > 5);
  for (const { id, outcome, reason } of applicable) assert.equal(outcome, 'passed', `${id} ${reason}`);
});

const [creation] = loadCases(undefined, 'create-meeting/client-mutation-id');
const expecting = (data: object): Case => ({ ...creation!, steps: [{ ...creation!.steps[0]!, expect: { data } }] });

test('a token that ends during a run is renewed', async (t) => {
  const { world, run } = await startDeployment(t);
  const after = { ...creation!, id: 'create-meeting/after' };
  const { results } = await run(keyOfMember, {
    cases: [creation!, after],
    onResult: () => (world.clock.setting = { mode: 'offset', by: 3 * 3_600_000 }),
  });
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    ['passed', 'passed'],
  );
});

test('a write whose response differs is sent once, if its token is still valid', async (t) => {
  const { world, run } = await startDeployment(t);
  let created = 0;
  const { store } = world;
  const { results } = await run(keyOfMember, {
    cases: [expecting({ component: null })],
    onResult: () => (created = store.all('meetings').length),
  });
  assert.deepEqual([results[0]!.outcome, created], ['failed', 5]);
});

test('cases that sign in could not run with the token of member', async (t) => {
  const { run } = await startDeployment(t);
  const { results } = await run({ PLENUM_MEMBER_TOKEN: 'member-token' }, { only: 'http/sign-in-twice' });
  assert.match(results[0]!.reason!, /key and secret are not known/);
});

test('a report does not contain the token of a case that signs in', async (t) => {
  const { run } = await startDeployment(t);
  const signIn = loadCases().find(({ id }) => id === 'http/sign-in')!;
  const [step] = signIn.steps;
  const failing = { ...signIn, steps: [{ ...step!, expect: { status: [201] } }] };
  const report = await run(keyOfMember, { cases: [failing] });
  assert.equal(report.results[0]!.outcome, 'failed');
  assert.match(JSON.stringify(report), /jwt_token.{1,9}<?PLENUM_CASE_TOKEN/);
});

test('a person signs in at a stand-in whose world has the applications of the demo', async (t) => {
  const { url, close } = await startServer({ world: worldFolder('demo-oauth'), dialect: 'decidim-0.32' });
  t.after(close);
  const environment = { PLENUM_MEMBER_TOKEN: 'member-token' };
  const report = await runConformance({
    url,
    dialect: 'decidim-0.32',
    environment,
    only: 'oauth/code',
    mode: 'observe',
  });
  const outcomes = Object.fromEntries(report.results.map(({ id, outcome }) => [id, outcome]));
  assert.deepEqual(outcomes, {
    'oauth/code': 'passed',
    'oauth/code-expired': 'not applicable',
    'oauth/code-unknown': 'passed',
    'oauth/code-used': 'passed',
    'oauth/code-with-challenge': 'passed',
  });
  const text = JSON.stringify(report);
  for (const secret of [demoOAuth.clientSecret, demoOAuth.personPassword, 'eyJ'])
    assert.ok(!text.includes(secret), secret);
  assert.doesNotMatch(text, /[?&]code=[\w-]{43}/);
  assert.match(text, /code=PLENUM_CASE_TOKEN/);
});

const person = { email: demoOAuth.personEmail, password: { env: 'PERSON_PASSWORD' } };
const { clientId, redirectUri } = demoOAuth;
const oauth = { clientId, clientSecret: { env: 'CLIENT_SECRET' }, redirectUri, person };

for (const [name, file, environment, outcome, reason] of [
  [
    'without an application',
    {},
    {},
    'could not run',
    /^a person signs in with an application, and the target file has no oauth$/,
  ],
  [
    'without the variables of its secrets',
    { oauth },
    { CLIENT_SECRET: demoOAuth.clientSecret },
    'could not run',
    /^a person signs in with an application, and the environment variable PERSON_PASSWORD is not set$/,
  ],
  [
    'with an application and a person',
    { oauth },
    { CLIENT_SECRET: demoOAuth.clientSecret, PERSON_PASSWORD: demoOAuth.personPassword },
    'passed',
    undefined,
  ],
] as const)
  test(`the case of a code on a target file ${name}`, async (t) => {
    const { url, close } = await startServer({ world: worldFolder('demo-oauth'), dialect: 'decidim-0.32' });
    t.after(close);
    const target = join(createTemporaryFolder(t), 'target.json');
    writeFileSync(target, JSON.stringify({ url, dialect: 'decidim-0.32', placeholders: {}, ...file }));
    const { results } = await runConformance({
      target,
      environment: { PLENUM_MEMBER_TOKEN: 'member-token', ...environment },
      only: 'oauth/code-with-challenge',
      mode: 'observe',
    });
    assert.equal(results[0]!.outcome, outcome);
    if (reason) assert.match(results[0]!.reason!, reason);
  });
