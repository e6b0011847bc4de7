import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { createExecutor } from '../../../server/executors.ts';
import { type Actor, startTestServer } from '../../../../test/support/test-server.ts';
import { decidimServerDialect as serverDialect } from '../../../../test/support/decidim-dialect.ts';

const executor = createExecutor(serverDialect);
const start = (t: TestContext) => startTestServer(t, { dialect: serverDialect, executor });
/** Sends a JSON body unchanged. */
const post = (url: string, body: string, token = '') =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body,
  });
const meetingsQuery =
  'query($n: Int) { component(id: 2) { ... on Meetings { meetings(first: $n) { nodes { id } } } } }';
const componentNotFound = (path: string, column: number) => ({
  message: 'ComponentMutation not found',
  locations: [{ line: 1, column }],
  path: [path],
  extensions: { code: 'NOT_FOUND_ERROR' },
});

test('a mutation runs all root fields, and its data is null if one of them is null', async (t) => {
  const { send, store } = await start(t);
  const withdraw = 'component(id: 2) { ... on MeetingsMutation { meeting(id: 2) { withdraw(input: {}) { id } } } }';
  const query = `mutation { a: component(id: 99) { __typename } b: ${withdraw} c: component(id: 98) { __typename } }`;
  const { status, ...result } = await send(query, {}, 'member');
  assert.deepEqual(
    [status, result],
    [200, { errors: [componentNotFound('a', 12), componentNotFound('c', query.indexOf('c:') + 1)], data: null }],
  );
  assert.equal(typeof store.find('meetings', 2)!.withdrawnAt, 'string');
});

test('variables are validated first, then the size of the operation, then the role', async (t) => {
  const { send } = await start(t);
  const firstMessage = async (query: string, variables: object, actor: Actor = 'anonymous') =>
    (await send(query, variables, actor)).errors?.[0]?.message;
  const aliases = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}: component(id: $id) { __typename }`).join(' ');
  const mutation = `mutation($id: ID!) { ${aliases} }`;
  assert.equal(await firstMessage(mutation, { id: 2.5 }), 'Variable $id of type ID! was provided invalid value');
  assert.equal(
    await firstMessage(mutation, { id: 2 }),
    'Too many aliases used. You have used 6 aliases, but 5 are allowed.',
  );
  assert.equal(
    await firstMessage('mutation($id: ID!) { component(id: $id) { __typename } }', { id: 2 }),
    'You cannot view or edit this Mutation because you do not have permissions',
  );
});

test('the complexity of an operation depends on its variables', async (t) => {
  const { send } = await start(t);
  const query = `query($n: Int) { component(id: 2) { ... on Meetings { meetings(first: $n) { nodes {
    ${['id', 'address', 'closed', 'createdAt'].join(' ')} title { translations { locale text machineTranslated } }
    taxonomies { id name { translations { locale text machineTranslated } } children { id name { locales } } }
  } } } } }`;
  const firstMessage = async (n: number) => (await send(query, { n })).errors?.[0]?.message;
  assert.equal(await firstMessage(50), undefined);
  assert.match(String(await firstMessage(5000)), /^Query has complexity of \d+, which exceeds max complexity of 5000$/);
});

test('a whole number written as a float is a Float, not an Int', async (t) => {
  const { url } = await start(t);
  const send = async (query: string, variables: string) => {
    const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`;
    return (await (await post(url, body, 'admin-token')).json()) as Record<string, never>;
  };
  for (const [literal, printed] of [
    ['1.0', '1.0'],
    ['1e2', '100.0'],
  ])
    assert.deepEqual((await send(meetingsQuery, `{"n":${literal}}`))['errors'], [
      {
        message: 'Variable $n of type Int was provided invalid value',
        locations: [{ line: 1, column: 7 }],
        extensions: {
          value: Number(literal),
          problems: [{ path: [], explanation: `Could not coerce value ${printed} to Int` }],
        },
      },
    ]);
  const answerMutation = `mutation($input: AnswerInput!) { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) {
    answer(input: $input) { cost } } } } }`;
  const { data } = await send(answerMutation, '{"input":{"attributes":{"state":"accepted","cost":1000.0}}}');
  assert.deepEqual(data, { component: { proposal: { answer: { cost: '€ 1,000.00' } } } });
  // Nulls are removed from lists, which also have floats beside them.
  const withNull = await send(answerMutation, '{"input":{"attributes":{"state":"accepted","cost":7.0}},"x":[null]}');
  assert.deepEqual(withNull['data'], { component: { proposal: { answer: { cost: '€ 7.00' } } } });
});

test('variables that are not an object are a 500 if the operation declares variables', async (t) => {
  const { url } = await start(t);
  const status = async (query: string, variables: string) =>
    (await post(url, JSON.stringify({ query, variables }))).status;
  for (const variables of ['5', '[1]', '"n"']) {
    assert.equal(await status(meetingsQuery, variables), 500, variables);
    assert.equal(await status('{ __typename }', variables), 200, variables);
  }
});

test('documents with introspection are cached for administrators only', async (t) => {
  const { send } = await start(t);
  const query = '{ __schema { types { name } directives { name } } }';
  const introspect = async (actor: Actor) =>
    (await send(query, {}, actor)) as { data?: Record<string, never>; errors?: object[] };
  const introspectionErrors = [
    { message: 'Introspection is disabled for this request', extensions: { code: 'INTROSPECTION_DISABLED_ERROR' } },
  ];
  const actors: Actor[] = ['admin', 'member', 'admin', 'anonymous'];
  const results = [];
  for (const actor of actors) results.push(await introspect(actor));
  assert.deepEqual(
    results.map(({ errors }) => errors),
    [undefined, introspectionErrors, undefined, introspectionErrors],
  );
  const { types, directives } = results[0]!.data!['__schema']! as {
    types: { name: string }[];
    directives: { name: string }[];
  };
  assert.equal(types.length, 161);
  for (const list of [types, directives]) {
    const names = list.map(({ name }) => name);
    assert.deepEqual(names, names.toSorted());
  }
});

const errorResult = (message: string) => ({ errors: [{ message }] });

test('operationName selects the operation, also of a cached document', async (t) => {
  const { url } = await start(t);
  const query = 'query A { __typename } query B { component(id: 2) { id } }';
  const run = async (operationName?: string | null) => {
    return (await (await post(url, JSON.stringify({ query, operationName }))).json()) as object;
  };
  for (const [name, expected] of [
    ['A', { data: { __typename: 'Query' } }],
    ['B', { data: { component: { id: '2' } } }],
    [undefined, errorResult('An operation name is required')],
    ['C', errorResult('No operation named "C"')],
    ['A', { data: { __typename: 'Query' } }],
    [null, errorResult('An operation name is required')],
  ] as const)
    assert.deepEqual(await run(name), expected, String(name));
});

test('a null of a non-null field is an error without a full stop, at the first location of the field', async (t) => {
  const { send } = await start(t);
  const { data, errors } = await send(
    '{ component(id: 2) { ... on Meetings { meeting(id: 1) { id onlineMeetingUrl onlineMeetingUrl } } } }',
  );
  assert.deepEqual(data, { component: { meeting: null } });
  assert.deepEqual(errors, [
    {
      message: 'Cannot return null for non-nullable field Meeting.onlineMeetingUrl',
      locations: [{ line: 1, column: 60 }],
      path: ['component', 'meeting', 'onlineMeetingUrl'],
    },
  ]);
});

test('a null variable of a non-null argument is an error at the field', async (t) => {
  const { send } = await start(t);
  const { data, errors } = await send('query q($id: ID = 2) { component(id: $id) { id } }', { id: null });
  assert.deepEqual(data, { component: null });
  assert.deepEqual(errors, [
    {
      message: '`null` is not a valid input for `ID!`, please provide a value for this argument.',
      locations: [{ line: 1, column: 24 }],
      path: ['component'],
    },
  ]);
});

test('columns on the last line count from the start of the document', async (t) => {
  const { send } = await start(t);
  const query = '{\n component(id: 2) { ... on Meetings {\n meeting(id: 99) { id } } } }';
  const locationsOf = async (text: string) => (await send(text)).errors![0]!.locations;
  assert.deepEqual(await locationsOf(query), [{ line: 3, column: query.indexOf('meeting') + 1 }]);
  assert.deepEqual(await locationsOf(`${query}\n`), [{ line: 3, column: 2 }]);
});

test('an unexpected error is a 500, and is reported', async (t) => {
  const bugs: Error[] = [];
  const dialectWithBug = {
    ...serverDialect,
    behavior: { ...serverDialect.behavior, resultProgress: () => assert.fail('a bug') },
  };
  const { send } = await startTestServer(t, { dialect: dialectWithBug, onBug: (error) => bugs.push(error) });
  const response = await send('{ component(id: 4) { ... on Accountability { result(id: 1) { progress } } } }');
  assert.deepEqual(
    [response.status, response.data, response.errors],
    [500, {}, [{ message: 'Internal Server error' }]],
  );
  assert.deepEqual(
    bugs.map(({ message }) => message),
    ['a bug'],
  );
});
