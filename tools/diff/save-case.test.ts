import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { buildSchema } from 'graphql';
import { isCase } from '../../src/cases/case-file.ts';
import { readContract } from '../../src/cases/interactions/contract-file.ts';
import { valueAt } from '../../src/client/json-value.ts';
import { runCases } from '../../conformance/runner/run-cases.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { readContractSdl } from '../../src/contract/schema.ts';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { readDraft } from '../../test/support/recorder.ts';
import type { Cause } from './causes.ts';
import { type DiffRequest, sendToBoth } from './side-by-side-exchange.ts';
import { saveCase } from './save-case.ts';

const schema = buildSchema(readContractSdl());
const answer: DiffRequest = {
  coordinate: 'ProposalMutation.answer',
  parentCoordinate: 'ProposalMutation.answer',
  selected: [],
  actor: 'admin',
  query: `mutation($componentId: ID!, $proposalId: ID!, $input: AnswerInput!) { component(id: $componentId) {
    ... on ProposalsMutation { proposal(id: $proposalId) { answer(input: $input) { state id } } } } }`,
  variables: { componentId: '1', proposalId: '1', input: { attributes: { state: 'rejected' } } },
  responsePath: ['component', 'proposal', 'answer'],
};
const read: DiffRequest = {
  ...answer,
  query: `query($componentId: ID!, $proposalId: ID!) { component(id: $componentId) {
    ... on Proposals { proposal(id: $proposalId) { state id } } } }`,
  variables: { componentId: '1', proposalId: '1' },
  responsePath: ['component', 'proposal'],
};

/** Saves the case of requests to two stand-ins. */
async function save(t: test.TestContext, requests: DiffRequest[], redact = (text: string) => text) {
  const target = await startInProcessTarget();
  t.after(() => target.close());
  const exchanges = [];
  for (const request of requests) exchanges.push(await sendToBoth({ a: target, b: target }, request));
  const cause = { names: ['a cause'], exchange: exchanges.at(-1) } as unknown as Cause;
  const saved = saveCase({ cause, exchanges, foundAt: 1, path: '0' }, createTemporaryFolder(t), {
    target,
    schema,
    redact,
  });
  return { saved, target };
}

test('saves a draft that requires the responses of the first server', async (t) => {
  const { saved, target } = await save(t, [answer, read]);
  assert.ok('file' in saved, JSON.stringify(saved));
  const draft = readDraft(saved.file);
  assert.ok(isCase(draft));
  assert.equal(draft.draft, true);
  assert.deepEqual(
    draft.steps.map((step) => ('variables' in step ? step.variables : undefined)),
    [
      { componentId: { $: 'proposals' }, proposalId: { $: 'proposal' }, input: { attributes: { state: 'rejected' } } },
      { componentId: { $: 'proposals' }, proposalId: { $: 'proposal' } },
    ],
  );
  assert.equal(valueAt(draft.steps[0]!.expect, ['data', 'component', 'proposal', 'answer', 'state']), 'rejected');
  const { contract } = readContract(join(dirname(saved.file), '..', 'contract-specification.json'));
  assert.deepEqual(
    contract.interactions.map(({ operation }) => operation.split(' ')[0]),
    ['mutation', 'query'],
  );
  const { draft: _, ...reviewed } = draft;
  const [result] = await runCases({ target, cases: [reviewed], schema, runId: 'draft' });
  assert.equal(result!.outcome, 'passed', JSON.stringify(result));
});

test('saves no draft that would contain a secret', async (t) => {
  const { saved } = await save(t, [answer], (text) => text.replace('rejected', 'a token'));
  assert.deepEqual(saved, { reason: 'it contains a token, key or secret' });
});

test('saves no draft with a value that a case would read as a placeholder', async (t) => {
  const variables = { ...answer.variables, input: { attributes: { state: '{{run}}' } } };
  const { saved } = await save(t, [{ ...answer, variables }]);
  assert.match((saved as { reason: string }).reason, /placeholder/);
});
