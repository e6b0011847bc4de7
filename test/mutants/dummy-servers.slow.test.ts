import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import test from 'node:test';
import { loadCases } from '../../src/cases/load.ts';
import { computeVerdict } from '../../conformance/verdict.ts';
import { runCases } from '../../conformance/index.ts';
import { sendHttp } from '../../src/client/http.ts';
import type { Target } from '../../src/client/target.ts';
import { listenOnFreePort } from '../support/raw-http.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';

const nullData = JSON.stringify({ data: null });
const dummyServers: Record<string, RequestListener> = {
  'responds with null data': (_, response) => response.setHeader('Content-Type', 'application/json').end(nullData),
  'responds with status 200 and no body': (_, response) => response.end(),
  'never responds': () => {},
  'closes the connection': (request) => request.socket.destroy(),
};

const cases = loadCases();
// Milliseconds. The run must stop early: waiting for every case would exceed its time limit.
const requestTimeoutMs = 500;
const testTimeoutMs = 30_000;

for (const [behavior, listener] of Object.entries(dummyServers)) {
  test(`no MUST case passes on a server that ${behavior}`, { timeout: testTimeoutMs }, async (t) => {
    const { url } = await listenOnFreePort(t, listener);
    const standIn = await startInProcessTarget();
    t.after(() => standIn.close());
    const target: Target = {
      ...standIn,
      send: (request, onHeaders) => sendHttp(url, request, requestTimeoutMs, onHeaders),
    };
    const results = await runCases(cases, { target, runId: 'dummy' });
    assert.equal(results.length, cases.length);
    const required = results.filter((result) => result.level === 'MUST' && result.outcome !== 'not applicable');
    assert.ok(required.length > 300);
    const isDown = /never|closes/.test(behavior);
    const expected = isDown ? ['could not run'] : ['failed'];
    assert.deepEqual(
      required.filter(({ outcome }) => !expected.includes(outcome)).map((result) => [result.id, result.outcome]),
      [],
    );
    const verdict = computeVerdict({ results, mode: 'write', scope: { subject: 'case' } });
    assert.equal(verdict, isDown ? 'stopped' : 'not conformant');
  });
}
