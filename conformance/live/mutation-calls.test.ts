import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema, parse, print } from 'graphql';
import { readContractSdl } from '../../src/graphql/schema.ts';
import type { TargetResponse } from '../../src/client/http-message.ts';
import { type MutationCall, callOutcome, findMutationCalls, withLedgerIds } from './mutation-calls.ts';

const schema = buildSchema(readContractSdl());
const callsOf = (query: string, variables: Record<string, unknown> = {}, operationName?: string) =>
  findMutationCalls(schema, { document: parse(query), variables, operationName }).map(({ coordinate, path, ids }) => ({
    coordinate,
    path: path.join('.'),
    ids,
  }));

test('finds mutations through aliases, fragments and variables', () => {
  const query = `mutation M($id: ID!) { a: component(id: $id) { ...P } b: component(id: 2) { ... on MeetingsMutation { new: createMeeting(input: {}) { id } } } }
    fragment P on ProposalsMutation { p: proposal(id: "7") { one: answer(input: {}) { id } two: answer(input: {}) { id } } }`;
  assert.deepEqual(callsOf(query, { id: 1 }), [
    { coordinate: 'ProposalMutation.answer', path: 'a.p.one', ids: { component: '1', proposal: '7' } },
    { coordinate: 'ProposalMutation.answer', path: 'a.p.two', ids: { component: '1', proposal: '7' } },
    { coordinate: 'MeetingsMutation.createMeeting', path: 'b.new', ids: { component: '2' } },
  ]);
});

test('finds mutations that the contract does not have', () => {
  const query = `mutation { component(id: 1) {
    ... on MeetingsMutation { meeting(id: 3) { close(input: {}) { id } } }
    ... on DebatesMutation { debate(id: 4) { close(input: {}) { id } } } } }`;
  assert.deepEqual(callsOf(query), [
    { coordinate: 'MeetingMutation.close', path: 'component.meeting.close', ids: { component: '1', meeting: '3' } },
    {
      coordinate: 'DebatesMutation.debate.close',
      path: 'component.debate.close',
      ids: { component: '1', debate: '4' },
    },
  ]);
});

test('finds only the mutations of the named operation', () => {
  const query = `mutation A { component(id: 1) { ... on MeetingsMutation { createMeeting(input: {}) { id } } } }
    mutation B { component(id: 2) { ... on MeetingsMutation { createMeeting(input: {}) { id } } } } query Q { session { user { id } } }`;
  assert.deepEqual(
    callsOf(query, {}, 'B').map(({ ids }) => ids),
    [{ component: '2' }],
  );
  assert.deepEqual(callsOf(query, {}, 'Q'), []);
  assert.deepEqual(callsOf(query), []);
});

test('adds ids only to the given calls, and only to those that do not select it', () => {
  const document = parse(`mutation { component(id: 1) {
    a: x(input: {}) { url } b: y(input: {}) { id } c: z(input: {}) { id: url } d: x(input: {}) { url } } }`);
  const calls = findMutationCalls(schema, { document, variables: {} });
  assert.match(
    print(withLedgerIds(document, calls.slice(0, 3))).replaceAll(/\s+/g, ' '),
    /{ url plenumLedgerId: id } b: .* { id } c: .* { id: url plenumLedgerId: id } d: .* { url }/,
  );
});

const call = { path: ['component', 'createMeeting'] } as MutationCall;
const error = (...path: (string | number)[]) => ({ message: 'm', path });
for (const [name, json, expected] of [
  ['data', { data: { component: { createMeeting: { id: '1' } } } }, 'written'],
  ['another type of component', { data: { component: {} } }, 'not written'],
  ['a request error', { errors: [{ message: 'm' }] }, 'not written'],
  ['an error without a path', { data: null, errors: [{ message: 'm' }] }, 'not written'],
  ['an error above the mutation', { data: null, errors: [error('component')] }, 'not written'],
  [
    'an error at the mutation',
    { data: { component: { createMeeting: null } }, errors: [error('component', 'createMeeting')] },
    'not written',
  ],
  [
    'an error below the mutation',
    { data: { component: { createMeeting: null } }, errors: [error('component', 'createMeeting', 'url')] },
    'written',
  ],
  ['an error at another root field', { data: null, errors: [error('other')] }, 'unknown'],
  ['null without an error', { data: { component: { createMeeting: null } } }, 'unknown'],
  ['a body that is no JSON object', undefined, 'unknown'],
  ['errors of no type', { data: null, errors: [null, 5, { path: null }, { path: 5 }] }, 'unknown'],
] as const) {
  test(`the outcome of a mutation after ${name} is: ${expected}`, () => {
    assert.equal(callOutcome(call, { status: 200, json } as unknown as TargetResponse), expected);
  });
}

test('a mutation with a status of 300 or more and no JSON did not write', () => {
  assert.equal(callOutcome(call, { status: 302, json: undefined } as TargetResponse), 'not written');
});

test('the outcome of a mutation is unknown after a server error and without a response', () => {
  assert.equal(
    callOutcome(call, { status: 500, json: { errors: [], data: {} } } as unknown as TargetResponse),
    'unknown',
  );
  assert.equal(callOutcome(call, undefined), 'unknown');
});
