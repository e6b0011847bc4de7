import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case, HttpStep } from '../src/cases/case.ts';
import type { ExpectedStatus } from '../src/dialects/expected-response.ts';
import type { Mode } from '../src/client/target.ts';
import { curlCommand } from '../src/client/curl.ts';
import { permit } from '../src/client/door.ts';
import { startInProcessTarget } from '../src/targets/in-process.ts';
import { runCases } from './index.ts';

const json = { 'Content-Type': 'application/json' };
const nobody = JSON.stringify({ api_user: { key: 'nobody', secret: 'nope' } });
const refused = { id: null, name: null, nickname: '', jwt_token: null, avatar: null };

const stepAt = (path: string, expect: ExpectedStatus, more: Partial<HttpStep> = {}): HttpStep => ({
  actor: 'anonymous',
  http: { method: 'POST', path, headers: json, body: nobody },
  expect,
  ...more,
});

async function run(t: test.TestContext, ...steps: HttpStep[]) {
  return runInMode(t, 'write', ...steps);
}

async function runInMode(t: test.TestContext, mode: Mode, ...steps: HttpStep[]) {
  const target = await startInProcessTarget();
  t.after(() => target.close());
  const testCase: Case = { id: 'http/example', description: 'An example', requirements: [], level: 'MUST', steps };
  const [result] = await runCases([testCase], { target: permit(target, { mode }), mode, runId: 'http' });
  return result!;
}

test('a step is sent to its path, and its media type and body are compared', async (t) => {
  const { outcome, exchanges } = await run(
    t,
    stepAt('/sign_in', { status: [403], mediaType: 'application/json', body: refused }),
  );
  assert.equal(outcome, 'passed');
  assert.match(curlCommand(exchanges[0]!, 'http://127.0.0.1/api'), /'http:\/\/127\.0\.0\.1\/api\/sign_in'/);
});

for (const [name, expected, path] of [
  ['status', { status: [200] }, 'status'],
  ['media type', { status: [403], mediaType: 'text/html' }, 'content-type'],
  ['body', { status: [403], body: { ...refused, name: 'Somebody' } }, 'body.name'],
] as const)
  test(`a step fails for another ${name}`, async (t) => {
    const { outcome, exchanges } = await run(t, stepAt('/sign_in', expected as unknown as ExpectedStatus));
    assert.equal(outcome, 'failed');
    assert.deepEqual(
      exchanges[0]!.differences.map((difference) => difference.path),
      [path],
    );
  });

test('a later step uses what an earlier one has captured, in headers too', async (t) => {
  const body = JSON.stringify({ api_user: { key: '${signInKey}', secret: '${signInSecret}' } });
  const signedIn = { id: { $is: 'number' }, name: { $is: 'text' }, nickname: { $is: 'text' }, avatar: null };
  const { outcome, exchanges } = await run(
    t,
    stepAt(
      '/sign_in',
      { status: [200], body: { ...signedIn, jwt_token: { $is: 'text' } } },
      {
        http: { method: 'POST', path: '/sign_in', headers: json, body },
        capture: { token: 'jwt_token' },
      },
    ),
    {
      actor: 'anonymous',
      http: {
        method: 'POST',
        headers: { ...json, Authorization: 'Bearer ${token}' },
        body: JSON.stringify({ query: '{ session { user { id } } }' }),
      },
      expect: { data: { session: { user: { id: { $is: 'id' } } } } },
    },
  );
  assert.equal(outcome, 'passed', JSON.stringify(exchanges.at(-1)?.differences));
});

test('a mutation is sent in mode write only, in the body or in the URL', async (t) => {
  const query = 'mutation { component(id: 0) { __typename } }';
  const search = `?${new URLSearchParams({ query, variables: '{}' }).toString()}`;
  for (const http of [
    { method: 'POST', headers: json, body: JSON.stringify({ query }) },
    { method: 'GET', path: search },
  ]) {
    const step: HttpStep = { actor: 'admin', http, expect: { status: [200, 405] } };
    const { outcome, exchanges } = await runInMode(t, 'observe', step);
    assert.deepEqual([outcome, exchanges], ['could not run', []]);
    assert.equal(
      (await run(t, { ...step, expect: { status: [http.method === 'GET' ? 405 : 200] } })).exchanges.length,
      1,
    );
  }
});
