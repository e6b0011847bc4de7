import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { buildSchema, execute, parse, validate } from 'graphql';
import { createStandIn } from '../../stand-in/stand-in.ts';
import { createMemoryStore } from '../../../test/support/stores.ts';
import { importFrom, startProxy } from '../../../test/support/import-server.ts';
import { type AnyData, startTestServer } from '../../../test/support/test-server.ts';

/** The schema of an older version: no assemblies, plain texts of comments and groups, no versions, likes or taxonomies. */
const oldSchema = buildSchema(`
  type Query {
    participatoryProcesses: [Process!]!
    participatoryProcess(id: ID!): Process
    component(id: ID!): ComponentInterface
    organization: Organization
  }
  type Organization { name: String! }
  type Process { id: ID! slug: String! title: TranslatedField! components: [ComponentInterface!] }
  type TranslatedField { translations: [LocalizedString!]! }
  type LocalizedString { locale: String! text: String }
  interface ComponentInterface { id: ID! name: TranslatedField! }
  type Proposals implements ComponentInterface {
    id: ID!
    name: TranslatedField!
    proposals(first: Int, after: String): ProposalConnection
  }
  type Sortitions implements ComponentInterface { id: ID! name: TranslatedField! }
  type ProposalConnection { nodes: [Proposal] pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Proposal { id: ID! title: String! body: TranslatedField author: Author position: TranslatedField }
  type Author { id: ID! name: String! }
`);

const texts = (en: string) => ({
  translations: [
    { locale: 'en', text: en },
    { locale: 'fr', text: null },
  ],
});
const proposals = Array.from({ length: 60 }, (_, index) => ({
  id: String(100 + index),
  title: `Proposal ${index}`,
  body: texts('<p>Body</p>'),
  author: index % 2 === 0 ? { id: '7', name: 'Zoe Quill' } : null,
}));
const components = [
  { __typename: 'Proposals', id: '31', name: texts('Ideas') },
  { __typename: 'Sortitions', id: '32', name: texts('Draws') },
  { __typename: 'Proposals', id: '33', name: texts('Empty') },
];

/** The most records on a page. */
const maxPageSize = 20;

/** A page of the proposals of a component. */
const listOf =
  (id: string) =>
  ({ first, after }: { first: number; after?: string }) => {
    const all = id === '31' ? proposals : [];
    const start = after === undefined ? 0 : Number(after);
    const nodes = all.slice(start, start + Math.min(first, maxPageSize));
    const end = start + nodes.length;
    return { nodes, pageInfo: { hasNextPage: end < all.length, endCursor: nodes.length > 0 ? String(end) : null } };
  };

/** Starts a server of the older version, and collects the errors of the documents that it refuses. */
async function startOldServer(t: TestContext) {
  const process = { id: '4', slug: 'park', title: texts('Park'), components };
  const rootValue = {
    participatoryProcesses: [process],
    participatoryProcess: process,
    organization: { name: 'Old Town' },
    component: ({ id }: { id: string }) => ({ ...components.find((each) => each.id === id), proposals: listOf(id) }),
  };
  const refused: unknown[] = [];
  const { url } = await startProxy(t, undefined, (query) => {
    const document = parse(query);
    const errors = validate(oldSchema, document);
    // The release is found by requests that are refused.
    if (!query.includes('plenumPreflight')) refused.push(...errors);
    const body = errors.length > 0 ? { errors } : execute({ schema: oldSchema, document, rootValue });
    return { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  });
  return { url, refused };
}

function assertOldTown({ files }: { files: Record<string, AnyData[]> }): void {
  assert.deepEqual(
    files['organization.json']!.map(({ name, locales }: AnyData) => [name, locales]),
    [[{ en: 'Old Town' }, ['en', 'fr']]],
  );
  assert.deepEqual(
    files['components.json']!.map(({ id, kind }: AnyData) => [id, kind]),
    [
      [31, 'proposals'],
      [33, 'proposals'],
    ],
  );
  assert.equal(files['proposals.json']!.length, 60);
  const { title, body, authorIds, position } = files['proposals.json']![1]!;
  assert.deepEqual([title, body, position], [{ en: 'Proposal 1' }, { en: '<p>Body</p>', fr: '' }, undefined]);
  assert.deepEqual(authorIds ?? [], []);
}

test('by introspection, what an older schema has is read, and nothing is asked that it lacks', async (t) => {
  const { url, refused } = await startOldServer(t);
  const { world } = await importFrom(t, url);
  assertOldTown(world);
  assert.deepEqual(refused, []);
  assert.ok(world.problems.some((problem) => problem.includes('Sortitions')));
});

for (const dialect of ['decidim-0.31', 'decidim-0.32'] as const)
  test(`without introspection, what ${dialect} has is read, and nothing is asked that it lacks`, async (t) => {
    const town = await createStandIn({ dialect, world: 'town' });
    t.after(() => town.close());
    const proxy = await startProxy(t, town.url, () => undefined);
    const { world, report } = await importFrom(t, proxy.url);
    assert.match(report, new RegExp(`\\nSchema: that of ${dialect}\\n`));
    assert.deepEqual(
      world.problems.filter((each) => /exist|accept|selection/.test(each)),
      [],
    );
    assert.ok(world.files['proposals.json']!.length > 10);
  });

test('a page is made smaller until the server accepts it', async (t) => {
  const upstream = await startTestServer(t);
  const { url, queries } = await startProxy(t, upstream.url, (query) => {
    const first = Number(/first: (\d+)/.exec(query)?.[1] ?? 0);
    if (first <= 3) return undefined;
    const message = `Query has complexity of ${first * 1000}, which exceeds max complexity of 5000`;
    return { status: 200, body: JSON.stringify({ errors: [{ message }] }) };
  });
  const { world } = await importFrom(t, url);
  const plain = await importFrom(t, upstream.url);
  assert.deepEqual(world.files, plain.world.files);
  assert.ok(queries.length < 100, `${queries.length} requests`);
});

test('a field at which the server fails is left out, and the rest is read', async (t) => {
  const upstream = await startTestServer(t, {
    store: createMemoryStore(new URL('../../../fixtures/worlds/demo', import.meta.url).pathname),
  });
  const { url } = await startProxy(t, upstream.url, (query) =>
    /\baddress\b/.test(query) ? { status: 500, body: 'Internal Server Error' } : undefined,
  );
  const { world } = await importFrom(t, url);
  const [meeting] = world.files['meetings.json']!;
  assert.deepEqual(
    [meeting!['address'], meeting!['title']],
    [undefined, { en: 'Opening assembly', ca: 'Opening assembly (ca)' }],
  );
  assert.ok(
    world.problems.some((each) => /^meetings: address of \d+ not read: the server answers with status 500/.test(each)),
    world.problems.join('\n'),
  );
});
