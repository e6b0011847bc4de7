import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type ExecutionResult,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  execute,
  getOperationAST,
  getIntrospectionQuery,
  parse,
} from 'graphql';
import { createExecutableSchema } from '../contract/schema.ts';
import { executeSelection } from './execute-fields.ts';
import { Execution } from './execution.ts';
import { OperationPlan } from './operation-plan.ts';
import { compileOperations } from './execute-operation.ts';
import type { ExecutionRequest } from '../contract/executor.ts';

const sdl = `
  type Query { text: String slow: String items: [Item!]! show(id: ID!, count: Int! = 7, tags: [String!], place: Place): String }
  type Mutation { write: Item slow: String }
  type Item { id: ID! next: Item echo(text: String): String parent: Item! }
  input Place { name: String!, floor: Int = 1 }
`;
const item = { id: '1', next: { id: '2' } };
let writes = 0;

const write = () => {
  writes += 1;
  return item;
};
const slow = async () => 'slow';
const resolvers = {
  Query: {
    show: (_: unknown, args: object) => JSON.stringify(Object.entries(args).toSorted()),
    text: () => 'text',
    slow,
    items: () => Array.from({ length: 5 }, () => item),
  },
  Mutation: { write, slow },
  Item: { echo: (_: unknown, { text }: { text?: string }) => text, next: () => item, parent: () => null },
};

const schema = createExecutableSchema(sdl, resolvers);
const compiled = compileOperations(schema, 1);
const request = (query: string, others: Partial<ExecutionRequest> = {}): ExecutionRequest => ({
  document: parse(query),
  ...others,
});

async function assertSameAsGraphqlJs(each: ExecutionRequest, times = 1): Promise<void> {
  const expected = await execute({ schema, ...each });
  for (let count = 0; count < times; count += 1)
    assert.equal(JSON.stringify(await compiled(each)), JSON.stringify(expected));
}

test('a query whose resolver returns a promise is executed by graphql-js', async () => {
  const each = request('{ text slow }');
  assert.ok(compiled(each) instanceof Promise);
  await assertSameAsGraphqlJs(each);
});

test('a promise in a mutation is a bug, and the mutation does not run again', () => {
  writes = 0;
  assert.throws(() => compiled(request('mutation { write { id } slow }')), /A resolver returned a promise/);
  assert.equal(writes, 1);
});

test('a mutation with an error runs once', () => {
  writes = 0;
  const { data, errors } = compiled(request('mutation { write { id parent { id } } }')) as ExecutionResult;
  assert.deepEqual([data, errors?.[0]?.path, writes], [{ write: null }, ['write', 'parent'], 1]);
});

test('operations are selected by name, as in graphql-js', async () => {
  const document = parse('query A { text } query B { items { id } }');
  for (const operationName of ['A', 'B', 'C', '', undefined, null])
    await assertSameAsGraphqlJs({ document, operationName });
  await assertSameAsGraphqlJs(request('fragment F on Query { text }'));
  await assertSameAsGraphqlJs(request('subscription { text }'));
});

test('introspection has the same result', () => assertSameAsGraphqlJs(request(getIntrospectionQuery()), 2));

test('every object of a list has all members, also after code was generated for them', async () => {
  await assertSameAsGraphqlJs(
    request('{ items { __proto__: id __typename id a: echo(text: "a") b: echo(text: "b") } }'),
    3,
  );
});

test('an execution does not use the argument values of another one', () => {
  const document = parse('query($text: String) { items { echo(text: $text) } }');
  const texts = ['a', 'b', 'c'].map((text) => {
    const { data } = compiled({ document, variableValues: { text } }) as ExecutionResult;
    return (data as { items: { echo: string }[] }).items[4]!.echo;
  });
  assert.deepEqual(texts, ['a', 'b', 'c']);
});

const argumentCases: [fields: string, variables?: Record<string, unknown>][] = [
  ['{ show(id: 5) }'],
  ['{ show(id: "5", count: 2, tags: "a", place: { name: "Hall" }) }'],
  ['{ show(id: 5, count: null) }'],
  ['{ show(id: 5, tags: null, place: null) }'],
  ['{ show(id: []) }'],
  ['{ show }'],
  ['query($id: ID!) { show(id: $id) }', { id: 5 }],
  ['query($id: ID) { show(id: $id) }', { id: null }],
  ['query($id: ID) { show(id: $id) }'],
  ['query($count: Int) { show(id: 1, count: $count) }'],
  ['query($count: Int) { show(id: 1, count: $count) }', { count: null }],
  ['query($count: Int = 3, $tags: [String!]) { show(id: 1, count: $count, tags: $tags) }', { tags: ['a'] }],
  ['query($name: String!) { show(id: 1, place: { name: $name }) }', { name: 'Hall' }],
  ['query($tag: String!) { show(id: 1, tags: [$tag]) }', { tag: 'a' }],
  ['query($toString: ID) { show(id: $toString) }'],
];
for (const [query, variableValues = {}] of argumentCases)
  test(`the arguments of ${query} with ${JSON.stringify(variableValues)} are those of graphql-js`, () =>
    assertSameAsGraphqlJs(request(query, { variableValues }), 2));

test('absent and null conditions have plans of their own', async () => {
  // Validation rejects this document; a dialect may accept it.
  const document = parse('query($if: Boolean) { text items @include(if: $if) { id } }');
  for (const variableValues of [{ if: null }, {}, { if: true }, { if: false }, { if: null }])
    await assertSameAsGraphqlJs({ document, variableValues });
});

/** A document whose fragments multiply one field to three for each level. */
const multiplyingDocument = (levels: number): string => {
  const fragments = Array.from({ length: levels }, (_, level) => {
    const inner = level + 1 < levels ? `...F${level + 1}` : 'id';
    return `fragment F${level} on Item { a: next { ${inner} } b: next { ${inner} } c: next { ${inner} } }`;
  });
  return `{ items { ...F0 } } ${fragments.join(' ')}`;
};

for (const [levels, isTooLarge] of [
  [2, false],
  [6, true],
] as const) {
  test(`the plan of a document whose fragments multiply fields ${levels} times is ${isTooLarge ? 'not ' : ''}kept`, async () => {
    const each = request(multiplyingDocument(levels));
    const plan = new OperationPlan(schema, each.document, getOperationAST(each.document)!, 100);
    const execution = new Execution(plan, undefined, {});
    executeSelection(plan.rootSelection(execution), undefined, execution);
    assert.equal(plan.isTooLarge, isTooLarge);
    await assertSameAsGraphqlJs(each, 3);
  });
}

test('a schema whose types check their values is executed by graphql-js', () => {
  const query = new GraphQLObjectType({
    name: 'Query',
    isTypeOf: () => false,
    fields: {
      self: {
        type: new GraphQLObjectType({ name: 'Self', isTypeOf: () => false, fields: { a: { type: GraphQLString } } }),
        resolve: () => ({}),
      },
    },
  });
  const checked = new GraphQLSchema({ query });
  const each = request('{ self { a } }');
  const actual = compileOperations(checked)(each);
  assert.equal(JSON.stringify(actual), JSON.stringify(execute({ schema: checked, ...each })));
  assert.match(JSON.stringify(actual), /Expected value of type/);
});
