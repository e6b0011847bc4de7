import assert from 'node:assert/strict';
import test from 'node:test';
import { assertHttpError, sendRawRequest, typenameResponse } from '../../../test/support/raw-request.ts';
import { type TestServer, startTestServer } from '../../../test/support/test-server.ts';

const graphqlJson = 'application/graphql-response+json';

/** Sends a GET request with these parameters. */
const sendGet = (
  { url }: TestServer,
  parameters: Record<string, string> | string,
  { actor = 'anonymous', method = 'GET', headers = {} } = {},
) =>
  sendRawRequest(url, {
    method,
    path: `/api?${new URLSearchParams(parameters).toString()}`,
    headers: { ...(actor !== 'anonymous' && { authorization: `Bearer ${actor}-token` }), ...headers },
  });

const component = 'query Component($id: ID!) { component(id: $id) { id } session { user { id } } }';

test('executes a query in the URL for the viewer, with variables and the name of the operation', async (t) => {
  const server = await startTestServer(t);
  const query = `${component} query Other { __typename } mutation Write { component(id: 2) { __typename } }`;
  const variables = '{"id":"2"}';
  for (const extensions of ['', '{}', 'null']) {
    const parameters = { query, operationName: 'Component', variables, extensions };
    const { status, text } = await sendGet(server, parameters, { actor: 'member' });
    assert.deepEqual([status, text], [200, '{"data":{"component":{"id":"2"},"session":{"user":{"id":"2"}}}}']);
  }
  const other = await sendGet(server, { query, operationName: 'Other', variables: '' });
  assert.equal(other.text, typenameResponse);
  const question = await sendRawRequest(server.url, {
    method: 'GET',
    path: '/api?query={__typename}%20%23?&operationName=',
    headers: {},
  });
  assert.equal(question.text, typenameResponse);
  const unnamed = await sendGet(server, { query: '{ __typename }', operationName: '' });
  assert.equal(unnamed.text, typenameResponse);
});

test('the response to GET may not be stored, and depends on Accept and Authorization', async (t) => {
  const server = await startTestServer(t);
  for (const accept of ['application/json', graphqlJson]) {
    const { headers } = await sendGet(server, { query: '{ __typename }' }, { headers: { accept } });
    assert.equal(headers['content-type'], `${accept}; charset=utf-8`);
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(headers.vary!, /\bAccept\b.*\bAuthorization\b/);
    assert.equal(headers.etag, undefined);
  }
});

test('HEAD has the headers of GET and no body', async (t) => {
  const server = await startTestServer(t);
  const get = await sendGet(server, { query: '{ __typename }' });
  const head = await sendGet(server, { query: '{ __typename }' }, { method: 'HEAD' });
  assert.deepEqual([head.status, head.text], [200, '']);
  for (const name of ['content-type', 'content-length', 'cache-control'])
    assert.equal(head.headers[name], get.headers[name], name);
});

const write = `mutation Write($a: MeetingAttributes!) { component(id: 2) { ... on MeetingsMutation {
  createMeeting(input: { attributes: $a }) { id } } } }`;
const mutations: [string, Record<string, string>][] = [
  ['a mutation', { query: 'mutation { component(id: 2) { __typename } }' }],
  ['a mutation whose variables are missing', { query: write }],
  ['a mutation that is invalid', { query: 'mutation { nothing }' }],
  ['the mutation of several operations', { query: `${write} query Read { __typename }`, operationName: 'Write' }],
];

test('never executes a mutation', async (t) => {
  const server = await startTestServer(t);
  const before = server.store.all('meetings').length;
  for (const [name, parameters] of mutations)
    await t.test(name, async () => {
      const response = await sendGet(server, parameters, { actor: 'admin' });
      assertHttpError(response, 405, /Mutations are sent with POST/);
      assert.equal(response.headers.allow, 'POST, OPTIONS');
      const head = await sendGet(server, parameters, { actor: 'admin', method: 'HEAD' });
      assert.equal(head.status, 405);
    });
  assert.equal(server.store.all('meetings').length, before);
});

const deep = `{"a":${'['.repeat(101)}${']'.repeat(101)}}`;
const malformed: [string, string, number, RegExp][] = [
  ['variables that are not JSON', 'query={__typename}&variables={', 400, /Unparsable URL/],
  ['variables that are a list', 'query={__typename}&variables=[]', 400, /Invalid variables/],
  ['variables that are nested too deep', `query={a}&variables=${deep}`, 400, /nested too deep/],
  ['extensions that are not JSON', 'query={__typename}&extensions=a', 400, /Unparsable URL/],
  ['extensions that are a number', 'query={__typename}&extensions=7', 400, /Invalid extensions/],
];

test('rejects malformed parameters with a GraphQL error', async (t) => {
  const server = await startTestServer(t);
  for (const [name, search, status, message] of malformed)
    await t.test(name, async () => assertHttpError(await sendGet(server, search), status, message));
  assertHttpError(
    await sendGet(server, 'query={__typename}', { headers: { accept: 'application/xml' } }),
    406,
    /media types are/,
  );
});

test('a request error has the status that it has with POST', async (t) => {
  const server = await startTestServer(t);
  const rows: [string, Record<string, string>][] = [
    ['a syntax error', { query: '{' }],
    ['a document that is nested too deep', { query: '{a'.repeat(2000) }],
    ['an invalid document', { query: '{ nothing }' }],
    ['several operations and no name', { query: 'query A { __typename } mutation B { component(id: 2) { id } }' }],
    ['an unknown operation', { query: '{ __typename }', operationName: 'null' }],
    ['a variable that is missing', { query: component }],
  ];
  for (const [name, parameters] of rows)
    await t.test(name, async () => {
      for (const [accept, expected] of [
        [graphqlJson, 400],
        ['application/json', 200],
      ] as const) {
        const { status, text } = await sendGet(server, parameters, { headers: { accept } });
        assert.equal(status, expected, text);
        assert.ok(!('data' in (JSON.parse(text) as object)));
      }
    });
});

// A comma in the query is one character of a URL, unlike in a form.
const pathOf = (query: string) => `/api?query=${query.replaceAll(' ', '+')}`;

test('a URL that is longer than 16 KiB with the headers has status 431', async (t) => {
  const server = await startTestServer(t);
  const query = '{ __typename }'.padEnd(15_000, ',');
  const short = await sendRawRequest(server.url, { method: 'GET', path: pathOf(query), headers: {} });
  assert.equal(short.text, typenameResponse);
  const long = await sendRawRequest(server.url, {
    method: 'GET',
    path: pathOf(query.padEnd(17_000, ',')),
    headers: {},
  });
  assert.equal(long.status, 431);
});
