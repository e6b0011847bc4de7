import assert from 'node:assert/strict';
import test from 'node:test';
import { type OperationDefinitionNode, buildSchema } from 'graphql';
import { SimulatedServerError } from '../../errors.ts';
import { createExecutor } from '../../server/executors.ts';
import { createMemoryStore } from '../../../test/support/stores.ts';
import { demoWorld } from '../../../test/support/test-server.ts';
import { analyzeOperation } from '../graphql-ruby/analysis.ts';
import type { FormattedError } from '../graphql-ruby/errors.ts';
import { parse } from '../graphql-ruby/parser.ts';
import { scalarChecks } from './scalars.ts';
import { currentRelease } from './releases.ts';
import { createGraphqlRubyOptions } from './executor.ts';
import { createDecidimServerDialect } from './server.ts';

const schema = buildSchema('type Query { x: Query y: Query z: Query nodes: Query edges: Query node: Query }');
const options = createGraphqlRubyOptions(currentRelease.limits);

function errorsOf(query: string): FormattedError[] {
  const document = parse(query);
  return analyzeOperation(options, schema, document, document.definitions[0] as OperationDefinitionNode, {})!;
}

const recursion = 'RECURSION_LIMIT_EXCEEDED_ERROR';
const aliases = 'TOO_MANY_ALIASES_ERROR';

// The platform's errors for the same documents.
for (const [name, query, expected] of [
  ['five aliases', '{ a: x b: x c: x d: x { e: x } e: x }', []],
  ['six aliases, one of them skipped', '{ a: x b: x c: x d: x { e: x } f: x @skip(if: true) }', [aliases]],
  ['a field nested in itself twice', '{ x { y { x { z } } } x { z } }', []],
  ['a field nested in itself three times', '{ x { x { y { x { z } } } } }', [recursion]],
  ['a field nested three times, without selections inside', '{ x { x { x } } }', []],
  ['a field nested three times, the innermost one skipped', '{ x { x { x @skip(if: true) } } }', [recursion]],
  [
    'fields of connections nested three times',
    '{ nodes { nodes { nodes { edges { edges { edges { node { node { node { x } } } } } } } } } }',
    [],
  ],
  ['too many aliases and recursions', '{ a: x { b: x { c: x { d: x } } } e: x f: x }', [recursion, aliases]],
] as const) {
  test(`${name}: ${expected.join(', ') || 'no error'}`, () => {
    const codes = errorsOf(query).map(({ extensions }) => extensions?.['code']);
    assert.deepEqual(codes, expected);
  });
}

test('the message has the number of aliases', () => {
  const [error] = errorsOf('{ a: x b: x c: x d: x e: x f: x g: x }');
  assert.equal(error!.message, 'Too many aliases used. You have used 7 aliases, but 5 are allowed.');
});

test('a mutation goes on after a root field that is null, and has no data then', async () => {
  const dialect = createDecidimServerDialect(currentRelease);
  const store = createMemoryStore(demoWorld);
  const context = { viewer: store.find('users', 1)!, store, behavior: dialect.behavior, origin: 'http://localhost' };
  const run = (query: string) => createExecutor(dialect).run({ query }, context);
  const { data, errors } = await run(
    'mutation { a: component(id: 98) { __typename } b: component(id: 99) { __typename } ...C } fragment C on Mutation { c: component(id: 2) { __typename } }',
  );
  assert.deepEqual([data, errors?.map(({ path }) => path)], [null, [['a'], ['b']]]);
  const both = await run(
    'mutation { ...C a: component(id: 3) { __typename } } fragment C on Mutation { c: component(id: 2) { __typename } }',
  );
  assert.equal(
    JSON.stringify(both),
    '{"data":{"c":{"__typename":"MeetingsMutation"},"a":{"__typename":"MeetingsMutation"}}}',
  );
});

const { DateTime: checkDateTime, Date: checkDate } = scalarChecks;

test('valid dates are accepted', () => {
  assert.equal(checkDateTime('2027-02-30T18:00:00'), true);
  assert.equal(checkDate('2027-03-12'), true);
});

for (const [name, check, value] of [
  ['a date as a DateTime', checkDateTime, '2027-03-12'],
  ['a number as a DateTime', checkDateTime, 5],
  ['a list as a DateTime', checkDateTime, ['2027-03-12T18:00:00Z']],
  ['a word as a Date', checkDate, 'soon'],
  ['a month 13 in a Date', checkDate, '2027-13-12'],
] as const) {
  test(`${name} is a server error`, () => assert.throws(() => check(value), SimulatedServerError));
}
