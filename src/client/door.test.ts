import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { assert as assertProperty, asyncProperty, constantFrom, option, record, tuple } from 'fast-check';
import { ambiguousDocuments, countWrites } from '../../test/support/ambiguous-documents.ts';
import { isCommandError } from '../../test/support/folders.ts';
import { readAllBytes, startUpstream } from '../../test/support/upstream-server.ts';
import { suiteDialectByName } from '../dialects/dialects.ts';
import { type Permission, openDoor, permit } from './door.ts';
import { type TargetRequest, graphqlRequest } from './http-message.ts';
import { NotSentError, type Target, UnavailableError } from './target.ts';

const tokens = { PLENUM_ADMIN_TOKEN: 'a-token-of-admin', PLENUM_MEMBER_TOKEN: 'a-token-of-member' };

/** What a server got: the request line, and its body. */
interface Received {
  line: string;
  body: string;
}

/** A server that obeys `@skip`, unless it `ignoresSkip`, and a door to it. */
async function startServer(t: TestContext, { ignoresSkip = false, path = '/api' } = {}) {
  const received: Received[] = [];
  const url = await startUpstream(t, async (request, response) => {
    const body = String(await readAllBytes(request));
    received.push({ line: `${request.method} ${request.url}`, body });
    const skipped = ignoresSkip ? { skipped: 'Query' } : {};
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: { __typename: 'Query', ...skipped } }));
  });
  const target = openDoor({ url: url + path }, suiteDialectByName('decidim-0.32'), {
    environment: tokens,
    timeoutMs: 5000,
    requestIntervalMs: 0,
  });
  return { target, received, with: (permission: Permission) => permit(target, permission) };
}

const json = { 'Content-Type': 'application/json' };
const answer =
  'mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) { answer(input: { attributes: { state: "rejected" } }) { id } } } } }';
const skippedAnswer = answer.replace('answer(input: { attributes: { state: "rejected" } })', '$& @skip(if: true)');
const post = (query: string, path?: string): TargetRequest => ({
  ...graphqlRequest(query, {}, {}),
  ...(path !== undefined && { path }),
});

/** What is sent in each mode: `o`, `v` and `w` for observe, validate and write. */
const rows: [what: string, request: TargetRequest, sentIn: string][] = [
  ['a query', post('{ __typename }'), 'ovw'],
  ['a query in a URL', { method: 'GET', path: '?query={__typename}', headers: {} }, 'ovw'],
  ['a sign-in', { method: 'POST', path: '/sign_in', headers: json, body: '{"api_user":{"key":"k"}}' }, 'ovw'],
  ['a document with a syntax error', post('{ mutation'), 'ovw'],
  ['a mutation', post(answer), 'w'],
  ['a mutation whose fields are skipped', post(skippedAnswer), 'vw'],
  ['a mutation of which one field is skipped', post(skippedAnswer.replace('{ id }', '{ id } b: withdraw { id }')), 'w'],
  [
    'a mutation in a form',
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `query=${encodeURIComponent(answer)}`,
    },
    'w',
  ],
  ['a mutation in the URL of a GET', { method: 'GET', path: `?query=${encodeURIComponent(answer)}`, headers: {} }, 'w'],
  [
    'a mutation in the URL beside a query in the body',
    post('{ __typename }', `?query=${encodeURIComponent(answer)}`),
    '',
  ],
  ['a mutation in a sign-in', post(answer, '/sign_in'), ''],
  [
    'a mutation as text',
    { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: JSON.stringify({ query: answer }) },
    '',
  ],
  ['a batch', { method: 'POST', headers: json, body: JSON.stringify([{ query: answer }]) }, ''],
  [
    'a member twice',
    { method: 'POST', headers: json, body: `{"query":"{ __typename }","query":${JSON.stringify(answer)}}` },
    '',
  ],
  [
    'a persisted document',
    { method: 'POST', headers: json, body: '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"a"}}}' },
    '',
  ],
  [
    'a mutation beside the name of a persisted document',
    {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ query: answer, extensions: { persistedQuery: { version: 1, sha256Hash: 'a' } } }),
    },
    '',
  ],
  [
    'a query beside the name of a persisted document',
    {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ query: '{ a }', extensions: { persistedQuery: { version: 1, sha256Hash: 'a' } } }),
    },
    '',
  ],
  ['a method in a form', { method: 'POST', path: '/sign_in', headers: {}, body: '_method=delete' }, ''],
  [
    'a method in a header',
    { method: 'POST', headers: { ...json, 'X-HTTP-Method-Override': 'DELETE' }, body: '{}' },
    '',
  ],
  [
    'another character set',
    { method: 'POST', headers: { 'Content-Type': 'application/json; charset=utf-16' }, body: '{}' },
    '',
  ],
  ['another method', { method: 'DELETE', headers: {} }, ''],
  ['an address beside the API', { method: 'GET', path: '/../admin', headers: {} }, ''],
  ['an address that leads out of a sign-in', post(answer, '/sign_in/../../admin/users'), ''],
  ['an address with escaped dots', post('{ __typename }', '/%2e%2e/admin'), ''],
  ['an address that begins like the API', { method: 'GET', path: '_x', headers: {} }, ''],
  ['another server', { method: 'GET', path: '@other.example/api', headers: {} }, ''],
  ['a page of the site', { method: 'HEAD', path: '/../users/sign_out', headers: {} }, ''],
  ['an address of OAuth', { method: 'POST', path: '/../oauth/token', headers: {} }, ''],
  [
    'a sign-out of an actor',
    { method: 'DELETE', path: '/sign_out', headers: { Authorization: 'Bearer a-token-of-member' } },
    '',
  ],
  ['a sign-out of nobody', { method: 'DELETE', path: '/sign_out', headers: {} }, 'ovw'],
];

test('what is sent depends on the request as it is sent, and on the mode', async (t) => {
  const { received, with: permitted } = await startServer(t);
  for (const [what, request, sentIn] of rows)
    for (const mode of ['observe', 'validate', 'write'] as const) {
      received.length = 0;
      const isSent = await permitted({ mode })
        .send(request)
        .then(
          () => true,
          (error: unknown) => !(error instanceof NotSentError) && assert.fail(error as Error),
        );
      assert.equal(isSent, sentIn.includes(mode[0]!), `${what} in mode ${mode}`);
      const isReceived = received.some(
        ({ body, line }) => body === (request.body ?? '') && line.startsWith(request.method),
      );
      assert.equal(isReceived, isSent, `${what} in mode ${mode}: ${JSON.stringify(received)}`);
    }
});

test('a mutation whose fields are skipped is not sent to a server that ignores @skip', async (t) => {
  const { received, with: permitted } = await startServer(t, { ignoresSkip: true });
  await assert.rejects(permitted({ mode: 'validate' }).send(post(skippedAnswer)), /does not obey @skip/);
  assert.deepEqual(
    received.filter(({ body }) => body.includes('mutation')),
    [],
  );
});

test('an address of OAuth is asked where it is permitted, and no other page', async (t) => {
  const { received, with: permitted } = await startServer(t, { path: '/town/api' });
  const target = permitted({ mode: 'observe', hasOAuth: true });
  await target.send({ method: 'POST', path: '/../oauth/token', headers: {}, body: 'grant_type=a' });
  await assert.rejects(target.send({ method: 'GET', path: '/../../oauth/token', headers: {} }), NotSentError);
  await assert.rejects(target.send({ method: 'GET', path: '/../oauth/applications', headers: {} }), NotSentError);
  assert.deepEqual(
    received.map(({ line }) => line),
    ['POST /town/oauth/token'],
  );
});

test('another machine gets a write only if its host is confirmed', () => {
  const options = { environment: tokens, timeoutMs: 10, requestIntervalMs: 0 };
  const target = openDoor({ url: 'https://town.example/api' }, suiteDialectByName('decidim-0.32'), options);
  const notices: string[] = [];
  const plannedWrites = ['ProposalMutation.answer', 'ProposalMutation.answer'];
  const permission: Permission = { mode: 'write', plannedWrites, onNotice: (text) => notices.push(text) };
  assert.throws(() => permit(target, permission), isCommandError(2, 'must be confirmed with --confirm town.example'));
  assert.deepEqual(notices, ['This run writes to town.example: at most 2 ProposalMutation.answer.']);
  permit(target, { ...permission, confirmedHost: 'town.example' });
});

for (const [status, requestsOfRead, requestsOfWrite] of [
  [429, 3, 3],
  [503, 3, 3],
  [502, 3, 1],
  [504, 3, 1],
] as const)
  test(`a server with status ${status} is asked again, if it has not executed the request`, async (t) => {
    let count = 0;
    const url = await startUpstream(t, (_, response) => {
      count += 1;
      response.writeHead(status, { 'Retry-After': '0' }).end();
    });
    const target = permit(
      openDoor({ url: `${url}/api` }, suiteDialectByName('decidim-0.32'), {
        environment: tokens,
        timeoutMs: 5000,
        requestIntervalMs: 0,
        patience: { firstWaitMs: 1 },
      }),
      { mode: 'write' },
    );
    const isUnavailable = (error: unknown) =>
      error instanceof UnavailableError && error.server === target.url && error.message === `status ${status}`;
    await assert.rejects(target.send(post('{ __typename }')), isUnavailable);
    assert.equal(count, requestsOfRead);
    count = 0;
    await assert.rejects(target.send(post(answer)), isUnavailable);
    assert.equal(count, requestsOfWrite);
  });

test('a read is sent again on another connection if one ends, and a write is not', async (t) => {
  let count = 0;
  const url = await startUpstream(t, (request, response) => {
    count += 1;
    if (count === 1) return void request.socket.destroy();
    response.writeHead(200, json).end('{"data":{}}');
  });
  const options = { environment: tokens, timeoutMs: 5000, requestIntervalMs: 0, patience: { firstWaitMs: 1 } };
  const target = permit(openDoor({ url: `${url}/api` }, suiteDialectByName('decidim-0.32'), options), {
    mode: 'write',
  });
  assert.equal((await target.send(post('{ __typename }'))).status, 200);
  assert.equal(count, 2);
  count = 0;
  await assert.rejects(target.send(post(answer)), UnavailableError);
  assert.equal(count, 1);
});

const documents = [
  '{ __typename }',
  'query A { session { user { id } } }',
  answer,
  skippedAnswer,
  'mutation B { comment(id: 1) { upVote { id } } }',
  'query A { __typename } mutation B { comment(id: 1) { upVote { id } } }',
  ...ambiguousDocuments.map(([, query]) => query),
];
const segments = [
  '',
  '/',
  '/sign_in',
  '/sign_out',
  '/..',
  '/../..',
  '/%2e%2e',
  '/api',
  '/admin',
  '/users/sign_out',
  '\\..',
  '/..%2f..',
  ';a',
  '.json',
  '?',
  '#',
];

/** Whether a server of the platform would write, or end a session, if it got a request. */
function harms({ line, body }: Received): boolean {
  const [method = '', target = ''] = line.split(' ');
  const { pathname, searchParams } = new URL(target, 'http://localhost');
  if (!['/api', '/api/', '/api/sign_in'].includes(pathname)) return true;
  if (!['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'].includes(method)) return true;
  const form = new URLSearchParams(body);
  if (form.has('_method')) return true;
  const strings = (body.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((each) => JSON.parse(each) as string);
  return [...searchParams.values(), ...form.values(), ...strings, body].some((text) => countWrites(text) > 0);
}

test('whatever is asked for, a server behind the door gets only what the mode allows', async (t) => {
  const { target, received, with: permitted } = await startServer(t);
  const doors: Record<string, Target> = { observe: target, validate: permitted({ mode: 'validate' }) };
  const bodies = constantFrom<(query: string) => string | undefined>(
    () => undefined,
    (query) => JSON.stringify({ query }),
    (query) => JSON.stringify({ query, operationName: 'B', variables: {} }),
    (query) => JSON.stringify([{ query }]),
    (query) => `{"query":"{ __typename }","query":${JSON.stringify(query)}}`,
    (query) => `{"query":${JSON.stringify(query)}`,
    (query) => new URLSearchParams({ query }).toString(),
    (query) => new URLSearchParams({ _method: 'delete', query }).toString(),
    (query) => `--x\r\nContent-Disposition: form-data; name="query"\r\n\r\n${query}\r\n--x--\r\n`,
    (query) => query,
  );
  const requests = record({
    mode: constantFrom('observe', 'validate'),
    method: constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    path: tuple(constantFrom(...segments), constantFrom(...segments), option(constantFrom(...documents))),
    type: constantFrom(undefined, 'application/json', 'text/plain', 'multipart/form-data; boundary=x'),
    query: constantFrom(...documents),
    body: bodies,
  });
  await assertProperty(
    asyncProperty(requests, async ({ mode, method, path: [first, second, inUrl], type, query, body }) => {
      received.length = 0;
      const hasBody = !['GET', 'HEAD'].includes(method);
      const path = `${first}${second}${inUrl === null ? '' : `?query=${encodeURIComponent(inUrl)}`}`;
      const headers = { Authorization: 'Bearer a-token-of-admin', ...(type && { 'Content-Type': type }) };
      const text = hasBody ? body(query) : undefined;
      await doors[mode]!.send({ method, path, headers, ...(text !== undefined && { body: text }) }).catch(
        (error: unknown) => {
          if (!(error instanceof NotSentError)) throw error;
        },
      );
      assert.deepEqual(received.filter(harms), []);
    }),
    { numRuns: 1500 },
  );
});
