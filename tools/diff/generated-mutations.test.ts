import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema, parse, validate } from 'graphql';
import { hasMutation, buildMutationRequest } from './mutation-requests.ts';
import { generateMutations } from './generated-mutations.ts';
import { mutationOperations } from './mutation-operations.ts';
import type { ValuePools } from './pools/pool.ts';
import { platformSchema } from '../../test/support/platform-schema.ts';

const context = { schema: platformSchema, lastCreated: { id: 5, actor: 'member' as const }, validateOnly: false };
const requests = (seed: number, count: number) =>
  generateMutations(seed, count).map((mutation) => buildMutationRequest(mutation, context));

test('the same seed generates the same sequence, whatever the count', () => {
  assert.deepEqual(requests(1, 60), requests(1, 60));
  const sequence = requests(1, 60);
  for (const count of Array.from({ length: 60 }, (_, index) => index))
    assert.deepEqual(requests(1, count), sequence.slice(0, count));
  assert.notDeepEqual(requests(1, 60), requests(2, 60));
});

test('200 mutations try every value of every pool, every operation and every actor', () => {
  const mutations = generateMutations(1, 200);
  const allPools = new Set<ValuePools>(
    mutationOperations.flatMap(({ valuePools }) => (valuePools ? [valuePools] : [])),
  );
  const missing = [...allPools].flatMap((pools) => {
    const tried = mutations
      .filter(({ operation }) => operation.valuePools === pools)
      .flatMap((each) => each.attributeChanges);
    return Object.entries(pools).flatMap(([name, { validated, uncoercible = [], crashing = [] }]) =>
      [...validated, ...uncoercible, ...crashing]
        .filter((value) => !tried.some(([attribute, other]) => attribute === name && other === value))
        .map((value) => `${name}: ${String(JSON.stringify(value))}`),
    );
  });
  assert.deepEqual(missing, []);
  for (const operation of mutationOperations)
    assert.ok(
      mutations.some((each) => each.operation === operation),
      operation.field,
    );
  assert.deepEqual([...new Set(mutations.map(({ actor }) => actor))].toSorted(), [
    'admin',
    'anonymous',
    'member',
    'other',
    'stranger',
  ]);
});

test('documents are valid, except for inline inputs that are invalid on purpose', () => {
  for (const mutation of generateMutations(1, 400)) {
    const { query } = buildMutationRequest(mutation, context);
    const errors = validate(platformSchema, parse(query));
    const isInvalidOnPurpose = mutation.inlineInput && ['uncoercible', 'crashing', 'input'].includes(mutation.scenario);
    assert.ok(isInvalidOnPurpose || errors.length === 0, `${errors[0]?.message}: ${query}`);
  }
});

test('validateOnly skips the mutation and selects only the id', () => {
  const [mutation] = generateMutations(1, 1);
  const { query } = buildMutationRequest(mutation!, { ...context, validateOnly: true });
  assert.match(query, /\) @skip\(if: true\) \{\s+id\s+\}/);
});

test('recognizes the operations that a schema has', () => {
  const smallSchema = buildSchema(
    'type Query { a: Int } type MeetingsMutation { createMeeting: Int } type MeetingMutation { update: Int }',
  );
  assert.deepEqual(
    mutationOperations.filter((operation) => hasMutation(smallSchema, operation)).map(({ field }) => field),
    ['createMeeting', 'update'],
  );
});
