import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { DialectName, Outcome } from './client.ts';
import { type OptionName, clientOptions } from './client-options.ts';
import { operations } from './operations.ts';
import { openSession, requestFor, requestsOf, stopServers, withoutTypename } from './servers.ts';

// Options with which clients send something else than one operation in the body of a POST request.
after(stopServers);

/** What a client sends for the same operation twice; its error, if the second one fails, is a class or has also a message. */
type Expected = [sent: string[], error?: string, message?: RegExp];
type Row = [option: OptionName, dialect: DialectName, ofQueries: Expected, ofMutations: Expected];

const withPost: Expected = [['POST query', 'POST query']];
const withGet: Expected = [['GET query', 'GET query']];
const hashOnce: Expected = [['POST hash', 'POST query', 'POST query']];
const hashInUrlOnce: Expected = [['GET hash', 'POST query', 'POST query']];
/** In Decidim, GET leads to an HTML page, which `error` reports. */
const page = (sent: string, error: string): Expected => [[sent, sent], error];
const status500 = (sent: string, error: string): Expected => [[sent, sent], error];
const batch = (error: string, message: RegExp): Expected => [['POST batch', 'POST batch'], error, message];
const limit = /a request has one operation/;

const rows: Row[] = [
  ['Apollo Client 4, useGETForQueries', 'specification', withGet, withPost],
  ['Apollo Client 4, useGETForQueries', 'decidim-0.32', page('GET query', 'ServerParseError'), withPost],
  ['Apollo Client 4, PersistedQueryLink', 'specification', hashOnce, hashOnce],
  [
    'Apollo Client 4, PersistedQueryLink',
    'decidim-0.32',
    status500('POST hash', 'ServerError'),
    status500('POST hash', 'ServerError'),
  ],
  ['Apollo Client 4, PersistedQueryLink with GET', 'specification', hashInUrlOnce, hashOnce],
  [
    'Apollo Client 4, PersistedQueryLink with GET',
    'decidim-0.32',
    page('GET hash', 'ServerParseError'),
    status500('POST hash', 'ServerError'),
  ],
  [
    'Apollo Client 4, BatchHttpLink',
    'specification',
    batch('CombinedGraphQLErrors', limit),
    batch('CombinedGraphQLErrors', limit),
  ],
  ['Apollo Client 4, BatchHttpLink', 'decidim-0.32', batch('ServerError', /500/), batch('ServerError', /500/)],
  ['Apollo Client 3, useGETForQueries', 'specification', withGet, withPost],
  ['Apollo Client 3, useGETForQueries', 'decidim-0.32', page('GET query', 'ApolloError'), withPost],
  ['Apollo Client 3, createPersistedQueryLink', 'specification', hashOnce, hashOnce],
  [
    'Apollo Client 3, createPersistedQueryLink',
    'decidim-0.32',
    status500('POST hash', 'ApolloError'),
    status500('POST hash', 'ApolloError'),
  ],
  ['Apollo Client 3, createPersistedQueryLink with GET', 'specification', hashInUrlOnce, hashOnce],
  [
    'Apollo Client 3, createPersistedQueryLink with GET',
    'decidim-0.32',
    page('GET hash', 'ApolloError'),
    status500('POST hash', 'ApolloError'),
  ],
  // The server's message is in `networkError.result`.
  ['Apollo Client 3, BatchHttpLink', 'specification', batch('ApolloError', /400/), batch('ApolloError', /400/)],
  ['Apollo Client 3, BatchHttpLink', 'decidim-0.32', batch('ApolloError', /./), batch('ApolloError', /500/)],
  ['urql, default options', 'specification', withGet, withPost],
  ['urql, default options', 'decidim-0.32', page('GET query', 'CombinedError'), withPost],
  ['urql, preferGetMethod', 'specification', withGet, withPost],
  ['urql, preferGetMethod', 'decidim-0.32', page('GET query', 'CombinedError'), withPost],
  ['urql, persistedExchange', 'specification', [['GET hash', 'GET query', 'GET query']], hashOnce],
  [
    'urql, persistedExchange',
    'decidim-0.32',
    page('GET hash', 'CombinedError'),
    status500('POST hash', 'CombinedError'),
  ],
  ['graphql-request, method GET', 'specification', withGet, withPost],
  ['graphql-request, method GET', 'decidim-0.32', page('GET query', 'Error'), withPost],
  ['graphql-request, batchRequests', 'specification', batch('ClientError', limit), batch('ClientError', limit)],
  ['graphql-request, batchRequests', 'decidim-0.32', batch('ClientError', /500/), batch('ClientError', /500/)],
];

for (const [option, dialect, ofQueries, ofMutations] of rows)
  for (const [operation, expected] of [
    ['meeting', ofQueries],
    ['answer', ofMutations],
  ] as const)
    test(`${option}, ${dialect}: ${operation}`, async () => {
      const { sent, outcome } = await sendTwice(option, dialect, operation);
      const [expectedRequests, error, message = /./] = expected;
      assert.deepEqual(sent, expectedRequests);
      assert.equal(outcome.error?.name, error);
      if (error) assert.match(outcome.error!.message!, message);
      else assert.deepEqual(withoutTypename(outcome.data), operations[operation].data);
    });

test('every option has a row in both dialects', () => {
  const names = Object.keys(clientOptions).flatMap((name) => [`${name}, specification`, `${name}, decidim-0.32`]);
  assert.deepEqual(
    rows.map(([option, dialect]) => `${option}, ${dialect}`),
    names,
  );
});

/** Sends an operation twice with one client; returns what it sent, and what the application sees of the second one. */
async function sendTwice(option: OptionName, dialect: DialectName, operation: 'meeting' | 'answer') {
  const session = await openSession(dialect);
  const sent: string[] = [];
  const recordingFetch: typeof fetch = (input, init) => {
    sent.push(describeRequest(String(input), init));
    return fetch(input, init);
  };
  const send = clientOptions[option]({ url: session.url, fetch: recordingFetch });
  const request = requestFor(session, dialect, operation);
  await send(request);
  const outcome: Outcome = await send(request);
  // Redirects lead to further requests.
  const received = requestsOf(session).map(({ method }) => method);
  assert.deepEqual([...new Set(received)], [...new Set(sent.map((each) => each.split(' ')[0]))]);
  await session.close();
  return { sent, outcome };
}

/** Such as `GET query`, `POST hash` or `POST batch`. */
function describeRequest(url: string, { method = 'GET', body }: RequestInit = {}): string {
  const parameters: unknown = body ? JSON.parse(body as string) : Object.fromEntries(new URL(url).searchParams);
  if (Array.isArray(parameters)) return `${method} batch`;
  return `${method} ${(parameters as { query?: string }).query ? 'query' : 'hash'}`;
}
