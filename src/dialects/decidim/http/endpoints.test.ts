import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { type RawRequest, sendRawRequest, jsonHeaders as json } from '../../../../test/support/raw-request.ts';
import { startTestServer } from '../../../../test/support/test-server.ts';
import { createExecutor } from '../../../server/executors.ts';
import { decidimServerDialect as serverDialect } from '../../../../test/support/decidim-dialect.ts';

/** Sends a request without default headers. */
const send = (url: string, request: RawRequest) => sendRawRequest(url, { headers: {}, ...request });

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const typenameResponse = '{"data":{"__typename":"Query"}}';
const componentResponse = '{"data":{"component":{"id":"2"}}}';
const internalError = '{"errors":[{"message":"Internal Server error"}],"data":{}}';
const noQueryError = '{"errors":[{"message":"No query string was present"}]}';
const componentQuery = 'query q($id: ID!) { component(id: $id) { id } }';
const jsonBody = (members: unknown): RawRequest => ({ headers: json, body: JSON.stringify(members) });
const nestedList = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const anonymousUser = '{"id":null,"name":null,"nickname":"","jwt_token":null,"avatar":null}';
const multipart = (fields: Record<string, string>): RawRequest => ({
  headers: { 'Content-Type': 'multipart/form-data; boundary=----test-boundary' },
  body: `${Object.entries(fields)
    .map(([name, value]) => `------test-boundary\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}------test-boundary--\r\n`,
});

/** Requests, and the status and body with which Decidim 0.32.2 responds. */
const rows: Record<string, [RawRequest, number, string]> = {
  'a JSON body': [jsonBody({ query: '{ __typename }' }), 200, typenameResponse],
  'another media type of JSON': [
    { headers: { 'Content-Type': 'text/x-json' }, body: '{"query":"{ __typename }"}' },
    200,
    typenameResponse,
  ],
  'a charset parameter, which is ignored': [
    { headers: { 'Content-Type': 'APPLICATION/JSON; charset=latin1' }, body: '{"query":"{ __typename }"}' },
    200,
    typenameResponse,
  ],
  'malformed JSON': [{ headers: json, body: '{"query": ' }, 500, internalError],
  'an empty JSON body': [{ headers: json, body: '' }, 500, internalError],
  'JSON nested 101 levels deep': [
    { headers: json, body: `{"query":"{ __typename }","extra":${nestedList(100)}}` },
    500,
    internalError,
  ],
  'JSON nested 100,000 levels deep': [
    { headers: json, body: `{"query":"{ __typename }","extra":[null,1.0,${nestedList(100_000)}]}` },
    500,
    internalError,
  ],
  'JSON nested 100 levels deep': [
    { headers: json, body: `{"query":"{ __typename }","extra":${nestedList(99)}}` },
    200,
    typenameResponse,
  ],
  'a JSON list': [jsonBody([{ query: '{ __typename }' }]), 500, internalError],
  'a JSON string': [jsonBody('hello'), 500, internalError],
  'a JSON object without query': [jsonBody({ variables: {} }), 500, internalError],
  'a JSON object without query, and a query in the URL': [
    { ...jsonBody({}), path: '/api?query=%7B__typename%7D' },
    200,
    typenameResponse,
  ],
  'a query in the URL takes precedence over the body': [
    { ...jsonBody({ query: componentQuery }), path: '/api?query=%7B__typename%7D' },
    200,
    typenameResponse,
  ],
  'a query of null': [jsonBody({ query: null }), 200, noQueryError],
  'a query of false': [jsonBody({ query: false }), 200, noQueryError],
  'a query of a number': [jsonBody({ query: 5 }), 500, internalError],
  'a query of a list': [jsonBody({ query: ['{ __typename }'] }), 500, internalError],
  'variables as an object': [jsonBody({ query: componentQuery, variables: { id: 2 } }), 200, componentResponse],
  'variables as a JSON text': [jsonBody({ query: componentQuery, variables: '{"id": 2}' }), 200, componentResponse],
  'variables as malformed JSON': [jsonBody({ query: componentQuery, variables: '{' }), 500, internalError],
  'variables as JSON text nested 100,000 levels deep': [
    jsonBody({ query: '{ __typename }', variables: nestedList(100_000) }),
    500,
    internalError,
  ],
  'variables as JSON text with a float, nested 100,000 levels deep': [
    jsonBody({ query: '{ __typename }', variables: `[1.0,${nestedList(100_000)}]` }),
    500,
    internalError,
  ],
  'variables as a blank string': [jsonBody({ query: '{ __typename }', variables: '  ' }), 200, typenameResponse],
  'variables as a list': [jsonBody({ query: '{ __typename }', variables: [] }), 500, internalError],
  'variables of false': [jsonBody({ query: '{ __typename }', variables: false }), 500, internalError],
  'variables of null': [jsonBody({ query: '{ __typename }', variables: null }), 200, typenameResponse],
  'variables as the JSON text null': [jsonBody({ query: '{ __typename }', variables: 'null' }), 200, typenameResponse],
  'unused variables as the JSON text of a number': [
    jsonBody({ query: '{ __typename }', variables: '5' }),
    200,
    typenameResponse,
  ],
  'nulls in a list of variables are removed': [
    jsonBody({
      query: 'query($t: [String!]) { component(id: 2) { name { translations(locales: $t) { locale } } } }',
      variables: { t: [null, 'ca'] },
    }),
    200,
    '{"data":{"component":{"name":{"translations":[{"locale":"ca"}]}}}}',
  ],
  'a form': [{ headers: form, body: 'query=%7B%20__typename%20%7D' }, 200, typenameResponse],
  'a form with variables as a JSON text': [
    { headers: form, body: `query=${encodeURIComponent(componentQuery)}&variables=${encodeURIComponent('{"id": 2}')}` },
    200,
    componentResponse,
  ],
  'a form with nested variables': [
    { headers: form, body: `query=${encodeURIComponent(componentQuery)}&variables[id]=2` },
    200,
    componentResponse,
  ],
  'a form with variables as JSON text nested 100,000 levels deep': [
    { headers: form, body: `query={__typename}&variables=${nestedList(100_000)}` },
    500,
    internalError,
  ],
  'a form without a query': [{ headers: form, body: 'a=b' }, 200, noQueryError],
  'a multipart form': [multipart({ query: componentQuery, variables: '{"id": 2}' }), 200, componentResponse],
  'a multipart form without a boundary': [
    { headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' },
    200,
    noQueryError,
  ],
  'a query in the URL without a body': [{ path: '/api?query=%7B%20__typename%20%7D' }, 200, typenameResponse],
  'a body of media type application/graphql': [
    { headers: { 'Content-Type': 'application/graphql' }, body: '{ __typename }' },
    200,
    noQueryError,
  ],
  'a body of media type application/graphql-response+json': [
    { headers: { 'Content-Type': 'application/graphql-response+json' }, body: '{"query":"{ __typename }"}' },
    200,
    noQueryError,
  ],
  'an invalid media type': [{ headers: { 'Content-Type': 'nonsense' }, body: 'query={__typename}' }, 406, ''],
  'an empty media type': [{ headers: { 'Content-Type': '' }, body: '{"query":"{ __typename }"}' }, 406, ''],
  'a body that is not UTF-8': [{ headers: json, body: Buffer.from('{"query":"{ \xff }"}', 'latin1') }, 400, ''],
  'accepting another media type': [
    { headers: { ...json, Accept: 'text/csv' }, body: '{"query":"{ __typename }"}' },
    200,
    typenameResponse,
  ],
  'accepting an invalid media type': [
    { headers: { ...json, Accept: 'nonsense' }, body: '{"query":"{ __typename }"}' },
    406,
    '',
  ],
  'a trailing slash': [{ ...jsonBody({ query: '{ __typename }' }), path: '/api/' }, 200, typenameResponse],
  'GET with a query': [{ method: 'GET', path: '/api?query=%7B__typename%7D' }, 301, ''],
  'sign-in without a body': [{ path: '/api/sign_in' }, 403, anonymousUser],
  'sign-in with a JSON list': [{ ...jsonBody([]), path: '/api/sign_in' }, 403, anonymousUser],
  'sign-in with JSON nested 101 levels deep': [{ headers: json, body: nestedList(101), path: '/api/sign_in' }, 400, ''],
  'sign-in with malformed JSON': [{ headers: json, body: '{"api_user":', path: '/api/sign_in' }, 400, ''],
  'sign-in with credentials that are not strings': [
    { ...jsonBody({ api_user: { key: 5, secret: ['a'] } }), path: '/api/sign_in' },
    403,
    anonymousUser,
  ],
  'sign-in with credentials in the URL': [
    { path: '/api/sign_in?api_user%5Bkey%5D=member-key&api_user%5Bsecret%5D=member-secret-0123456789' },
    401,
    anonymousUser,
  ],
  'GET of sign-in': [{ method: 'GET', path: '/api/sign_in' }, 401, anonymousUser],
  'sign-out without a token': [{ method: 'DELETE', path: '/api/sign_out' }, 200, ''],
};

const executor = createExecutor(serverDialect);
const start = async (t: TestContext) => (await startTestServer(t, { dialect: serverDialect, executor })).url;

test('statuses and bodies match those of the platform', async (t) => {
  const bugs: Error[] = [];
  const { url } = await startTestServer(t, { dialect: serverDialect, executor, onBug: (error) => bugs.push(error) });
  for (const [name, [request, status, text]] of Object.entries(rows)) {
    await t.test(name, async () => {
      const response = await send(url, request);
      assert.deepEqual([response.status, response.text], [status, text]);
    });
  }
  assert.deepEqual(bugs, []);
});

test('a member of a variable may have any name', async (t) => {
  const bugs: Error[] = [];
  const { url } = await startTestServer(t, { dialect: serverDialect, onBug: (error) => bugs.push(error) });
  for (const value of ['{"\\u0000float":1}', '{"\\u0000float":"a"}', '{"\\u0000float":{}}']) {
    const body = `{"query":${JSON.stringify(componentQuery)},"variables":{"id":${value},"other":1.0}}`;
    const { status, text } = await send(url, { headers: json, body });
    assert.equal(status, 200, text);
    assert.match(text, /^\{"errors":\[\{"message":"Variable \$id of type ID! was provided invalid value"/);
  }
  assert.deepEqual(bugs, []);
});

test('media types match those of the platform', async (t) => {
  const url = await start(t);
  const typeOf = async (request: RawRequest) => (await send(url, request)).headers['content-type'];
  assert.equal(await typeOf(jsonBody({ query: '{ __typename }' })), 'application/json; charset=utf-8');
  assert.equal(await typeOf(jsonBody([])), 'application/json; charset=utf-8');
  assert.equal(await typeOf({ headers: { 'Content-Type': '' } }), 'text/html; charset=UTF-8');
  assert.equal(await typeOf({ method: 'DELETE', path: '/api/sign_out' }), 'text/html');
});

test('GET and HEAD redirect to the documentation', async (t) => {
  const url = await start(t);
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await send(url, { method });
    assert.deepEqual([status, headers['location']], [301, `${url}/docs`]);
    assert.equal((await send(url, { method, path: '/api/docs' })).status, 200);
  }
});

test('returns 404 for other paths and methods', async (t) => {
  const url = await start(t);
  for (const [method, path] of [
    ['PUT', '/api'],
    ['GET', '/api/sign_out'],
    ['POST', '/api/nope'],
    ['GET', '/'],
    ['OPTIONS', '/api'],
  ])
    assert.equal((await send(url, { method: method!, path: path! })).status, 404, `${method} ${path}`);
});

const otherOrigin = { Origin: 'https://front.example' };
const corsHeaders = [
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-expose-headers',
  'access-control-max-age',
];
const preflight = (method: string, path = '/api'): RawRequest => ({
  method: 'OPTIONS',
  path,
  headers: {
    ...otherOrigin,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': 'authorization,content-type',
  },
});

test('allows POST from other origins without exposing headers', async (t) => {
  const url = await start(t);
  const readCorsHeaders = async (request: RawRequest) => {
    const { status, headers } = await send(url, request);
    return [status, ...corsHeaders.map((name) => headers[name])];
  };
  const allowed = ['*', 'POST, OPTIONS'];
  assert.deepEqual(await readCorsHeaders(preflight('POST')), [
    200,
    ...allowed,
    'authorization,content-type',
    '',
    '7200',
  ]);
  assert.deepEqual(await readCorsHeaders(preflight('POST', '/api/sign_in')), [
    200,
    ...allowed,
    'authorization,content-type',
    '',
    '7200',
  ]);
  const noHeaders = corsHeaders.map(() => undefined);
  assert.deepEqual(await readCorsHeaders(preflight('DELETE')), [200, ...noHeaders]);
  const post = { headers: { ...json, ...otherOrigin }, body: '{"query":"{ __typename }"}' };
  assert.deepEqual(await readCorsHeaders(post), [200, ...allowed, undefined, '', '7200']);
  assert.deepEqual(await readCorsHeaders({ ...post, headers: json }), [200, ...noHeaders]);
});

test('sign-in accepts each media type, and its token is valid until sign-out', async (t) => {
  const url = await start(t);
  const path = '/api/sign_in';
  const user = { key: 'member-key', secret: 'member-secret-0123456789' };
  const fields = { 'api_user[key]': user.key, 'api_user[secret]': user.secret };
  for (const request of [
    jsonBody({ api_user: user }),
    { headers: form, body: new URLSearchParams(fields).toString() },
    multipart(fields),
  ]) {
    const { status, headers, text } = await send(url, { ...request, path });
    const { jwt_token: token, ...rest } = JSON.parse(text) as { jwt_token: string };
    assert.equal(status, 200);
    assert.deepEqual(rest, { id: 2, name: 'Member robot', nickname: 'member-key', avatar: null });
    assert.equal(headers['authorization'], `Bearer ${token}`);
    const readSession = async () => {
      const { body } = jsonBody({ query: '{ session { user { id } } }' });
      return (await send(url, { body, headers: { ...json, Authorization: `Bearer ${token}` } })).text;
    };
    assert.equal(await readSession(), '{"data":{"session":{"user":{"id":"2"}}}}');
    const signOut = await send(url, {
      method: 'DELETE',
      path: '/api/sign_out',
      headers: { Authorization: `Bearer ${token}` },
    });
    assert.deepEqual([signOut.status, signOut.text], [200, '']);
    assert.equal(await readSession(), '{"data":{"session":null}}');
  }
});

test('limits an IP address to 100 requests per minute', async (t) => {
  const { url } = await startTestServer(t, { dialect: serverDialect, executor, limits: 'on' });
  const request = jsonBody({ query: '{ __typename }' });
  for (let index = 0; index < 100; index += 1)
    assert.equal((await send(url, request)).status, 200, `request ${index + 1}`);
  const { status, headers, text } = await send(url, request);
  assert.deepEqual([status, headers['content-type'], text.trim()], [429, 'text/plain', 'Retry later']);
  assert.equal(headers['retry-after'], undefined);
  const crossOrigin = await send(url, { ...request, headers: { ...json, ...otherOrigin } });
  assert.equal(crossOrigin.headers['access-control-allow-origin'], '*');
  assert.equal((await send(url, { method: 'GET' })).status, 429);
});

test('responses have the Cache-Control of Rails, and their media type must not be guessed', async (t) => {
  const url = await start(t);
  const revalidate = 'max-age=0, private, must-revalidate';
  const cacheRows: [RawRequest, number, string | undefined][] = [
    [jsonBody({ query: '{ __typename }' }), 200, revalidate],
    [jsonBody({ query: '{' }), 200, revalidate],
    [{ method: 'GET', path: '/api/docs' }, 200, revalidate],
    [
      { path: '/api/sign_in', ...jsonBody({ api_user: { key: 'member-key', secret: 'member-secret-0123456789' } }) },
      200,
      revalidate,
    ],
    [{ path: '/api/sign_in', ...jsonBody({}) }, 403, 'no-cache'],
    [{ method: 'DELETE', path: '/api/sign_out' }, 200, 'no-cache'],
    [jsonBody({}), 500, 'no-cache'],
    [{ method: 'GET' }, 301, 'no-cache'],
    [{ path: '/' }, 404, undefined],
    [{ headers: { 'content-type': 'nonsense' } }, 406, 'no-cache'],
  ];
  for (const [request, expected, cacheControl] of cacheRows) {
    const { status, headers } = await send(url, request);
    const received = [status, headers['cache-control'], headers['x-content-type-options']];
    assert.deepEqual(received, [expected, cacheControl, 'nosniff']);
  }
});
