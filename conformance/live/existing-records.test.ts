import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema } from 'graphql';
import { readContractSdl } from '../../src/graphql/schema.ts';
import type { Case, Step } from '../../src/cases/case.ts';
import type { Target } from '../../src/client/target.ts';
import { reasonNotToChange } from './existing-records.ts';

const schema = buildSchema(readContractSdl());
const placeholders = {
  proposals: 1,
  proposal: 7,
  otherProposal: 8,
  meetings: 2,
  meeting: 9,
  result: 5,
  unknownId: 404,
};
const target = { placeholders, mayChange: new Set(['otherProposal']) } as unknown as Target;
const answer = (id: string) =>
  `mutation($p: ID) { component(id: 1) { ... on ProposalsMutation { proposal(id: ${id}) { answer(input: {}) { id } } } } }`;
const update =
  'mutation($m: ID!) { component(id: 2) { ... on MeetingsMutation { meeting(id: $m) { update(input: {}) { id } } } } }';
const create = `mutation($input: I!) { component(id: 4) { ... on AccountabilityMutation { createResult(input: $input) { id } } } }`;
const step = (query: string, variables: Record<string, unknown> = {}): Step => ({
  actor: 'admin',
  query,
  variables,
  expect: { data: {} },
});
const http = (body: object): Step => ({
  actor: 'admin',
  http: { method: 'POST', body: JSON.stringify(body) },
  expect: { status: [200] },
});

for (const [name, steps, reason] of [
  ['a query', [step('{ component(id: 1) { ... on Proposals { proposal(id: 7) { id } } } }')], undefined],
  ['a mutation of a record that may be changed', [step(answer('$p'), { p: '$otherProposal' })], undefined],
  ['a mutation of another record', [step(answer('$p'), { p: '$proposal' })], /the target's proposal: add "proposal"/],
  ['a placeholder in a text', [step(answer('$p'), { p: '${proposal}' })], /the target's proposal/],
  ['an id that no record has', [step(answer('$p'), { p: '$unknownId' })], undefined],
  ['a literal of a record that may be changed', [step(answer('8'))], undefined],
  ['a literal of another record', [step(answer('7'))], /changes proposal 7, which no name in mayChange stands for/],
  ['a word for an id', [step(answer('"nope"'))], undefined],
  ['an HTTP request', [http({ query: answer('$p'), variables: { p: '${proposal}' } })], /the target's proposal/],
  ['a parent', [step(create, { input: { attributes: { parentId: '$result' } } })], /the target's result/],
  [
    'a new meeting',
    [step('mutation { component(id: 2) { ... on MeetingsMutation { createMeeting(input: {}) { id } } } }')],
    undefined,
  ],
  [
    'a record that an earlier step created',
    [{ ...step('{ __typename }'), capture: { made: 'id' } }, step(update, { m: '$made' })],
    undefined,
  ],
  ['a meeting of the target', [step(update, { m: '$meeting' })], /the target's meeting/],
] as [string, Step[], RegExp | undefined][])
  test(`${name} ${reason ? 'is not sent' : 'is sent'}`, () => {
    const actual = reasonNotToChange({ steps } as Case, { schema, target });
    if (reason) assert.match(actual!, reason);
    else assert.equal(actual, undefined);
  });
