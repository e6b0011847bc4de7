import assert from 'node:assert/strict';
import test from 'node:test';
import { createExecutableSchema, readContractSdl } from '../../src/contract/schema.ts';
import { resolvers } from '../../src/server/resolvers/resolvers.ts';
import { loadCases } from '../../conformance/cases/load.ts';
import type { Case } from '../../conformance/model/case.ts';
import { runCases } from '../../conformance/runner/run-cases.ts';
import { type CreateRequestListener, startInProcessTarget } from '../../conformance/targets/in-process.ts';
import { mutants } from './mutants.ts';

const schema = createExecutableSchema(readContractSdl(), resolvers);
const cases = loadCases();

test('breakages have names of their own, and break facts that cases state', () => {
  const names = mutants.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  const ids = new Set(cases.map(({ id }) => id));
  assert.deepEqual(
    mutants.map(({ killedBy }) => killedBy).filter((id) => !ids.has(id)),
    [],
  );
});

test('every breakage is caught by the case whose fact it breaks', async (t) => {
  let build: CreateRequestListener | undefined;
  // One server for all: what answers is made anew for each case.
  const target = await startInProcessTarget({ createListener: (...world) => build!(...world) });
  t.after(() => target.close());
  const run = async (each: Case) => (await runCases({ target, cases: [each], schema, runId: 'broken' }))[0]!;

  let caught = 0;
  for (const breakage of mutants) {
    await t.test(breakage.name, async (each) => {
      const bugs: Error[] = [];
      build = breakage.build((error) => bugs.push(error));
      const [naming, ...others] = cases
        .filter(({ id }) => id.startsWith(`${breakage.operation}/`))
        .toSorted((a, b) => Number(b.id === breakage.killedBy) - Number(a.id === breakage.killedBy));
      const { outcome, reason } = await run(naming!);
      assert.deepEqual(bugs, [], 'the breakage itself is wrong');
      assert.equal(outcome, 'failed', `${breakage.killedBy} does not see it`);
      assert.equal(reason, undefined, 'it was not the answer that was judged');
      // A server that gets everything wrong would be caught by any case.
      let small = false;
      for (const other of others) if ((small = (await run(other)).outcome === 'passed')) break;
      assert.deepEqual(bugs, [], 'the breakage itself is wrong');
      assert.ok(small, 'no other case of the operation passes');
      each.diagnostic(breakage.killedBy);
      caught += 1;
    });
  }
  t.diagnostic(`caught ${caught} of ${mutants.length}`);
  assert.equal(caught, mutants.length);
});
