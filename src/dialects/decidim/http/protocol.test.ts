import assert from 'node:assert/strict';
import { request } from 'node:http';
import test, { type TestContext } from 'node:test';
import { createExecutor } from '../../../server/app.ts';
import { decidimServerDialect as serverDialect } from '../../../../test/support/decidim-dialect.ts';
import { startTestServer } from '../../../../test/support/test-server.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

interface Sent {
  method?: string;
  /** Below the server; `/api` when it is left out. */
  path?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Sends just what is said: no header is added but those that HTTP needs. */
const send = (url: string, { method = 'POST', path = '/api', headers = {}, body }: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
      resolve({
        status: response.statusCode!,
        headers: response.headers,
        text: Buffer.concat(chunks).toString(),
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const typename = '{"data":{"__typename":"Query"}}';
const two = '{"data":{"component":{"id":"2"}}}';
const crash = '{"errors":[{"message":"Internal Server error"}],"data":{}}';
const noQuery = '{"errors":[{"message":"No query string was present"}]}';
const byId = 'query q($id: ID!) { component(id: $id) { id } }';
const jsonBody = (members: unknown): Sent => ({ headers: json, body: JSON.stringify(members) });
const multipart = (fields: Record<string, string>): Sent => ({
  headers: { 'Content-Type': 'multipart/form-data; boundary=----a-boundary-of-a-form-in-parts' },
  body: `${Object.entries(fields)
    .map(
      ([name, value]) =>
        `------a-boundary-of-a-form-in-parts\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('')}------a-boundary-of-a-form-in-parts--\r\n`,
});

/** What is sent, and the status and body that Decidim 0.32.2 answers. */
const rows: Record<string, [Sent, number, string]> = {
  'a JSON body': [jsonBody({ query: '{ __typename }' }), 200, typename],
  'another name of JSON': [
    { headers: { 'Content-Type': 'text/x-json' }, body: '{"query":"{ __typename }"}' },
    200,
    typename,
  ],
  'a charset that it is not': [
    { headers: { 'Content-Type': 'APPLICATION/JSON; charset=latin1' }, body: '{"query":"{ __typename }"}' },
    200,
    typename,
  ],
  'JSON that is cut off': [{ headers: json, body: '{"query": ' }, 500, crash],
  'an empty body of JSON': [{ headers: json, body: '' }, 500, crash],
  'a JSON list': [jsonBody([{ query: '{ __typename }' }]), 500, crash],
  'a JSON text': [jsonBody('hello'), 500, crash],
  'no member query': [jsonBody({ variables: {} }), 500, crash],
  'no member query, and one in the URL': [{ ...jsonBody({}), path: '/api?query=%7B__typename%7D' }, 200, typename],
  'a query in the URL before the one in the body': [
    { ...jsonBody({ query: byId }), path: '/api?query=%7B__typename%7D' },
    200,
    typename,
  ],
  'a query of null': [jsonBody({ query: null }), 200, noQuery],
  'a query of false': [jsonBody({ query: false }), 200, noQuery],
  'a query of a number': [jsonBody({ query: 5 }), 500, crash],
  'a query of a list': [jsonBody({ query: ['{ __typename }'] }), 500, crash],
  'variables of an object': [jsonBody({ query: byId, variables: { id: 2 } }), 200, two],
  'variables of a text of JSON': [jsonBody({ query: byId, variables: '{"id": 2}' }), 200, two],
  'variables of another text': [jsonBody({ query: byId, variables: '{' }), 500, crash],
  'variables of a blank text': [jsonBody({ query: '{ __typename }', variables: '  ' }), 200, typename],
  'variables of a list': [jsonBody({ query: '{ __typename }', variables: [] }), 500, crash],
  'variables of false': [jsonBody({ query: '{ __typename }', variables: false }), 500, crash],
  'variables of null': [jsonBody({ query: '{ __typename }', variables: null }), 200, typename],
  'variables of a text of null': [jsonBody({ query: '{ __typename }', variables: 'null' }), 200, typename],
  'variables of a text of a number, that nobody looks at': [
    jsonBody({ query: '{ __typename }', variables: '5' }),
    200,
    typename,
  ],
  'nulls in a list are gone': [
    jsonBody({
      query: 'query($t: [String!]) { component(id: 2) { name { translations(locales: $t) { locale } } } }',
      variables: { t: [null, 'ca'] },
    }),
    200,
    '{"data":{"component":{"name":{"translations":[{"locale":"ca"}]}}}}',
  ],
  'a form': [{ headers: form, body: 'query=%7B%20__typename%20%7D' }, 200, typename],
  'a form with a text of variables': [
    { headers: form, body: `query=${encodeURIComponent(byId)}&variables=${encodeURIComponent('{"id": 2}')}` },
    200,
    two,
  ],
  'a form with variables by name': [
    { headers: form, body: `query=${encodeURIComponent(byId)}&variables[id]=2` },
    200,
    two,
  ],
  'a form without a query': [{ headers: form, body: 'a=b' }, 200, noQuery],
  'a form of several parts': [multipart({ query: byId, variables: '{"id": 2}' }), 200, two],
  'a form of several parts without a boundary': [
    { headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' },
    200,
    noQuery,
  ],
  'a query in the URL alone': [{ path: '/api?query=%7B%20__typename%20%7D' }, 200, typename],
  'a body of another media type': [
    { headers: { 'Content-Type': 'application/graphql' }, body: '{ __typename }' },
    200,
    noQuery,
  ],
  'a body of GraphQL over HTTP': [
    { headers: { 'Content-Type': 'application/graphql-response+json' }, body: '{"query":"{ __typename }"}' },
    200,
    noQuery,
  ],
  'a media type that is none': [{ headers: { 'Content-Type': 'nonsense' }, body: 'query={__typename}' }, 406, ''],
  'an empty media type': [{ headers: { 'Content-Type': '' }, body: '{"query":"{ __typename }"}' }, 406, ''],
  'a body in bytes that are no UTF-8': [
    { headers: json, body: Buffer.from('{"query":"{ \xff }"}', 'latin1') },
    400,
    '',
  ],
  'accepting anything else': [
    { headers: { ...json, Accept: 'text/csv' }, body: '{"query":"{ __typename }"}' },
    200,
    typename,
  ],
  'accepting what is no media type': [
    { headers: { ...json, Accept: 'nonsense' }, body: '{"query":"{ __typename }"}' },
    406,
    '',
  ],
  'a slash at the end': [{ ...jsonBody({ query: '{ __typename }' }), path: '/api/' }, 200, typename],
  'GET with a query': [{ method: 'GET', path: '/api?query=%7B__typename%7D' }, 301, ''],
  'signing in without a word': [{ path: '/api/sign_in' }, 403, nobody()],
  'signing in by a list': [{ ...jsonBody([]), path: '/api/sign_in' }, 403, nobody()],
  'signing in by malformed JSON': [{ headers: json, body: '{"api_user":', path: '/api/sign_in' }, 400, ''],
  'signing in with texts that are none': [
    { ...jsonBody({ api_user: { key: 5, secret: ['a'] } }), path: '/api/sign_in' },
    403,
    nobody(),
  ],
  'signing in by the URL': [
    { path: '/api/sign_in?api_user%5Bkey%5D=member-key&api_user%5Bsecret%5D=member-secret-0123456789' },
    401,
    nobody(),
  ],
  'GET of sign-in': [{ method: 'GET', path: '/api/sign_in' }, 401, nobody()],
  'signing out without a token': [{ method: 'DELETE', path: '/api/sign_out' }, 200, ''],
};

function nobody(): string {
  return '{"id":null,"name":null,"nickname":"","jwt_token":null,"avatar":null}';
}

const executor = createExecutor(serverDialect);
const start = async (t: TestContext) => (await startTestServer(t, { dialect: serverDialect, executor })).url;

test('statuses and bodies are those of the platform', async (t) => {
  const url = await start(t);
  for (const [name, [sent, status, text]] of Object.entries(rows)) {
    await t.test(name, async () => {
      const answer = await send(url, sent);
      assert.deepEqual([answer.status, answer.text], [status, text]);
    });
  }
});

test('the media type of an answer', async (t) => {
  const url = await start(t);
  const typeOf = async (sent: Sent) => (await send(url, sent)).headers['content-type'];
  assert.equal(await typeOf(jsonBody({ query: '{ __typename }' })), 'application/json; charset=utf-8');
  assert.equal(await typeOf(jsonBody([])), 'application/json; charset=utf-8');
  assert.equal(await typeOf({ headers: { 'Content-Type': '' } }), 'text/html; charset=UTF-8');
  assert.equal(await typeOf({ method: 'DELETE', path: '/api/sign_out' }), 'text/html');
});

test('GET and HEAD lead to the documentation', async (t) => {
  const url = await start(t);
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await send(url, { method });
    assert.deepEqual([status, headers['location']], [301, `${url}/docs`]);
    assert.equal((await send(url, { method, path: '/api/docs' })).status, 200);
  }
});

test('other paths and methods are not found', async (t) => {
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

const fromElsewhere = { Origin: 'https://front.example' };
const allowances = [
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-expose-headers',
  'access-control-max-age',
];
const preflight = (method: string, path = '/api'): Sent => ({
  method: 'OPTIONS',
  path,
  headers: {
    ...fromElsewhere,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': 'authorization,content-type',
  },
});

test('other origins may post, and see no header of the answer', async (t) => {
  const url = await start(t);
  const allowed = async (sent: Sent) => {
    const { status, headers } = await send(url, sent);
    return [status, ...allowances.map((name) => headers[name])];
  };
  const all = ['*', 'POST, OPTIONS'];
  assert.deepEqual(await allowed(preflight('POST')), [200, ...all, 'authorization,content-type', '', '7200']);
  assert.deepEqual(await allowed(preflight('POST', '/api/sign_in')), [
    200,
    ...all,
    'authorization,content-type',
    '',
    '7200',
  ]);
  const nothing = [undefined, undefined, undefined, undefined, undefined];
  assert.deepEqual(await allowed(preflight('DELETE')), [200, ...nothing]);
  const posted = { headers: { ...json, ...fromElsewhere }, body: '{"query":"{ __typename }"}' };
  assert.deepEqual(await allowed(posted), [200, ...all, undefined, '', '7200']);
  assert.deepEqual(await allowed({ ...posted, headers: json }), [200, ...nothing]);
});

test('a sign-in by each form, and what its token is worth until the sign-out', async (t) => {
  const url = await start(t);
  const path = '/api/sign_in';
  const user = { key: 'member-key', secret: 'member-secret-0123456789' };
  const fields = { 'api_user[key]': user.key, 'api_user[secret]': user.secret };
  for (const sent of [
    jsonBody({ api_user: user }),
    { headers: form, body: new URLSearchParams(fields).toString() },
    multipart(fields),
  ]) {
    const { status, headers, text } = await send(url, { ...sent, path });
    const { jwt_token: token, ...rest } = JSON.parse(text) as { jwt_token: string };
    assert.equal(status, 200);
    assert.deepEqual(rest, { id: 2, name: 'Member robot', nickname: 'member-key', avatar: null });
    assert.equal(headers['authorization'], `Bearer ${token}`);
    const who = async () => {
      const asked = { ...jsonBody({ query: '{ session { user { id } } }' }) };
      return (await send(url, { ...asked, headers: { ...json, Authorization: `Bearer ${token}` } })).text;
    };
    assert.equal(await who(), '{"data":{"session":{"user":{"id":"2"}}}}');
    const out = await send(url, {
      method: 'DELETE',
      path: '/api/sign_out',
      headers: { Authorization: `Bearer ${token}` },
    });
    assert.deepEqual([out.status, out.text], [200, '']);
    assert.equal(await who(), '{"data":{"session":null}}');
  }
});

test('with limits, an address gets 100 answers in a minute', async (t) => {
  const { url } = await startTestServer(t, { dialect: serverDialect, executor, limitRequests: true });
  const sent = jsonBody({ query: '{ __typename }' });
  for (let index = 0; index < 100; index += 1)
    assert.equal((await send(url, sent)).status, 200, `request ${index + 1}`);
  const { status, headers, text } = await send(url, sent);
  assert.deepEqual([status, headers['content-type'], text.trim()], [429, 'text/plain', 'Retry later']);
  assert.equal(headers['retry-after'], undefined);
  const shown = await send(url, { ...sent, headers: { ...json, ...fromElsewhere } });
  assert.equal(shown.headers['access-control-allow-origin'], '*');
  assert.equal((await send(url, { method: 'GET' })).status, 429);
});
