import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadCases } from '../src/cases/load.ts';
import { placeholdersIn } from '../src/cases/placeholders.ts';
import type { Target } from '../src/client/target.ts';
import { demoPlaceholders, standInOnly } from '../src/cases/demo-world.ts';
import { startInProcessTarget } from '../src/targets/in-process.ts';
import { townTarget } from '../test/support/town-server.ts';
import { targetNames } from './target-names.ts';
import { runCases } from './index.ts';

const cases = loadCases().filter((each) => placeholdersIn([each]).some((name) => targetNames[name]?.isOptional));
let town: Target;
before(async () => {
  town = await startInProcessTarget(townTarget);
});
after(() => town.close());

const run = (target: Target) => runCases(cases, { target, runId: 'town' });

test('cases about comments, assemblies, debates and posts pass in the town', async () => {
  const results = await run(town);
  assert.ok(results.length > 5);
  assert.deepEqual(
    results
      .filter(({ outcome }) => outcome !== 'passed')
      .map(({ id, exchanges }) => [id, exchanges.at(-1)?.differences]),
    [],
  );
});

test('they fail where a record is another one', async () => {
  const results = await run({
    ...town,
    placeholders: { ...town.placeholders, debate: '999', assembly: '999', post: '999' },
  });
  const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  assert.deepEqual(failed, ['read/assembly', 'read/debate', 'read/post']);
});

test('they do not apply to a target that names no such record', async () => {
  const results = await run({ ...town, placeholders: demoPlaceholders });
  for (const { outcome, reason } of results) {
    assert.equal(outcome, 'not applicable');
    assert.match(reason!, /^the target names no /);
  }
});

test('cases that need what only the stand-in has do not apply to a deployment', async () => {
  const { reset: _, ...deployment } = town;
  const ofStandIn = loadCases().filter((each) =>
    placeholdersIn([each]).some((name) => Object.hasOwn(standInOnly, name)),
  );
  const target = { ...deployment, placeholders: demoPlaceholders };
  const results = await runCases(ofStandIn, { target, runId: 'town' });
  const { outcome, reason } = results.find(({ id }) => id === 'read/parent-progress')!;
  assert.deepEqual([outcome, reason], ['not applicable', 'only the stand-in has resultProgress']);
  assert.deepEqual(new Set(results.map((each) => each.outcome)), new Set(['not applicable']));
});
