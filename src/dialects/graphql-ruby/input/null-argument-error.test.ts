import assert from 'node:assert/strict';
import test from 'node:test';
import { GraphQLError, buildSchema, execute } from 'graphql';
import { formatNullArgumentError } from './null-argument-error.ts';
import { parse } from '../parser/parser.ts';

const schema = buildSchema('type Query { a(id: ID!): Query b: Int }');

// The platform's response to an equivalent request.
test('locates a null in a required argument at the field', () => {
  const document = parse('query($id: ID = 2) { a(id: "x") {\n  c: a(id: $id) { b } } }\n');
  const rootValue = { a: { a: {} } };
  const { errors } = execute({ schema, document, rootValue, variableValues: { id: null } }) as {
    errors: GraphQLError[];
  };
  assert.equal(errors.length, 1);
  assert.deepEqual(formatNullArgumentError(document, errors[0]!), {
    message: '`null` is not a valid input for `ID!`, please provide a value for this argument.',
    locations: [{ line: 2, column: 3 }],
    path: ['a', 'c'],
  });
});

test('returns undefined for other errors', () => {
  assert.equal(formatNullArgumentError(parse('{ b }'), new GraphQLError('Meeting not found')), undefined);
});
