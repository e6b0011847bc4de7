import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema } from 'graphql';
import { readContractSdl } from '../../src/graphql/schema.ts';
import { loadCases } from '../../src/cases/load.ts';
import { describeOutage } from '../judge/verdict.ts';
import { NoResponseError, type Target } from '../../src/client/target.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { runCases } from './run-cases.ts';

const schema = buildSchema(readContractSdl());
const cases = loadCases().filter(({ id, dialects }) => id.startsWith('read/') && !dialects);

/** Runs cases on a target that does not respond to some of the requests; they are numbered from 1. */
async function runOn(t: test.TestContext, responds: (number: number, body: string) => boolean) {
  const standIn = await startInProcessTarget();
  t.after(() => standIn.close());
  let number = 0;
  const send: Target['send'] = async (request) => {
    number += 1;
    if (!responds(number, request.body ?? '')) throw new NoResponseError('the connection was closed');
    return standIn.send(request);
  };
  return runCases({ target: { ...standIn, send }, cases, schema, runId: 'outage' });
}
const outcomesOf = (results: Awaited<ReturnType<typeof runOn>>) => results.map(({ outcome }) => outcome);
const isProbe = (body: string): boolean => body === '{"query":"{ __typename }","variables":{}}';

test('a target that stops responding ends the run, and no case fails', async (t) => {
  const results = await runOn(t, (number) => number < 6);
  const at = results.findIndex(({ isOutage }) => isOutage);
  assert.equal(results[at]!.reason, 'no response (the connection was closed)');
  const outcomes = outcomesOf(results);
  assert.deepEqual(new Set(outcomes.slice(0, at)), new Set(['passed']));
  assert.equal(outcomes[at], 'could not run');
  assert.deepEqual(new Set(outcomes.slice(at + 1)), new Set(['not sent']));
  const [stopped, last] = [results[at]!.case.id, results[at - 1]!.case.id];
  assert.match(
    describeOutage(results)!,
    new RegExp(
      `^The target stopped responding at step \\d of ${stopped}: no response \\(the connection was closed\\)\\. The last response was to \\w+ \\d of (${stopped}|${last})\\.$`,
    ),
  );
});

test('a target that never responds to a case has responded to none', async (t) => {
  const results = await runOn(t, () => false);
  assert.equal(results[0]!.outcome, 'could not run');
  assert.match(describeOutage(results)!, /It responded to no request of a case\.$/);
});

test('a case without a response fails if the target responds again', async (t) => {
  // The request, and the first two of the probes after it.
  const results = await runOn(t, (number) => number < 3 || number > 5);
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  assert.deepEqual(
    failed.map(({ reason, isOutage }) => [reason, isOutage]),
    [['the connection was closed', undefined]],
  );
  assert.ok(!outcomesOf(results).includes('not sent'));
  assert.equal(describeOutage(results), undefined);
});

test('a target that responds to nothing but simple requests ends the run after five cases', async (t) => {
  const results = await runOn(t, (_, body) => isProbe(body));
  assert.deepEqual(outcomesOf(results).slice(0, 6), [...Array.from({ length: 5 }, () => 'failed'), 'not sent']);
});
