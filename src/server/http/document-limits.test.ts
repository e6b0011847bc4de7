import assert from 'node:assert/strict';
import test from 'node:test';
import { executionLimits } from '../../dialects/specification.ts';
import { type GraphQLResponse, startTestServer } from '../../../test/support/test-server.ts';

/** Asserts that the request was not executed, with an error that matches the message. */
function assertRequestError(response: GraphQLResponse, message: RegExp): void {
  assert.equal(Object.hasOwn(response, 'data'), false, JSON.stringify(response));
  assert.match(response.errors!.map((error) => error.message).join('\n'), message);
  for (const error of response.errors!) assert.equal(error.path, undefined);
}

const nest = (open: string, close: string, levels: number, innermost: string): string =>
  `${open.repeat(levels)}${innermost}${close.repeat(levels)}`;
const taxonomiesQuery = (selection: string): string => `{ organization { taxonomies ${selection} } }`;
/** A document of so many levels. It has only one list, so that its cost is low. */
const deepQuery = (levels: number): string => taxonomiesQuery(nest('{ parent ', ' }', levels - 3, '{ id }'));
const deepInlineQuery = (levels: number): string =>
  taxonomiesQuery(nest('{ ... { parent ', ' } }', levels - 3, '{ id }'));
/** A document of nested lists; each list multiplies the cost by ten. */
const costlyQuery = (lists: number): string => taxonomiesQuery(nest('{ children ', ' }', lists, '{ id }'));
/** A document of so many tokens, most of them in one list of strings. */
const longQuery = (tokens: number): string =>
  `{ organization { name { translations(locales: [${'"ca" '.repeat(tokens - 18)}]) { text } } } }`;
/** Fragments F0 to Fn, each of which spreads the next one. */
const fragmentChain = (count: number, type: string, link: (next: string) => string, last: string): string =>
  [
    ...Array.from({ length: count }, (_, index) => `fragment F${index} on ${type} { ${link(`...F${index + 1}`)} }`),
    `fragment F${count} on ${type} { ${last} }`,
  ].join('\n');
const costlyFragments = `${taxonomiesQuery('{ ...F0 }')} ${fragmentChain(5, 'Taxonomy', (next) => `children { ${next} }`, 'id')}`;
const deepFragments = `${taxonomiesQuery('{ ...F0 }')} ${fragmentChain(28, 'Taxonomy', (next) => `parent { ${next} }`, 'id')}`;
const doublingFragments = `{ ...F0 } ${fragmentChain(25, 'Query', (next) => `${next} ${next}`, 'organization { name { locales } }')}`;

const exceeds = (limit: 'depth' | 'cost') =>
  new RegExp(`^The document exceeds the maximum ${limit} of ${executionLimits[limit]}\\.$`);
const tooManyTokens = new RegExp(
  `^Syntax Error: Document contains more tha[nt] ${executionLimits.tokens} tokens\\. Parsing aborted\\.$`,
);

test('rejects a document that exceeds a limit, and names the limit', async (t) => {
  const { send } = await startTestServer(t);
  const rows: [string, string, RegExp][] = [
    ['one level too deep', deepQuery(executionLimits.depth + 1), exceeds('depth')],
    ['too deep with inline fragments', deepInlineQuery(executionLimits.depth + 1), exceeds('depth')],
    ['too deep with fragments', deepFragments, exceeds('depth')],
    ['too costly', costlyQuery(5), exceeds('cost')],
    ['too costly with fragments', costlyFragments, exceeds('cost')],
    ['too costly with fragments that are spread twice', doublingFragments, exceeds('cost')],
    ['one token too many', longQuery(executionLimits.tokens + 1), tooManyTokens],
  ];
  for (const [name, query, message] of rows) {
    await t.test(name, async () => {
      const response = await send(query);
      assert.equal(response.status, 200);
      assertRequestError(response, message);
    });
  }
});

test('executes a document that is exactly at a limit', async (t) => {
  const { send } = await startTestServer(t);
  const rows: [string, string][] = [
    ['depth', deepQuery(executionLimits.depth)],
    ['depth with inline fragments', deepInlineQuery(executionLimits.depth)],
    [
      'depth without introspection fields',
      taxonomiesQuery(nest('{ parent ', ' }', executionLimits.depth - 2, '{ __typename }')),
    ],
    ['cost', costlyQuery(4)],
    ['tokens', longQuery(executionLimits.tokens)],
  ];
  for (const [name, query] of rows) {
    const { errors, data } = await send(query);
    assert.equal(errors, undefined, name);
    assert.ok(data.organization, name);
  }
});

test('rejects thousands of nested levels without reporting a bug', async (t) => {
  const bugs: Error[] = [];
  const { send } = await startTestServer(t, { onBug: (error) => bugs.push(error) });
  const rows: [string, string, RegExp][] = [
    ['selections', nest('{ a', ' }', 6000, ''), /depth|deep|nest|levels/i],
    ['lists in an argument', `{ component(id: ${nest('[', ']', 9000, '')}) { id } }`, /depth|deep|nest|levels|ID/],
    [
      'objects in an argument',
      `{ component(id: ${nest('{ a: ', ' }', 4000, '1')}) { id } }`,
      /depth|deep|nest|levels|ID/,
    ],
  ];
  for (const [name, query, message] of rows) {
    await t.test(name, async () => {
      const response = await send(query);
      assertRequestError(response, message);
      assert.equal(response.status, 200);
    });
  }
  assert.deepEqual(bugs, []);
});
