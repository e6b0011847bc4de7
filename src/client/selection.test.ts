import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema, parse } from 'graphql';
import { coordinateOf, writingFields } from './selection.ts';

test('a field of a mutation writes, unless it leads on to another one or returns a scalar without arguments', () => {
  const schema = buildSchema(`
    type Query { id: ID }
    type Mutation { id: ID reset(id: ID!): Boolean meeting(id: ID!): MeetingMutation }
    interface Titled { title(locale: String): String }
    type MeetingMutation implements Titled { id: ID close(at: String): Boolean title(locale: String): String }
  `);
  const document = parse('mutation { __typename id reset(id: 1) meeting(id: 2) { id close title unknown } }');
  assert.deepEqual(writingFields(document, schema).map(coordinateOf), [
    'Mutation.reset',
    'MeetingMutation.close',
    'MeetingMutation.unknown',
  ]);
});
