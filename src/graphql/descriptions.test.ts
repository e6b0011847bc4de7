import assert from 'node:assert/strict';
import test from 'node:test';
import { GraphQLSchema, buildSchema } from 'graphql';
import { type Descriptions, describeParts, describeSchema, readDescriptions, setDescriptions } from './descriptions.ts';

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

test('the descriptions of a schema and of its copies are loaded when somebody reads them', () => {
  const schema = buildSchema('type Query { id: ID }');
  let loads = 0;
  const tables: Descriptions[] = [{ Query: 'A query.' }, { Query: 'Not used.', '*.id': 'An id.' }];
  setDescriptions(schema, () => {
    loads += 1;
    return tables;
  });
  const copy = new GraphQLSchema(schema.toConfig());
  assert.equal(schema.getType('Query')!.description, undefined);
  assert.equal(loads, 0);
  describeSchema(describeSchema(copy));
  assert.equal(loads, 1);
  assert.equal(readDescriptions(copy)['Query'], 'A query.');
  assert.equal(readDescriptions(copy)['Query.id'], 'An id.');
});
