import assert from 'node:assert/strict';
import test from 'node:test';
import type { AnyData } from '../../test/support/test-server.ts';
import { type StandIn, createStandIn } from './stand-in.ts';

async function ask({ url }: StandIn, query: string): Promise<{ status: number; reason: string | null; data: AnyData }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const { data } = (await response.json()) as { data: AnyData };
  return { status: response.status, reason: response.headers.get('x-plenum-reason'), data };
}

const inComponent = (id: number, selection: string): string => `{ component(id: ${id}) { ... on ${selection} } }`;
const person = '{ id name }';
const comments = `comments { author ${person} }`;

/** The lists that most clients ask for, and whether API users wrote or liked some of their records. */
const lists: [query: string, isOfApiUsers: boolean][] = [
  [inComponent(1, `Proposals { proposals { nodes { author ${person} } } }`), false],
  [inComponent(1, `Proposals { proposals { nodes { likes ${person} } } }`), true],
  [inComponent(1, `Proposals { proposals { nodes { ${comments} } } }`), true],
  [inComponent(2, `Meetings { meetings { nodes { author ${person} } } }`), true],
  [inComponent(2, `Meetings { meetings { nodes { ${comments} } } }`), false],
  [inComponent(3, `Accountability { results { nodes { ${comments} } } }`), false],
  [inComponent(5, `Debates { debates { nodes { author ${person} likes ${person} ${comments} } } }`), true],
  [inComponent(6, `Blogs { posts { nodes { author ${person} likes ${person} ${comments} } } }`), true],
];

test('the lists of the town that are status 500 in 0.31 because of API users are not when these are people', async (t) => {
  const town = await createStandIn({ dialect: 'decidim-0.31', world: 'town' });
  t.after(() => town.close());
  for (const [query, isOfApiUsers] of lists) {
    const { status, reason } = await ask(town, query);
    assert.deepEqual([status, reason], isOfApiUsers ? [500, 'an API user has no type'] : [200, null], query);
  }
  for (const id of [2, 3]) await town.records.update('users', id, { key: null });
  for (const [query] of lists) assert.equal((await ask(town, query)).status, 200, query);
});

test('with generated records, a list of the town has pages', async (t) => {
  const town = await createStandIn({ dialect: 'decidim-0.32', base: 'town', generate: { proposals: 400 } });
  t.after(() => town.close());
  const ids: string[] = [];
  let [after, requests] = ['', 0];
  for (let hasNextPage = true; hasNextPage; requests += 1) {
    const query = inComponent(
      17,
      `Proposals { proposals(after: "${after}") { nodes { id } pageInfo { hasNextPage endCursor } } }`,
    );
    const { nodes, pageInfo } = (await ask(town, query)).data.component.proposals;
    ids.push(...nodes.map(({ id }: { id: string }) => id));
    ({ hasNextPage, endCursor: after } = pageInfo);
  }
  assert.ok(requests > 1 && ids.length > 50, `${ids.length} in ${requests} pages`);
  assert.equal(new Set(ids).size, ids.length);
});
