import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema, parse, validate } from 'graphql';
import { hasMutation, buildMutationRequest } from './mutation-requests.ts';
import { generateMutations } from './generated-mutations.ts';
import { mutationOperations } from './mutation-operations.ts';
import type { ValuePools } from './pools/pool.ts';
import { platformSchema } from '../../test/support/platform-schema.ts';

const surroundings = { schema: platformSchema, lastCreated: { id: 5, actor: 'member' as const }, validateOnly: false };
const requests = (seed: number, count: number) =>
  generateMutations(seed, count).map((mutation) => buildMutationRequest(mutation, surroundings));

test('the same seed makes the same requests, and more of them begin alike', () => {
  assert.deepEqual(requests(1, 60), requests(1, 60));
  const all = requests(1, 60);
  for (const count of Array.from({ length: 60 }, (_, index) => index))
    assert.deepEqual(requests(1, count), all.slice(0, count));
  assert.notDeepEqual(requests(1, 60), requests(2, 60));
});

test('two hundred of them try every value of every pool, and every operation as every actor', () => {
  const mutations = generateMutations(1, 200);
  const all = new Set<ValuePools>(mutationOperations.flatMap(({ valuePools }) => (valuePools ? [valuePools] : [])));
  const missing = [...all].flatMap((pools) => {
    const tried = mutations
      .filter(({ operation }) => operation.valuePools === pools)
      .flatMap((each) => each.attributeChanges);
    return Object.entries(pools).flatMap(([name, { judged, uncoercible = [], failing = [] }]) =>
      [...judged, ...uncoercible, ...failing]
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

test('their documents are right but for what is tried on purpose', () => {
  for (const mutation of generateMutations(1, 400)) {
    const { query } = buildMutationRequest(mutation, surroundings);
    const faults = validate(platformSchema, parse(query));
    const onPurpose = mutation.inlineInput && (mutation.scenario === 'uncoercible' || mutation.scenario === 'input');
    assert.ok(onPurpose || faults.length === 0 || mutation.scenario === 'failing', `${faults[0]?.message}: ${query}`);
  }
});

test('skipped they ask for the id alone, and skip what writes', () => {
  const [mutation] = generateMutations(1, 1);
  const { query } = buildMutationRequest(mutation!, { ...surroundings, validateOnly: true });
  assert.match(query, /\) @skip\(if: true\) \{\s+id\s+\}/);
});

test('an operation that a schema does not have is told apart', () => {
  const without = buildSchema(
    'type Query { a: Int } type MeetingsMutation { createMeeting: Int } type MeetingMutation { update: Int }',
  );
  assert.deepEqual(
    mutationOperations.filter((operation) => hasMutation(without, operation)).map(({ field }) => field),
    ['createMeeting', 'update'],
  );
});
