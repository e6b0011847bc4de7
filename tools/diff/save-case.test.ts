import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { buildSchema } from 'graphql';
import { isCase } from '../../conformance/cases/load.ts';
import { valueAt } from '../../conformance/model/json-value.ts';
import type { Case } from '../../conformance/model/case.ts';
import { runCases } from '../../conformance/runner/run-cases.ts';
import { startInProcessTarget } from '../../conformance/targets/in-process.ts';
import { readContractSdl } from '../../src/contract/schema.ts';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import type { Cause } from './causes.ts';
import { type DiffRequest, sendToBoth } from './exchange.ts';
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
  const draft = JSON.parse(readFileSync(saved.file, 'utf8')) as Case;
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
