import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadCases } from '../../src/cases/load.ts';
import type { Case } from '../../src/cases/case.ts';
import { runCases } from '../../conformance/index.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { mutants } from './mutants.ts';

const cases = loadCases();

/** A group is the beginning of the ids of requirements. */
const groupsOf = (ids: readonly string[]) => new Set(ids.map((id) => id.split('.')[0]!));

test('each group of requirements that has cases has a mutant', () => {
  const killers = new Set(mutants.flatMap(([, list]) => list.map(([, killedBy]) => killedBy)));
  const covered = groupsOf(cases.flatMap(({ id, requirements }) => (killers.has(id) ? requirements : [])));
  const groups = groupsOf(cases.flatMap(({ requirements }) => requirements));
  assert.deepEqual(
    [...groups].filter((group) => !covered.has(group)),
    [],
  );
});

for (const [options, list] of mutants)
  describe(`every mutant of ${options.dialect ?? 'the specification'} fails the case that it names`, () => {
    for (const [name, killedBy, defect] of list)
      test(name, async (t) => {
        const target = await startInProcessTarget(options);
        t.after(() => target.close());
        const run = async (tried: Case, send = defect(target.send)) =>
          (await runCases([tried], { target: { ...target, send }, runId: 'mutant' }))[0]!;
        const killer = cases.find(({ id }) => id === killedBy)!;
        assert.equal((await run(killer, target.send)).outcome, 'passed', 'the server has no defect');
        const { outcome, reason } = await run(killer);
        assert.equal(outcome, 'failed', `${killedBy} does not detect the mutant`);
        assert.equal(reason, undefined, 'the case failed without a judged response');
        // Any case would detect a server that gets everything wrong, so another case must pass.
        let passesAnother = false;
        const [folder] = killedBy.split('/');
        for (const other of cases.filter(({ id }) => id.startsWith(`${folder}/`) && id !== killedBy))
          if ((passesAnother = (await run(other)).outcome === 'passed')) break;
        assert.ok(passesAnother, 'no other case of the operation passes');
      });
  });
