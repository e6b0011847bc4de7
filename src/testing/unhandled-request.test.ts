import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGraphqlRequest, refusesUnhandled } from './unhandled-request.ts';

const mutation = 'mutation { component(id: 1) { id } }';
const boundary = 'multipart/form-data; boundary=x';
const part = (name: string, value: string): string =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`;

for (const [name, expected, body, contentType, search] of [
  ['a document in JSON', true, JSON.stringify({ query: mutation }), 'application/json'],
  ['JSON as text, as a request without preflight', true, JSON.stringify({ query: mutation }), 'text/plain'],
  ['JSON without a content type', true, JSON.stringify({ query: '# all\n{ __typename }' }), null],
  ['a batch', true, JSON.stringify([{ id: 1 }, { query: mutation }]), 'application/json'],
  ['the hash of a persisted document', true, '{"extensions":{"persistedQuery":{"version":1}}}', 'application/json'],
  ['a document alone', true, mutation, 'application/graphql'],
  ['a form', true, String(new URLSearchParams({ query: mutation })), 'application/x-www-form-urlencoded'],
  ['parts, with files', true, part('operations', JSON.stringify({ query: mutation, variables: {} })), boundary],
  ['parts of a form', true, part('query', mutation), boundary],
  ['a document in the URL', true, '', null, '?query=%7B__typename%7D'],
  ['a search', false, JSON.stringify({ query: 'mutation rates' }), 'application/json'],
  ['a search with members', false, JSON.stringify({ query: { match: 'query {' } }), 'application/json'],
  ['other JSON', false, '[null, 1, "query { a }"]', 'application/json'],
  ['a text that is not JSON', false, '{ a', 'application/json'],
  ['parts without operations', false, part('file', mutation), boundary],
  ['a search in the URL', false, '', null, '?query=bench'],
  ['nothing', false, '', null],
] as const)
  test(`${expected ? 'GraphQL is' : 'GraphQL is not'} ${name}`, () => {
    assert.equal(isGraphqlRequest(`https://town.example/graphql${search ?? ''}`, contentType, body), expected);
  });

test('another value of the option is refused', () => {
  assert.throws(
    () => refusesUnhandled({ onUnhandledRequest: 'warn' as 'error' }),
    new TypeError('onUnhandledRequest must be "error" or "bypass", not "warn"'),
  );
});
