import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { describe } from 'node:test';
import { SimulatedServerError } from '../../errors.ts';
import { createGraphqlRubyOptions } from '../decidim/executor.ts';
import { currentRelease } from '../decidim/releases.ts';
import { readSchema } from '../decidim/schema.ts';
import { type Validator, createValidator } from './validator.ts';

interface ValidatorRequest {
  query: string;
  variables?: Record<string, unknown>;
  operationName?: string | null;
  introspection?: boolean;
}

const graphqlRubyOptions = createGraphqlRubyOptions(currentRelease.limits);
const schema = readSchema(currentRelease);
const validator = createValidator({ schema, ...graphqlRubyOptions });
const zeroLimitValidator = createValidator({ schema, ...graphqlRubyOptions, maxDepth: 0, maxComplexity: 0 });

/** Returns the errors before execution, or `executed` or `server error`. */
function outcome(
  { prepare, validateVariables, analyzeOperation }: Validator,
  { query, variables, operationName, introspection = true }: ValidatorRequest,
): unknown {
  try {
    const prepared = prepare(query, operationName, introspection);
    if (prepared.errors) return prepared.errors;
    const variableErrors = validateVariables(prepared, variables);
    if (variableErrors.length > 0) return variableErrors;
    const analysisErrors = analyzeOperation(prepared, variables);
    return analysisErrors.length > 0 ? analysisErrors : 'executed';
  } catch (error) {
    if (error instanceof SimulatedServerError) return 'server error';
    throw error;
  }
}

const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const reviveFloat = (_: string, value: unknown): unknown =>
  // oxlint-disable-next-line no-new-wrappers -- the representation of floats in variable values
  typeof value === 'object' && value !== null && '$float' in value ? new Number(value.$float) : value;

// The errors of graphql-ruby 2.6.1 with this schema. Rows with `limits: 0` allow no depth and no complexity;
// {"$float": 1} is the float 1.0.
describe('matches graphql-ruby', () => {
  const lines = readFileSync(new URL('expected-errors.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  assert.equal(lines.length, 186);
  for (const line of lines) {
    const row = JSON.parse(line, reviveFloat) as ValidatorRequest & { name: string; limits?: 0; expected: unknown };
    test(row.name, () => {
      const actual = outcome(row.limits === 0 ? zeroLimitValidator : validator, row);
      assert.deepEqual(toJson(actual), toJson(row.expected));
    });
  }
});

test('returns the same errors for the same document', () => {
  const request = { query: '{ a: __typename b: __typename c: __typename d: __typename e: __typename f: __typename }' };
  assert.deepEqual(outcome(validator, request), outcome(validator, request));
});

for (const [name, query, message] of [
  [
    'a union',
    'mutation { component(id: 2) { constructor } }',
    "Selections can't be made directly on unions (see selections on ComponentMutation)",
  ],
  [
    'a union, __proto__',
    'mutation { component(id: 2) { __proto__ } }',
    "Selections can't be made directly on unions (see selections on ComponentMutation)",
  ],
  [
    'an interface',
    '{ component(id: 2) { __proto__ } }',
    "Field '__proto__' doesn't exist on type 'ComponentInterface'",
  ],
] as const) {
  test(`reports a field with the name of a property of objects on ${name}`, () => {
    assert.equal((outcome(validator, { query }) as { message: string }[])[0]!.message, message);
  });
}

test('accepts an operation that reaches the limits', () => {
  const limited = createValidator({ schema, ...graphqlRubyOptions, maxDepth: 2, maxComplexity: 2 });
  assert.equal(outcome(limited, { query: '{ component(id: 2) { id } }' }), 'executed');
});

test('reports a timeout for fragments that multiply the selections', () => {
  const fragments = Array.from({ length: 30 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`);
  const query = `{ ...F0 } ${fragments.join(' ')} fragment F30 on Query { __typename }`;
  assert.deepEqual(outcome(validator, { query }), [{ message: 'Timeout on validation of query' }]);
});

test('computes the depth of a deeply nested operation', () => {
  const query = `{ component(id: 2) ${'{ participatorySpace { components '.repeat(12)}{ id }${' } }'.repeat(12)} }`;
  const errors = outcome(validator, { query }) as { message: string }[];
  assert.equal(errors[1]!.message, 'Query has depth of 26, which exceeds max depth of 15');
});

test('reports that a document is too large when it exhausts the call stack', () => {
  const query = `{ component(id: ${'['.repeat(100_000)}`;
  assert.deepEqual(outcome(validator, { query }), [{ message: 'This query is too large to execute.', locations: [] }]);
});
