import assert from 'node:assert/strict';
import test from 'node:test';
import { loadCases } from '../../src/cases/load.ts';
import type { Case } from '../../src/cases/case.ts';
import { runCases } from '../../conformance/index.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { mutants } from './mutants.ts';

const cases = loadCases();

test('mutants have unique names and name existing cases', () => {
  const names = mutants.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  const ids = new Set(cases.map(({ id }) => id));
  assert.deepEqual(
    mutants.map(({ killedBy }) => killedBy).filter((id) => !ids.has(id)),
    [],
  );
});

/** A group is the beginning of the ids of requirements. */
const groupsOf = (ids: readonly string[]) => new Set(ids.map((id) => id.split('.')[0]!));

test('each group of requirements that has cases has a mutant', () => {
  const killers = new Set(mutants.map(({ killedBy }) => killedBy));
  const covered = groupsOf(cases.flatMap(({ id, requirements }) => (killers.has(id) ? requirements : [])));
  const groups = groupsOf(cases.flatMap(({ requirements }) => requirements));
  assert.deepEqual(
    [...groups].filter((group) => !covered.has(group)),
    [],
  );
});

test('every mutant fails the case that it names', async (t) => {
  let killed = 0;
  for (const { name, operation, killedBy, target: options, build: buildMutant } of mutants) {
    await t.test(name, async (each) => {
      const bugs: Error[] = [];
      const target = await startInProcessTarget({ ...options, changes: buildMutant((error) => bugs.push(error)) });
      const run = async (tried: Case) => (await runCases([tried], { target, runId: 'mutant' }))[0]!;
      const operationCases = cases.filter(({ id }) => id.startsWith(`${operation}/`));
      const { outcome, reason } = await run(operationCases.find(({ id }) => id === killedBy)!);
      assert.deepEqual(bugs, [], 'the mutant has a bug of its own');
      assert.equal(outcome, 'failed', `${killedBy} does not detect the mutant`);
      assert.equal(reason, undefined, 'the case failed without a judged response');
      // Any case would detect a server that gets everything wrong, so another case must pass.
      let passesAnother = false;
      for (const other of operationCases.filter(({ id }) => id !== killedBy))
        if ((passesAnother = (await run(other)).outcome === 'passed')) break;
      assert.deepEqual(bugs, [], 'the mutant has a bug of its own');
      assert.ok(passesAnother, 'no other case of the operation passes');
      each.diagnostic(killedBy);
      killed += 1;
    });
  }
  t.diagnostic(`killed ${killed} of ${mutants.length} mutants`);
  assert.equal(killed, mutants.length);
});
