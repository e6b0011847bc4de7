import assert from 'node:assert/strict';
import test from 'node:test';
import {
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  buildSchema,
  getOperationAST,
  getVariableValues,
  parse,
} from 'graphql';
import { createVariableCoercion } from './coerce-variables.ts';

const schema = buildSchema(`
  scalar Any
  input Loose { a: Int }
  enum Color { RED }
  input One @oneOf { a: Int b: Int }
  input Point { x: Int! y: Float = 1 color: Color tags: [String!] next: Point lists: [[Int]] }
  type Query { a(point: Point): Int }
`);

function assertSameValues(variables: string, inputs: Record<string, unknown>, of = schema): void {
  const operation = getOperationAST(parse(`query(${variables}) { a }`))!;
  const expected = getVariableValues(of, operation.variableDefinitions!, inputs, { maxErrors: 50 });
  const actual = createVariableCoercion(of, operation)(inputs);
  assert.deepEqual(JSON.stringify(actual), JSON.stringify(expected));
  assert.deepEqual(actual.coerced, expected.coerced);
}

const rows: [name: string, variables: string, inputs: Record<string, unknown>[]][] = [
  [
    'scalars',
    '$i: Int, $f: Float!, $s: String',
    [{ i: 1, f: 2, s: 'x' }, { f: 1.5, i: null }, { f: '1' }, {}, { f: null }],
  ],
  [
    'default values',
    '$i: Int! = 5, $s: String = "x", $p: Point = { x: 1 }',
    [{}, { i: 1, s: null }, { i: null }, { p: { x: 2 } }],
  ],
  ['enums', '$c: Color!', [{ c: 'RED' }, { c: 'BLUE' }, { c: 5 }]],
  [
    'lists',
    '$l: [[Int!]]',
    [{ l: [[1], null] }, { l: [[null]] }, { l: 5 }, { l: [5] }, { l: [] }, { l: new Set([1]) }, { l: [['x'], ['y']] }],
  ],
  ['iterable objects', '$l: [Any]', [{ l: new Set([1]) }, { l: Object('text') }, { l: 'text' }, { l: {} }]],
  [
    'input objects',
    '$p: Point!',
    [
      { p: { tags: 'x', x: 1, next: { x: 2, lists: [1, [2]] } } },
      { p: { y: null, x: 1, color: 'RED' } },
      { p: { y: 1 } },
      { p: { x: 1, z: 1 } },
      { p: { x: 1, constructor: 1 } },
      { p: [] },
      { p: 5 },
      { p: { x: 1, next: { tags: [null] } } },
      { p: { x: undefined } },
    ],
  ],
  ['objects without required members', '$l: Loose', [{ l: [] }, { l: {} }, { l: { a: 1 } }]],
  [
    'objects with exactly one member',
    '$o: One',
    [{ o: { a: 1 } }, { o: { a: 1, b: 2 } }, { o: { a: null } }, { o: {} }],
  ],
  ['types that are no input types', '$n: Nope, $q: Query', [{}, { n: 1, q: 2 }]],
  [
    'names of prototype members',
    '$constructor: Int, $__proto__: Int',
    [{}, JSON.parse('{ "__proto__": 5, "constructor": 6 }')],
  ],
  ['inputs that are not declared', '$i: Int', [{ j: 5 }]],
];

for (const [name, variables, inputs] of rows) {
  test(`${name} have the same values and errors as in graphql-js`, () => {
    for (const each of inputs) assertSameValues(variables, each);
  });
}

test('scalars that reject or drop values have the same values and errors as in graphql-js', () => {
  const Picky = new GraphQLScalarType({
    name: 'Picky',
    parseValue(value) {
      if (value === 'throw') throw new Error('picky');
      return value === 'drop' ? undefined : value;
    },
  });
  const Box = new GraphQLInputObjectType({
    name: 'Box',
    fields: { picky: { type: Picky, defaultValue: 1 }, i: { type: GraphQLInt } },
  });
  const fields = { a: { type: GraphQLString, args: { box: { type: Box } } } };
  const picky = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields }) });
  for (const value of ['throw', 'drop', null, 7, undefined])
    assertSameValues('$p: Picky, $b: Box', { p: value, b: { picky: value } }, picky);
});
