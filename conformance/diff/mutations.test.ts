import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema, parse, validate } from 'graphql';
import { has, requestOf } from './mutation-requests.ts';
import { mutationsOf } from './mutations.ts';
import { operations } from './operations.ts';
import type { Pools } from './pools/pool.ts';
import { platformSchema } from './schema.fixture.ts';

const surroundings = { schema: platformSchema, created: { id: 5, actor: 'member' as const }, skipped: false };
const requests = (seed: number, count: number) =>
  mutationsOf(seed, count).map((mutation) => requestOf(mutation, surroundings));

test('the same seed makes the same requests, and more of them begin alike', () => {
  assert.deepEqual(requests(1, 60), requests(1, 60));
  const all = requests(1, 60);
  for (const count of Array.from({ length: 60 }, (_, index) => index))
    assert.deepEqual(requests(1, count), all.slice(0, count));
  assert.notDeepEqual(requests(1, 60), requests(2, 60));
});

test('two hundred of them try every value of every pool, and every operation as every actor', () => {
  const mutations = mutationsOf(1, 200);
  const all = new Set<Pools>(operations.flatMap(({ pools }) => (pools ? [pools] : [])));
  const missing = [...all].flatMap((pools) => {
    const tried = mutations.filter(({ operation }) => operation.pools === pools).flatMap((each) => each.tried);
    return Object.entries(pools).flatMap(([name, { judged, uncoercible = [], failing = [] }]) =>
      [...judged, ...uncoercible, ...failing]
        .filter((value) => !tried.some(([attribute, other]) => attribute === name && other === value))
        .map((value) => `${name}: ${String(JSON.stringify(value))}`),
    );
  });
  assert.deepEqual(missing, []);
  for (const operation of operations)
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
  for (const mutation of mutationsOf(1, 400)) {
    const { query } = requestOf(mutation, surroundings);
    const faults = validate(platformSchema, parse(query));
    const onPurpose = mutation.inline && (mutation.trial === 'uncoercible' || mutation.trial === 'input');
    assert.ok(onPurpose || faults.length === 0 || mutation.trial === 'failing', `${faults[0]?.message}: ${query}`);
  }
});

test('skipped they ask for the id alone, and skip what writes', () => {
  const [mutation] = mutationsOf(1, 1);
  const { query } = requestOf(mutation!, { ...surroundings, skipped: true });
  assert.match(query, /\) @skip\(if: true\) \{\s+id\s+\}/);
});

test('an operation that a schema does not have is told apart', () => {
  const without = buildSchema(
    'type Query { a: Int } type MeetingsMutation { createMeeting: Int } type MeetingMutation { update: Int }',
  );
  assert.deepEqual(
    operations.filter((operation) => has(without, operation)).map(({ field }) => field),
    ['createMeeting', 'update'],
  );
});
