import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { readContractSdl } from '../../src/contract/schema.ts';
import { loadCases } from '../cases/load.ts';
import { placeholdersIn } from '../cases/placeholders.ts';
import type { Target } from '../model/target.ts';
import { demoPlaceholders } from '../targets/demo-world.ts';
import { startInProcessTarget } from '../targets/in-process.ts';
import { targetNames } from '../targets/names.ts';
import { runCases } from './run-cases.ts';

const cases = loadCases().filter((each) => placeholdersIn([each]).some((name) => targetNames[name]?.isOptional));
const townNames = {
  ...demoPlaceholders,
  proposals: 1,
  commentedProposal: 1,
  assembly: 1,
  debates: 5,
  debate: 1,
  blogs: 6,
  post: 1,
};

let town: Target;
before(async () => {
  const worldFolder = fileURLToPath(new URL('../../fixtures/town', import.meta.url));
  town = await startInProcessTarget({ dialect: 'decidim-0.32', worldFolder, placeholders: townNames });
});
after(() => town.close());

const run = (target: Target) => runCases({ target, cases, schema: buildSchema(readContractSdl()), runId: 'town' });

test('cases about comments, assemblies, debates and posts pass in the town', async () => {
  const results = await run(town);
  assert.ok(results.length > 5);
  assert.deepEqual(
    results
      .filter(({ outcome }) => outcome !== 'passed')
      .map(({ case: { id }, exchanges }) => [id, exchanges.at(-1)?.differences]),
    [],
  );
});

test('they fail where a record is another one', async () => {
  const results = await run({ ...town, placeholders: { ...town.placeholders, debate: 999, assembly: 999, post: 999 } });
  const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ case: { id } }) => id);
  assert.deepEqual(failed, ['read/assembly', 'read/debate', 'read/post']);
});

test('they do not apply to a target that names no such record', async () => {
  const results = await run({ ...town, placeholders: demoPlaceholders });
  for (const { outcome, reason } of results) {
    assert.equal(outcome, 'not applicable');
    assert.match(reason!, /^the target names no /);
  }
});
