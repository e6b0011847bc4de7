import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema } from 'graphql';
import { describeParts, readDescriptions } from './descriptions.ts';

test('a part is described by its coordinate, an interface of its type, or its name, in this order', () => {
  const schema = buildSchema(`
    interface Named { name: String code: String }
    type Query implements Named { name(id: ID): String code: String "Own." title: String body(id: ID): String }
    enum Color { RED }
    input Filter { name: String }
    type QueryEdge { node: String }
  `);
  describeParts(schema, {
    Query: 'A query.',
    'Named.name': 'Of the interface.',
    'Named.code': 'Of the interface.',
    'Query.code': 'Of the type.',
    'Query.title': 'Not used.',
    'Query.body(id:)': 'Of the field.',
    '*.name': 'Of the name.',
    '*.body': 'Of the name.',
    '*(id:)': 'Of the argument.',
    'Color.RED': 'Red.',
    '*Edge': 'An edge.',
  });
  assert.deepEqual(readDescriptions(schema), {
    'Named.name': 'Of the interface.',
    'Named.code': 'Of the interface.',
    Query: 'A query.',
    'Query.name': 'Of the interface.',
    'Query.name(id:)': 'Of the argument.',
    'Query.code': 'Of the type.',
    'Query.title': 'Own.',
    'Query.body': 'Of the name.',
    'Query.body(id:)': 'Of the field.',
    'Color.RED': 'Red.',
    'Filter.name': 'Of the name.',
    QueryEdge: 'An edge.',
    ...Object.fromEntries(
      Object.entries(readDescriptions(schema)).filter(([type]) => ['ID', 'String', 'Boolean'].includes(type)),
    ),
  });
});
