import assert from 'node:assert/strict';
import test from 'node:test';
import type { AnyData } from '../../test/support/test-server.ts';
import { type StandIn, createStandIn } from './stand-in.ts';

async function ask({ url }: StandIn, query: string): Promise<{ status: number; data: AnyData }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const { data } = (await response.json()) as { data: AnyData };
  return { status: response.status, data };
}

const inComponent = (id: number, selection: string): string => `{ component(id: ${id}) { ... on ${selection} } }`;
const person = '{ id name }';
const comments = `comments { author ${person} }`;

/** The lists that most clients ask for. */
const lists = [
  `Proposals { proposals { nodes { author ${person} authors ${person} likes ${person} ${comments} } } }`,
  `Meetings { meetings { nodes { author ${person} ${comments} } } }`,
  `Accountability { results { nodes { ${comments} } } }`,
  `Debates { debates { nodes { author ${person} likes ${person} ${comments} } } }`,
  `Blogs { posts { nodes { author ${person} likes ${person} ${comments} } } }`,
];

/** The component of the town in which an API user wrote a comment in 0.31, too. */
const ofApiUser = 19;

for (const world of ['demo', 'town'])
  test(`the lists of the ${world} are of people in 0.31, which fails at API users`, async (t) => {
    const standIn = await createStandIn({ dialect: 'decidim-0.31', world });
    t.after(() => standIn.close());
    for (const list of lists)
      for (let id = 1; id <= 22; id += 1) {
        const { status } = await ask(standIn, inComponent(id, list));
        const fails = world === 'town' && id === ofApiUser && list.startsWith('Debates');
        assert.equal(status, fails ? 500 : 200, `${id} ${list}`);
      }
  });

test('a list of the town has pages', async (t) => {
  const town = await createStandIn({ dialect: 'decidim-0.32', world: 'town' });
  t.after(() => town.close());
  const ids: string[] = [];
  let [after, requests] = ['', 0];
  for (let hasNextPage = true; hasNextPage; requests += 1) {
    const query = inComponent(
      15,
      `Blogs { posts(after: "${after}") { nodes { id } pageInfo { hasNextPage endCursor } } }`,
    );
    const { nodes, pageInfo } = (await ask(town, query)).data.component.posts;
    ids.push(...nodes.map(({ id }: { id: string }) => id));
    ({ hasNextPage, endCursor: after } = pageInfo);
  }
  assert.ok(requests > 1 && ids.length > 50, `${ids.length} in ${requests} pages`);
  assert.equal(new Set(ids).size, ids.length);
});
