import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { isCommandError } from '../../../test/support/folders.ts';
import { startProxy } from '../../../test/support/import-proxy.ts';
import { importFrom, importOptions } from '../../../test/support/import-run.ts';
import { importWorld } from './import-world.ts';
import { limits } from './source.ts';

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
const commentWithReplies = (id: number) =>
  proposal(id, { body: 'x', author: { id: '5', name: 'Ada' }, hasComments: true });
const onePage = (...nodes: object[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: 'a' } });

test(
  'a blocked user without an id, or with an id that is no number, is reported',
  { timeout: timeoutMs },
  async (t) => {
    const userIds = [undefined, 'abc', null, {}, -1, 1e300, '99999999999999999999'];
    const { url } = await startDeployment(t, {
      moderatedUsers: [
        ...userIds.map((userId, index) => ({ id: index + 1, userId, about: 'x' })),
        { id: 9, userId: 77 },
      ],
    });
    const result = await importFrom(t, url);
    assert.ok(recordsOf(result, 'users').some(({ id, blocked }) => id === 77 && blocked === true));
    assert.equal(result.world.problems.filter((problem) => problem.includes('have blocked')).length, userIds.length);
  },
);

test('replies that form a cycle are read once', { timeout: timeoutMs }, async (t) => {
  const { url, queries } = await startDeployment(t, {
    ...withProposals(() => onePage(proposal(1, { comments: [commentWithReplies(1)] }))),
    commentable: (query: string) => ({ comments: [commentWithReplies(query.includes('id: "1"') ? 2 : 1)] }),
  });
  const result = await importFrom(t, url);
  assert.deepEqual(
    recordsOf(result, 'comments').map(({ id, commentable }) => [id, commentable]),
    [
      [1, 'proposals/1'],
      [2, 'comments/1'],
    ],
  );
  assert.ok(queries.length < 100, `${queries.length} queries`);
});

test('replies without an end are read to a depth', { timeout: timeoutMs }, async (t) => {
  let last = 0;
  const comment = () => commentWithReplies((last += 1));
  const { url } = await startDeployment(t, {
    ...withProposals(() => onePage(proposal(1, { comments: [comment()] }))),
    commentable: () => ({ comments: [comment()] }),
  });
  const result = await importFrom(t, url);
  assert.equal(recordsOf(result, 'comments').length, limits.commentDepth + 1);
  assert.ok(result.world.problems.some((problem) => /deeper than \d+ comments/.test(problem)));
});

test('long URLs and texts are read in a time that grows with their length', { timeout: timeoutMs }, async (t) => {
  const [url, cost] = ['a'.repeat(900_000), '1'.repeat(900_000)];
  const spaces = `Ada${' '.repeat(400_000)}`;
  const { url: deployment } = await startDeployment(t, {
    ...withProposals(() =>
      onePage(
        proposal(1, {
          attachments: [{ id: '1', url, type: 'pdf' }],
          cost,
          reference: `${'-PROP-2026-01-1'.repeat(50_000)}x`,
          title: { translations: [{ locale: 'en', text: `${'1 '.repeat(300_000)}a@${'a.'.repeat(100_000)}` }] },
          authors: [{ id: '5', name: spaces, nickname: url }],
        }),
      ),
    ),
    staticPages: [{ id: '1', url: `/pages/${url}`, title: { translations: [{ locale: 'en', text: url }] } }],
  });
  const result = await importFrom(t, deployment, { keepNames: false });
  assert.equal(recordsOf(result, 'proposals').length, 1);
});

test(
  'a text full of first names is anonymized in a time that grows with its length',
  { timeout: timeoutMs },
  async (t) => {
    const authors = Array.from({ length: 8000 }, (_, index) => ({ id: String(index + 1), name: `Ada Lemos ${index}` }));
    const { url } = await startDeployment(
      t,
      withProposals(() =>
        onePage(
          proposal(1, {
            authors,
            title: { translations: [{ locale: 'en', text: `${'ada '.repeat(200_000)}Ada Lemos 7999` }] },
          }),
        ),
      ),
    );
    const result = await importFrom(t, url, { keepNames: false });
    const [{ title }] = recordsOf(result, 'proposals') as [{ title: { en: string } }];
    assert.doesNotMatch(title.en, /Lemos/);
  },
);

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
  'pages that lead to each other, and pages without an end, are not read forever',
  { timeout: timeoutMs },
  async (t) => {
    let last = 0;
    for (const pageOf of [
      (query: string) => ({
        nodes: [proposal((last += 1))],
        pageInfo: { hasNextPage: true, endCursor: query.includes('after: "a"') ? 'b' : 'a' },
      }),
      () => ({ nodes: [], pageInfo: { hasNextPage: true, endCursor: String((last += 1)) } }),
      () => ({ nodes: [proposal(1)], pageInfo: { hasNextPage: true, endCursor: String((last += 1)) } }),
    ]) {
      const { url, queries } = await startDeployment(t, withProposals(pageOf));
      const { world } = await importFrom(t, url);
      assert.ok(world.problems.some((problem) => problem.includes('repeats a page')));
      assert.ok(queries.length < 300, `${queries.length} queries`);
    }
  },
);

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

test('a page with more records than were asked for is cut', { timeout: timeoutMs }, async (t) => {
  const nodes: unknown[] = Array.from({ length: 500_000 }, () => null);
  const { url, queries } = await startDeployment(
    t,
    withProposals(() => ({ nodes, pageInfo: { hasNextPage: false } })),
  );
  await importFrom(t, url);
  assert.ok(queries.length < 1000, `${queries.length} queries`);
});

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

test('members with the names of inherited ones are not read', { timeout: timeoutMs }, async (t) => {
  const odd = { toString: 5, valueOf: 5, constructor: null };
  const { url } = await startDeployment(t, {
    ...withProposals(() => onePage(proposal(1, { state: odd, reference: odd, createdAt: odd, title: odd, cost: odd }))),
    organization: { name: odd, taxonomies: [{ id: odd, name: odd }] },
    staticPages: [{ id: '1', url: odd, slug: odd }],
    users: [{ id: '1', name: odd, nickname: odd, avatarUrl: odd, badge: odd }],
    session: { user: odd },
  });
  await importFrom(t, url);
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

test('after its time, an import ends with what it has', { timeout: timeoutMs }, async (t) => {
  let last = 0;
  const endless = () => ({ nodes: [proposal((last += 1))], pageInfo: { hasNextPage: true, endCursor: String(last) } });
  const { url } = await startDeployment(t, withProposals(endless));
  const result = await importFrom(t, url, { maxMinutes: 0.01 });
  assert.ok(recordsOf(result, 'proposals').length > 0);
  assert.match(
    result.report,
    /the import stopped before it had read everything: it has taken as long as --max-minutes/,
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
