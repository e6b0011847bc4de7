import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test, { describe } from 'node:test';
import { buildSchema } from 'graphql';
import { SimulatedServerError } from '../../errors.ts';
import { createGraphqlRubyOptions } from '../decidim/executor/graphql-ruby-options.ts';
import { decidim032 } from '../decidim/versions/0.32/version.ts';
import { type Validator, createValidator } from './validator.ts';

interface Asked {
  query: string;
  variables?: Record<string, unknown>;
  operationName?: string | null;
  introspection?: boolean;
}

const graphqlRubyOptions = createGraphqlRubyOptions(decidim032.limits);
const schema = buildSchema(readFileSync(new URL('../decidim/versions/0.32/schema.graphql', import.meta.url), 'utf8'));
const language = createValidator({ schema, ...graphqlRubyOptions });
const strictest = createValidator({ schema, ...graphqlRubyOptions, maxDepth: 0, maxComplexity: 0 });

/** What is said before anything is executed. */
function answer(
  { prepare, validateVariables, analyzeOperation }: Validator,
  { query, variables, operationName, introspection = true }: Asked,
): unknown {
  try {
    const prepared = prepare(query, operationName, introspection);
    if (prepared.errors) return prepared.errors;
    const refused = validateVariables(prepared, variables);
    if (refused.length > 0) return refused;
    const tooMuch = analyzeOperation(prepared, variables);
    return tooMuch.length > 0 ? tooMuch : 'executed';
  } catch (error) {
    if (error instanceof SimulatedServerError) return 'crash';
    throw error;
  }
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const float = (_: string, value: unknown): unknown =>
  // oxlint-disable-next-line no-new-wrappers -- as floats come from requests
  typeof value === 'object' && value !== null && '$float' in value ? new Number(value.$float) : value;

// What graphql-ruby 2.6.1 said of each with this schema; `limits: 0` asked for depth and complexity. {"$float": 1} is 1.0.
describe('answers of graphql-ruby', () => {
  const lines = readFileSync(new URL('expected-errors.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  assert.equal(lines.length, 208);
  for (const line of lines) {
    const row = JSON.parse(line, float) as Asked & { name: string; limits?: 0; answer: unknown };
    test(row.name, () => {
      assert.deepEqual(plain(answer(row.limits === 0 ? strictest : language, row)), plain(row.answer));
    });
  }
});

interface Exchange {
  name: string;
  actor: string;
  request: { json?: Asked };
  response: { status: number; json?: { data?: unknown; errors?: unknown } };
}

// Rails leaves the nulls of lists out before graphql-ruby sees them.
const fromRails = (value: unknown): unknown => JSON.parse(JSON.stringify(value), (_, each) => withoutNulls(each));
const withoutNulls = (value: unknown): unknown =>
  Array.isArray(value) ? value.filter((each) => each !== null) : value;

const recorded = new URL('../../../fixtures/recorded/decidim-0.32.2/', import.meta.url);
const isAsked = (asked: Asked | undefined): asked is Asked =>
  typeof asked?.query === 'string' && typeof (asked.variables ?? {}) === 'object' && !Array.isArray(asked.variables);

describe('recorded answers', () => {
  const files = readdirSync(recorded).filter((file) => file.endsWith('.json'));
  const exchanges = files
    .flatMap((file) => JSON.parse(readFileSync(new URL(file, recorded), 'utf8')) as Exchange[])
    .filter((each) => isAsked(each.request?.json));
  const counts = { refused: 0, crash: 0, executed: 0 };
  for (const { name, actor, request, response } of exchanges) {
    test(name, () => {
      const variables = fromRails(request.json!.variables ?? {}) as Asked['variables'];
      const asked = { ...request.json!, variables, introspection: actor === 'admin' };
      const found = plain(answer(language, asked));
      const { data, errors } = response.json ?? {};
      if (response.status === 200 && data === undefined) assert.deepEqual(found, errors);
      else if (found === 'crash') assert.equal(response.status, 500);
      else assert.equal(found, 'executed');
      counts[Array.isArray(found) ? 'refused' : (found as 'crash' | 'executed')]++;
    });
  }
  test('of every kind', () => assert.deepEqual(counts, { refused: 124, crash: 6, executed: 239 }));
});

test('an answer is the same however often it is asked for', () => {
  const asked = { query: '{ a: __typename b: __typename c: __typename d: __typename e: __typename f: __typename }' };
  assert.deepEqual(answer(language, asked), answer(language, asked));
});

test('what is at a limit is executed', () => {
  const strict = createValidator({ schema, ...graphqlRubyOptions, maxDepth: 2, maxComplexity: 2 });
  assert.equal(answer(strict, { query: '{ component(id: 2) { id } }' }), 'executed');
});

test('nobody waits for documents that grow without end', () => {
  const fragments = Array.from({ length: 30 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`);
  const query = `{ ...F0 } ${fragments.join(' ')} fragment F30 on Query { __typename }`;
  assert.deepEqual(answer(language, { query }), [{ message: 'Timeout on validation of query' }]);
  const deep = `{ component(id: 2) ${'{ participatorySpace { components '.repeat(12)}{ id }${' } }'.repeat(12)} }`;
  const found = answer(language, { query: deep }) as { message: string }[];
  assert.equal(found[1]!.message, 'Query has depth of 26, which exceeds max depth of 15');
  const nested = `{ component(id: ${'['.repeat(100_000)}`;
  assert.deepEqual(answer(language, { query: nested }), [
    { message: 'This query is too large to execute.', locations: [] },
  ]);
});
