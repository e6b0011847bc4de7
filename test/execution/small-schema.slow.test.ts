import assert from 'node:assert/strict';
import test from 'node:test';
import { assert as assertProperty, nat, property } from 'fast-check';
import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  GraphQLScalarType,
  getNamedType,
  isAbstractType,
  isListType,
  isNonNullType,
  parse,
  print,
  responsePathAsArray,
  validate,
} from 'graphql';
import { compileOperations, interpretOperations } from '../../src/execution/execute-operation.ts';
import type { CreateExecute } from '../../src/contract/executor.ts';
import { createExecutableSchema, wrapResolvers } from '../../src/contract/schema.ts';
import { assertSameResult } from './compare-results.ts';
import { type RandomOperation, randomOperation } from './random-operation.ts';

// Null propagation, nested lists, abstract types with and without `resolveType`, default values and custom scalars.
const sdl = `
  scalar Any
  scalar Even
  enum Color { RED GREEN }
  input Point { x: Int! = 3 y: Even color: Color = GREEN tags: [String!] next: Point }
  interface Node { id: ID! self: Node strictSelf: Node! peers(count: Int = 2): [Node!] name(prefix: String! = "p"): String }
  union Shape = Circle | Square
  type Query { node: Node strictNode: Node! shape(kind: Color): Shape shapes: [Shape!]! matrix: [[Node]!] circle: Circle!
    echo(point: Point, points: [Point!], any: Any, even: Even! = 2, id: ID): String count: Int! }
  type Mutation { first: Circle second(point: Point!): Square! third: Int! fourth: [Int!] }
  type Circle implements Node { id: ID! self: Node strictSelf: Node! peers(count: Int = 2): [Node!] name(prefix: String! = "p"): String
    radius: Float radii: [[Float!]]! color: Color! square: Square! any: Any strictAny: Any! even: Even }
  type Square implements Node { id: ID! self: Node strictSelf: Node! peers(count: Int = 2): [Node!] name(prefix: String! = "p"): String
    side: Int sides: [Int!]! circle: Circle visible: Boolean! shapes: [[Shape!]!]! color: Color }
`;

/** The property by which graphql-js finds the type of a source. */
const typeName = '__typename';

interface Context {
  seed: number;
  calls: unknown[];
}

/** A number that depends on the seed of the context and the position of the field only. */
function hash(text: string): number {
  let value = 7;
  for (const character of text) value = (value * 31 + character.codePointAt(0)!) % 1_000_003;
  return value;
}

const wrongValues: (() => unknown)[] = [
  () => null,
  () => undefined,
  () => {
    throw new Error('an error');
  },
  () => {
    throw new GraphQLError('a GraphQL error', { extensions: { code: 'CODE' } });
  },
  () => {
    throw 'a text';
  },
  () => {
    throw undefined;
  },
  () => new Error('a returned error'),
  () => new GraphQLError('a returned GraphQL error'),
  () => 'text',
  () => 1.5,
  () => NaN,
  () => ({}),
  () => [],
  () => [null, new Error('an item'), { __typename: 'Circle' }],
  () => new Set([1, 2]),
  () => ({ __typename: 'Nope' }),
  () => ({ __typename: 'Color' }),
  () => ({ __typename: 'Query' }),
  () => ({ __typename: 5 }),
  () => () => 'a function',
  () => Object.assign(() => {}, { id: 'function', radius: 1 }),
];

const scalarValues: Record<string, unknown> = {
  ID: '7',
  Int: 7,
  Float: 0.5,
  String: 'text',
  Boolean: true,
  Any: { a: [1] },
  Even: 4,
  Color: 'RED',
};

/** A value of the type of a field, or another value once in a while. */
function valueOf(type: unknown, position: string): unknown {
  const number = hash(position);
  if (number % 9 === 0) return wrongValues[Math.trunc(number / 9) % wrongValues.length]!();
  if (isNonNullType(type)) return valueOf(type.ofType, `${position}!`);
  if (isListType(type))
    return Array.from({ length: number % 4 }, (_, index) => valueOf(type.ofType, `${position}/${index}`));
  const named = getNamedType(type as GraphQLNamedType);
  if (named.name in scalarValues) return scalarValues[named.name];
  const name = isAbstractType(named as never) ? (number % 2 ? 'Circle' : 'Square') : named.name;
  const properties = {
    [typeName]: name,
    id: number,
    side: number % 3 ? number : 1.5,
    radius: 'no number',
    color: number % 2 ? 'RED' : 'BLUE',
  };
  // Functions have properties too.
  if (number % 5 === 0) return Object.assign(() => {}, properties);
  const method = (args: unknown, context: Context, info: GraphQLResolveInfo) => {
    context.calls.push(['name', args, describeInfo(info)]);
    if (number % 4 === 0) throw new Error('in a method');
    return JSON.stringify(args);
  };
  return { ...properties, name: method };
}

const describeInfo = (info: GraphQLResolveInfo) => [
  info.fieldName,
  info.fieldNodes.map((node) => print(node)),
  String(info.returnType),
  info.parentType.name,
  responsePathAsArray(info.path),
  typeNamesOf(info.path),
  info.schema.getQueryType()!.name,
  Object.keys(info.fragments),
  info.rootValue,
  info.operation.name?.value,
  info.variableValues,
];

const typeNamesOf = (path: GraphQLResolveInfo['path'] | undefined): unknown[] =>
  path ? [...typeNamesOf(path.prev), path.typename] : [];

/** Fields whose value is the property of the source. */
const propertyFields = new Set(['id', 'side', 'radius', 'color', 'name']);

function createSchema() {
  const Even = new GraphQLScalarType({
    name: 'Even',
    serialize: (value) => (value === 4 ? 4 : undefined),
    parseValue(value) {
      if (typeof value === 'number' && value % 2 === 0) return value / 2;
      throw new Error('odd');
    },
  });
  const schema = createExecutableSchema(sdl, {
    Even,
    Node: {
      __resolveType: (source: Record<string, unknown>, { calls }: Context, info: GraphQLResolveInfo) => {
        calls.push(['resolveType', describeInfo(info)]);
        if (source[typeName] === undefined) throw new Error('no type name');
        return source[typeName] as string;
      },
    },
  });
  return wrapResolvers(schema, ({ name, type }) => {
    if (propertyFields.has(name)) return undefined;
    return (source, args: unknown, { seed, calls }: Context, info) => {
      calls.push([typeof source, args, describeInfo(info)]);
      return valueOf(type, `${seed}:${responsePathAsArray(info.path).join('/')}`);
    };
  });
}

const schema = createSchema();
const scalars = {
  ID: ['1', 2],
  Int: [0, 5, -3],
  Float: [1.5, 2],
  String: ['', 'a"b'],
  Boolean: [true, false],
  Any: [1, 'x', { a: 1 }],
  Even: [2, 4, 4, 3],
};

/** Executes an operation several times: with its variables, with other conditions, and with other values of the fields. */
function run(create: CreateExecute, { query, variables }: RandomOperation, seed: number) {
  const calls: unknown[] = [];
  const document = parse(query);
  const execute = create(schema);
  const otherConditions = mapValues(variables, (value) => (typeof value === 'boolean' ? !value : value));
  const results = [variables, otherConditions, variables].map(
    (variableValues, index) =>
      execute({ document, variableValues, contextValue: { seed: seed + index, calls } }) as ExecutionResult,
  );
  return { results, calls: JSON.stringify(calls) };
}

const mapValues = (object: Record<string, unknown>, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));

for (const operation of ['query', 'mutation'] as const) {
  test(`a random ${operation} has the same result, and calls the same resolvers`, () => {
    const counts = { valid: 0, withErrors: 0, withData: 0 };
    const sameResult = property(randomOperation({ schema, operation, scalars }), nat(1000), (random, seed) => {
      if (validate(schema, parse(random.query)).length > 0) return;
      const expected = run(interpretOperations, random, seed);
      // Selections become code after their first execution.
      const actual = run((each) => compileOperations(each, 1), random, seed);
      counts.valid += 1;
      if (expected.results[0]!.errors) counts.withErrors += 1;
      if (expected.results[0]!.data) counts.withData += 1;
      for (const [index, result] of actual.results.entries())
        assertSameResult(result, expected.results[index]!, `${random.query}\n${JSON.stringify(random.variables)}`);
      assert.equal(actual.calls, expected.calls, random.query);
    });
    assertProperty(sameResult, { numRuns: 400, endOnFailure: true });
    for (const count of Object.values(counts)) assert.ok(count > 100, JSON.stringify(counts));
  });
}
