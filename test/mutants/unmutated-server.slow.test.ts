import assert from 'node:assert/strict';
import test from 'node:test';
import { loadCases } from '../../src/cases/load.ts';
import { runCases } from '../../conformance/index.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { mutant } from './mutated-server.ts';

const bugs: Error[] = [];

// If a mutant without a defect failed a case, the mutation test would prove nothing.
test('a mutant that changes nothing passes every case', async (t) => {
  const unchanged = mutant('', '', { outerSchema: (outer) => outer });
  const target = await startInProcessTarget({ changes: unchanged.build((error) => bugs.push(error)) });
  t.after(() => target.close());
  const results = await runCases(loadCases(), { target, runId: 'unmutated' });
  const others = results.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'not applicable');
  assert.deepEqual(
    others.map((result) => [result.id, result.outcome, result.exchanges.at(-1)?.differences]),
    [],
  );
  assert.deepEqual(bugs, []);
});
