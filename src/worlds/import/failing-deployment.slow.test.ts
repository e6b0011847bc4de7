import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { isCommandError } from '../../../test/support/folders.ts';
import { importFrom, importOptions, startProxy } from '../../../test/support/import-server.ts';
import { importWorld } from './import-world.ts';

/** The values of root fields, or functions of the query that return them; others are null. */
type Answers = Record<string, unknown>;
const timeoutMs = 20_000;

/** Starts a deployment that does not show its schema, and answers each query by its root field. */
const startDeployment = (t: TestContext, answers: Answers) =>
  startProxy(t, undefined, (query) => {
    const root = /^[^{]*\{\s*(\w+)/.exec(query)![1]!;
    const answer = answers[root];
    const value: unknown = typeof answer === 'function' ? (answer as (text: string) => unknown)(query) : answer;
    // JSON has numbers that JavaScript does not.
    return { status: 200, body: JSON.stringify({ data: { [root]: value ?? null } }).replaceAll('"1e999"', '1e999') };
  });

const recordsOf = ({ world }: Awaited<ReturnType<typeof importFrom>>, kind: string) =>
  world.files[`${kind}.json`] ?? [];

/** A space with one component of proposals, which has these proposals. */
const withProposals = (pageOf: (query: string) => unknown): Answers => ({
  participatoryProcesses: [{ id: '1', slug: 'a' }],
  participatoryProcess: {
    id: '1',
    slug: 'a',
    title: { translations: [{ locale: 'en', text: 'A' }] },
    components: [{ __typename: 'Proposals', id: '2', name: { translations: [{ locale: 'en', text: 'P' }] } }],
  },
  component: (query: string) => ({
    id: '2',
    publishedAt: '2026-01-01T00:00:00Z',
    ...(query.includes('nodes') && { proposals: pageOf(query) }),
  }),
});
const proposal = (id: number, members: object = {}) => ({
  id: String(id),
  createdAt: '2026-01-01T00:00:00Z',
  ...members,
});
const endless = (endCursor: (count: number) => string) => {
  let count = 0;
  return () => ({ nodes: [proposal(1)], pageInfo: { hasNextPage: true, endCursor: endCursor((count += 1)) } });
};
const onePage = (...nodes: object[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: 'a' } });

for (const [title, pageOf, reason] of [
  ['the same cursor', endless(() => 'MQ'), /the server sends the cursor MQ twice/],
  ['the same records', endless(String), /no new records/],
] as const)
  test(`a list whose pages never end, with ${title}, is named in the report`, { timeout: timeoutMs }, async (t) => {
    const { url } = await startDeployment(t, withProposals(pageOf));
    const result = await importFrom(t, url);
    assert.equal(recordsOf(result, 'proposals').length, 1);
    assert.match(result.world.problems.join('\n'), reason);
    assert.match(result.world.problems.join('\n'), /^proposals: component 2: /m);
  });

for (const [title, count, expected] of [
  ['a billion', 1e9, 1e9],
  ['more than all numbers', '1e999', 2_147_483_647],
  ['a negative number', -5, undefined],
  ['no number', 'many', undefined],
  ['a fraction', 0.5, undefined],
] as const)
  test(`a count of votes that is ${title} is bounded`, { timeout: timeoutMs }, async (t) => {
    const page = onePage(proposal(1, { voteCount: count, followsCount: count }));
    const { url } = await startDeployment(
      t,
      withProposals(() => page),
    );
    const result = await importFrom(t, url);
    const [{ additionalVotes }] = recordsOf(result, 'proposals') as [{ additionalVotes?: number }];
    assert.equal(additionalVotes, expected);
  });

test('numbers that are none, in a closed meeting, do not keep the import busy', { timeout: timeoutMs }, async (t) => {
  const day = '2026-01-01T00:00:00Z';
  const { url } = await startDeployment(t, {
    ...withProposals(() => null),
    participatoryProcess: { id: '1', slug: 'a', components: [{ __typename: 'Meetings', id: '2' }] },
    component: (query: string) => ({
      id: '2',
      publishedAt: '2026-01-01T00:00:00Z',
      ...(query.includes('nodes') && {
        meetings: onePage(
          proposal(1, {
            startTime: day,
            endTime: day,
            closed: true,
            attendeesCount: 'x',
            closingReport: {},
            remainingSlots: {},
          }),
        ),
      }),
    }),
  });
  const result = await importFrom(t, url);
  assert.equal(recordsOf(result, 'meetings').length, 1, result.report);
});

test(
  'a record at which the server fails whatever is asked for costs that record',
  { timeout: timeoutMs },
  async (t) => {
    const { url } = await startDeployment(
      t,
      withProposals(() => null),
    );
    const failing = await startProxy(t, url, (query) => {
      const [, first, after = '0'] = /first: (\d+)(?:, after: "(\d+)")?/.exec(query) ?? [];
      if (first === undefined) return undefined;
      const ids = [1, 2, 3, 4, 5, 6, 7, 8].slice(Number(after), Number(after) + Number(first));
      if (query.includes('nodes') && ids.includes(3))
        return { status: 500, body: '{"errors":[{"message":"Internal Server error"}],"data":{}}' };
      const pageInfo = { hasNextPage: !ids.includes(8), endCursor: String(ids.at(-1)) };
      return {
        status: 200,
        body: JSON.stringify({
          data: { component: { proposals: { pageInfo, nodes: ids.map((id) => proposal(id)) } } },
        }),
      };
    });
    const result = await importFrom(t, failing.url);
    assert.deepEqual(
      recordsOf(result, 'proposals').map(({ id }) => id),
      [1, 2, 4, 5, 6, 7, 8],
    );
    assert.ok(result.world.problems.includes('proposals: 1 not read: the server fails: Internal Server error'));
    assert.ok(failing.queries.length < 100, `${failing.queries.length} requests`);
  },
);

test('a complexity that allows no page is an error of the deployment', { timeout: timeoutMs }, async (t) => {
  for (const message of ['complexity of 0, limit 0', 'complexity of 5, limit 900', 'complexity of 5, limit 0']) {
    const { url } = await startDeployment(
      t,
      withProposals(() => ({ nodes: [] })),
    );
    const refusing = await startProxy(t, url, (query) =>
      query.includes('nodes') ? { status: 200, body: JSON.stringify({ errors: [{ message }] }) } : undefined,
    );
    const { world } = await importFrom(t, refusing.url);
    assert.ok(world.problems.some((problem) => problem.includes(message)));
    assert.deepEqual(
      refusing.queries.filter((query) => /first: (?![1-9])/.test(query)),
      [],
    );
  }
});

test('times that are none do not end the import', { timeout: timeoutMs }, async (t) => {
  const createdAt = '2026-99-99T99:99:99+99:99';
  const { url } = await startDeployment(
    t,
    withProposals(() => onePage(proposal(1, { createdAt, publishedAt: createdAt }), proposal(2))),
  );
  assert.deepEqual(
    recordsOf(await importFrom(t, url), 'proposals').map(({ id }) => id),
    [2],
  );
});

test(
  'an interruption ends a request that is being sent, and one that is made again and again',
  { timeout: timeoutMs },
  async (t) => {
    for (const answer of [
      // Never ends a response.
      undefined,
      { status: 503, headers: { 'Retry-After': '300' } },
    ]) {
      let interruptedAt = 0;
      const interruption = new AbortController();
      const { url } = await startProxy(t, 'http://127.0.0.1:1', (query) => {
        if (query.includes('__typename\n}')) return { status: 200, body: '{"data":{"__typename":"Query"}}' };
        setTimeout(() => {
          interruptedAt = performance.now();
          interruption.abort();
        }, 20);
        return answer ?? { status: 200, headers: { 'Content-Length': '100' }, body: '{"data":' };
      });
      await assert.rejects(
        importWorld(importOptions(url, { signal: interruption.signal })),
        isCommandError(130, /^interrupted$/),
      );
      assert.ok(performance.now() - interruptedAt < 2000);
    }
  },
);

const text = (value: string) => ({ translations: [{ locale: 'en', text: value }] });

test(
  'the parts of a list are joined by id, and what is in one part only is named',
  { timeout: timeoutMs },
  async (t) => {
    const { url } = await startDeployment(
      t,
      withProposals((query: string) => {
        const isOfBody = query.includes(' body {') && !query.includes(' title {');
        // A proposal was written, and another one deleted, before the part with the bodies was read.
        const ids = isOfBody ? [9, 1, 2] : [1, 2, 3];
        const isAsked = (name: string) => query.includes(` ${name} {`);
        return onePage(
          ...ids.map((id) => ({
            id: String(id),
            ...(isAsked('title') && { title: text(`title ${id}`) }),
            ...(isAsked('body') && { body: text(`body ${id}`) }),
          })),
        );
      }),
    );
    const failing = await startProxy(t, url, (query) =>
      query.includes(' body {') && query.includes(' title {')
        ? { status: 500, body: '{"errors":[{"message":"Internal Server error"}],"data":{}}' }
        : undefined,
    );
    const result = await importFrom(t, failing.url, { keepNames: true });
    const texts = recordsOf(result, 'proposals').map(({ id, title, body }) => [id, title, body]);
    assert.deepEqual(texts.slice(0, 2), [
      [1, { en: 'title 1' }, { en: 'body 1' }],
      [2, { en: 'title 2' }, { en: 'body 2' }],
    ]);
    assert.deepEqual([texts[2]![0], texts[2]![1], texts.length], [3, { en: 'title 3' }, 3]);
    assert.match(result.world.problems.join('\n'), /^proposals: body of 1 not read: the list has changed/m);
  },
);
