import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema } from 'graphql';
import { loadServerDialect } from '../../../src/dialects/dialects.ts';
import { readContractSdl } from '../../../src/contract/schema.ts';
import { platformSchema } from '../../../test/support/platform-schema.ts';
import { type Route, listRoutes } from './routes.ts';

const describe = ({ operation, steps }: Route): string =>
  [operation, ...steps.map(({ field, fragment }) => field.name + (fragment ? `:${fragment}` : ''))].join(' ');
const contractRoutes = listRoutes({ schema: buildSchema(readContractSdl()) });

test('routes lead to components, records, fields with arguments and mutations', () => {
  const routes = contractRoutes.map(describe);
  for (const route of [
    'query session',
    'query component:Meetings',
    'query component:Meetings meeting',
    'query component:Proposals proposals',
    'query component name translation',
    'mutation component:MeetingsMutation createMeeting',
    'mutation component:ProposalsMutation proposal answer',
  ])
    assert.ok(routes.includes(route), route);
  assert.equal(new Set(routes).size, routes.length);
});

test('the fields that return a record for an id write, and those that lead to its mutations do not', async () => {
  const { createSchema } = await loadServerDialect('decidim-develop');
  const routes = listRoutes({ schema: createSchema('empty') });
  const writing = new Set(routes.filter(({ isWriting }) => isWriting).map(({ coordinate }) => coordinate));
  for (const field of ['delete', 'deleteMilestone', 'createMilestone', 'updateMilestone', 'update'])
    assert.ok(writing.has(`ResultMutation.${field}`), field);
  assert.ok(!writing.has('AccountabilityMutation.result'));
});

test('the fields with an input write', () =>
  assert.deepEqual(
    contractRoutes.filter(({ isWriting }) => isWriting).map(({ coordinate }) => coordinate),
    [
      'AccountabilityMutation.createResult',
      'MeetingsMutation.createMeeting',
      'MeetingMutation.update',
      'ProposalMutation.answer',
    ],
  ));

test('mutations lead through the types of mutations only', () => {
  const mutations = contractRoutes.filter(({ operation }) => operation === 'mutation');
  const parents = new Set(mutations.flatMap(({ steps }) => steps.map(({ parentType }) => parentType)));
  const expected = ['Mutation', 'AccountabilityMutation', 'MeetingMutation', 'MeetingsMutation', 'ProposalMutation'];
  assert.deepEqual([...parents].toSorted(), [...expected, 'ProposalsMutation'].toSorted());
});

test('no route of a mutation ends at another field with arguments that may write', () => {
  const coordinates = new Set(listRoutes({ schema: platformSchema }).map(({ coordinate }) => coordinate));
  assert.ok(coordinates.has('ProposalMutation.vote'));
  for (const coordinate of ['CommentableMutation.addComment', 'CommentMutation.upVote'])
    assert.ok(!coordinates.has(coordinate), coordinate);
});
