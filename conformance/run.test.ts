import assert from 'node:assert/strict';
import test from 'node:test';
import { NoResponseError, type Target } from '../src/client/target.ts';
import { startInProcessTarget } from '../src/targets/in-process.ts';
import { type Scenario, runScenarios } from './run.ts';

/** A scenario whose request is answered, or not. */
const scenario = (id: string, target: Target, isAnswered: boolean): Scenario => ({
  subject: { id, description: '', group: 'a', requirements: [] },
  notRun: undefined,
  isIsolated: false,
  steps: [
    async () => ({
      step: 'request',
      actor: 'anonymous',
      request: { method: 'GET', headers: {} },
      send: async () => {
        if (!isAnswered) throw new NoResponseError('timeout');
        return (await target.readRoot())!;
      },
      expect: () => [],
    }),
  ],
});

for (const [title, answered, ended] of [
  ['five requests in a row without a response end a run', [false, false, false, false, false, true], 1],
  ['a response in between begins the count again', [false, false, false, false, true, false, false, true], 0],
] as const)
  test(title, async (t) => {
    const target = await startInProcessTarget();
    t.after(() => target.close());
    const scenarios = answered.map((each, index) => scenario(String(index), target, each));
    const results = await runScenarios(scenarios, [target], {});
    assert.equal(results.filter(({ reason }) => reason?.endsWith('had stopped responding')).length, ended);
    assert.equal(results.at(-1)!.outcome, ended === 0 ? 'passed' : 'could not run');
  });
