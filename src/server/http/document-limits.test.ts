import assert from 'node:assert/strict';
import test from 'node:test';
import { type IntrospectionQuery, buildClientSchema, getIntrospectionQuery } from 'graphql';
import { executionLimits } from '../../dialects/specification/server.ts';
import { assertRequestError } from '../../../test/support/assertions.ts';
import { startTestServer } from '../../../test/support/test-server.ts';

const nested = (opened: string, closed: string, times: number, innermost: string): string =>
  `${opened.repeat(times)}${innermost}${closed.repeat(times)}`;
const ofTaxonomies = (selection: string): string => `{ organization { taxonomies ${selection} } }`;
/** Fields within fields, this many levels; one list, so they cost little. */
const deep = (levels: number): string => ofTaxonomies(nested('{ parent ', ' }', levels - 3, '{ id }'));
const deepInline = (levels: number): string => ofTaxonomies(nested('{ ... { parent ', ' } }', levels - 3, '{ id }'));
/** Lists within a list, each ten times the cost of the one before. */
const costly = (lists: number): string => ofTaxonomies(nested('{ children ', ' }', lists, '{ id }'));
/** A document of this many tokens, most of them in one list of texts. */
const long = (tokens: number): string =>
  `{ organization { name { translations(locales: [${'"ca" '.repeat(tokens - 18)}]) { text } } } }`;
/** Fragments F0 to Fn, each made of the next one. */
const chain = (count: number, type: string, link: (next: string) => string, last: string): string =>
  [
    ...Array.from({ length: count }, (_, index) => `fragment F${index} on ${type} { ${link(`...F${index + 1}`)} }`),
    `fragment F${count} on ${type} { ${last} }`,
  ].join('\n');
const costlyFragments = `${ofTaxonomies('{ ...F0 }')} ${chain(5, 'Taxonomy', (next) => `children { ${next} }`, 'id')}`;
const deepFragments = `${ofTaxonomies('{ ...F0 }')} ${chain(28, 'Taxonomy', (next) => `parent { ${next} }`, 'id')}`;
const doubling = `{ ...F0 } ${chain(25, 'Query', (next) => `${next} ${next}`, 'organization { name { locales } }')}`;

const past = (limit: 'depth' | 'cost') =>
  new RegExp(
    `^The document has a ${limit} of more than ${executionLimits[limit]}, which is the most that is answered\\.$`,
  );
const tooLong = new RegExp(
  `^Syntax Error: Document contains more tha[nt] ${executionLimits.tokens} tokens\\. Parsing aborted\\.$`,
);

test('a document past a limit is refused before it runs, and the limit is named', async (t) => {
  const { send } = await startTestServer(t);
  const rows: [string, string, RegExp][] = [
    ['a level too deep', deep(executionLimits.depth + 1), past('depth')],
    ['too deep by inline fragments', deepInline(executionLimits.depth + 1), past('depth')],
    ['too deep by fragments', deepFragments, past('depth')],
    ['too costly', costly(5), past('cost')],
    ['too costly by fragments', costlyFragments, past('cost')],
    ['too costly by one fragment over and over', doubling, past('cost')],
    ['a token too many', long(executionLimits.tokens + 1), tooLong],
  ];
  for (const [name, query, message] of rows) {
    await t.test(name, async () => {
      const answer = await send(query);
      assert.equal(answer.status, 200);
      assertRequestError(answer, message);
    });
  }
});

test('a document up to the limits is answered', async (t) => {
  const { send } = await startTestServer(t);
  const rows: [string, string][] = [
    ['depth', deep(executionLimits.depth)],
    ['depth by inline fragments', deepInline(executionLimits.depth)],
    [
      'depth, introspection not being counted',
      ofTaxonomies(nested('{ parent ', ' }', executionLimits.depth - 2, '{ __typename }')),
    ],
    ['cost', costly(4)],
    ['tokens', long(executionLimits.tokens)],
  ];
  for (const [name, query] of rows) {
    const { errors, data } = await send(query);
    assert.equal(errors, undefined, name);
    assert.ok(data.organization, name);
  }
});

test('a document of thousands of levels is refused, and is no bug', async (t) => {
  const bugs: Error[] = [];
  const { send } = await startTestServer(t, { onBug: (error) => bugs.push(error) });
  const rows: [string, string, RegExp][] = [
    ['selections', nested('{ a', ' }', 6000, ''), /depth|deep|nest|levels/i],
    ['a list in an argument', `{ component(id: ${nested('[', ']', 9000, '')}) { id } }`, /depth|deep|nest|levels|ID/],
    [
      'an object in an argument',
      `{ component(id: ${nested('{ a: ', ' }', 4000, '1')}) { id } }`,
      /depth|deep|nest|levels|ID/,
    ],
  ];
  for (const [name, query, message] of rows) {
    await t.test(name, async () => {
      const answer = await send(query);
      assertRequestError(answer, message);
      assert.equal(answer.status, 200);
    });
  }
  assert.deepEqual(bugs, []);
});

test('a cycle of fragments is refused', async (t) => {
  const { send } = await startTestServer(t);
  const rows: [string, string, RegExp][] = [
    ['of itself', '{ ...A } fragment A on Query { ...A }', /^Cannot spread fragment "A" within itself\.$/],
    [
      'of two, a level deeper each time',
      `${ofTaxonomies('{ ...A }')} fragment A on Taxonomy { children { ...B } } fragment B on Taxonomy { parent { ...A } }`,
      /^Cannot spread fragment "A" within itself via "B"\.$/,
    ],
    [
      'that no operation uses',
      '{ __typename } fragment A on Query { ...B } fragment B on Query { ...A }',
      /^Cannot spread fragment "A" within itself via "B"\.$/m,
    ],
  ];
  for (const [name, query, message] of rows) {
    await t.test(name, async () => assertRequestError(await send(query), message));
  }
});

test('the full introspection is answered, and a client schema can be built of it', async (t) => {
  const { send } = await startTestServer(t);
  const { data, errors } = await send(
    getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, schemaDescription: true }),
  );
  assert.equal(errors, undefined);
  const schema = buildClientSchema(data as IntrospectionQuery);
  assert.deepEqual(Object.keys(schema.getMutationType()!.getFields()), ['component']);
  for (const name of ['RegistrationTypeType', 'TypeOfMeeting', 'AnswerInput', 'ResultAttributes'])
    assert.ok(schema.getType(name), name);
});
