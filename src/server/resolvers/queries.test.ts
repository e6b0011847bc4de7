import assert from 'node:assert/strict';
import test from 'node:test';
import { assertGraphQLError } from '../../../test/support/assertions.ts';
import { type Actor, startTestServer } from '../../../test/support/test-server.ts';

test('a space lists its components', async (t) => {
  const { send, url } = await startTestServer(t);
  const { data } = await send(`{ participatoryProcess(slug: "city-budget") { id url weight startDate endDate reference
    subtitle { translation(locale: "ca") } title { locales translation es: translation(locale: "es") }
    components { __typename id url weight visible name { translation } participatorySpace { __typename id } } } }`);
  const process = data.participatoryProcess;
  const space = `${new URL(url).origin}/en/processes/city-budget`;
  const kinds = process.components.map(({ __typename, id, url: page }: Record<string, string>) => [
    __typename,
    id,
    page,
  ]);
  assert.deepEqual(kinds, [
    ['Proposals', '1', `${space}/f/1/proposals`],
    ['Meetings', '2', `${space}/f/2/meetings`],
    ['Meetings', '3', `${space}/f/3/meetings`],
    ['Accountability', '4', `${space}/f/4/`],
    ['Pages', '6', `${space}/f/6/`],
    ['Proposals', '8', `${space}/f/8/proposals`],
    ['Proposals', '9', `${space}/f/9/proposals`],
    ['Budgets', '10', `${space}/f/10/budgets`],
  ]);
  assert.deepEqual(process.components[1].participatorySpace, { __typename: 'ParticipatorySpace', id: '1' });
  assert.deepEqual(process.title, { locales: ['en', 'ca'], translation: 'City budget', es: null });
  assert.deepEqual(
    [process.url, process.weight, process.startDate, process.endDate],
    [space, 1, '2026-01-01', '2027-12-31'],
  );
  assert.match(process.reference, /^TH-PART-\d{4}-\d\d-1$/);
  assert.equal(process.subtitle.translation, 'City budget, in short (ca)');
});

test('the fields of records return their stored values', async (t) => {
  const { send } = await startTestServer(t);
  const { data, errors } = await send(`{
    proposals: component(id: 1) { ... on Proposals { proposals { nodes { id state author { name } authorsCount } }
      proposal(id: 1) { title { translation } body { translation } reference } } }
    meetings: component(id: 2) { ... on Meetings { meeting(id: 3) { closed closedAt registrationForm { id }
      registrationFormEnabled iframeAccessLevel author { nickname profilePath organizationName { translation } } } } }
    accountability: component(id: 4) { ... on Accountability { statuses { id key results { id } } status(id: 1) { progress }
      results { nodes { id progress parent { id } } } } }
    budgets: component(id: 10) { ... on Budgets { budgets { nodes { id } } budget(id: 1) { total_budget url
      projects { id url reference } } } }
    organization { name { translation(locale: "ca") } taxonomies { id isRoot childrenCount children { id children { id parent { id } } } } }
  }`);
  assert.equal(errors, undefined);
  const { proposals, meetings, accountability, budgets, organization } = data;
  assert.deepEqual(proposals.proposals.nodes, [
    { id: '1', state: null, author: { name: 'Participant' }, authorsCount: 1 },
    { id: '2', state: null, author: { name: 'Participant' }, authorsCount: 1 },
  ]);
  assert.equal(proposals.proposal.title.translation, 'More bicycle lanes');
  assert.deepEqual(meetings.meeting, {
    closed: true,
    closedAt: '2026-02-11T18:00:00+00:00',
    registrationForm: { id: '3' },
    registrationFormEnabled: true,
    iframeAccessLevel: 'ALL',
    author: {
      nickname: '@member-key',
      profilePath: '/en/profiles/member-key',
      organizationName: { translation: 'Town Hall' },
    },
  });
  assert.deepEqual(accountability.statuses, [{ id: '1', key: 'in_progress', results: [{ id: '1' }] }]);
  assert.deepEqual(accountability.results.nodes, [
    { id: '1', progress: 100, parent: null },
    { id: '2', progress: 100, parent: { id: '1' } },
  ]);
  assert.equal(accountability.status.progress, 50);
  assert.equal(budgets.budget.total_budget, 100_000);
  assert.match(budgets.budget.projects[0].url, /\/f\/10\/budgets\/1\/projects\/1$/);
  assert.deepEqual(organization, {
    name: { translation: 'Town Hall (ca)' },
    taxonomies: [
      {
        id: '1',
        isRoot: true,
        childrenCount: 2,
        children: [
          { id: '2', children: [{ id: '4', parent: { id: '2' } }] },
          { id: '3', children: [] },
        ],
      },
    ],
  });
});

test('unknown and unpublished components are null; those of a restricted space are unauthorized', async (t) => {
  const { send } = await startTestServer(t);
  const read = (id: unknown, actor: Actor = 'admin') =>
    send('query($id: ID!) { component(id: $id) { id } }', { id }, actor);
  for (const id of [99999, 5, 'x', '', '2x', -1]) {
    assert.deepEqual(await read(id), { status: 200, data: { component: null } });
  }
  for (const actor of ['anonymous', 'member'] as const) {
    const response = await read(7, actor);
    assertGraphQLError(response, 'UNAUTHORIZED_OBJECT_ERROR', ['component'], { component: null });
    assert.match(response.errors![0]!.message, / Meetings /);
  }
});

test('administrators see restricted spaces and unpublished components', async (t) => {
  const { send } = await startTestServer(t);
  const query =
    '{ component(id: 7) { id } participatoryProcesses { id components { id } } participatoryProcess(id: 2) { slug } }';
  const { data, errors } = await send(query, {}, 'admin');
  assert.equal(errors, undefined);
  const components = data.participatoryProcesses.map((process: { components: { id: string }[] }) =>
    process.components.map(({ id }) => id).join(' '),
  );
  assert.deepEqual(components, ['1 2 3 4 5 6 8 9 10', '7']);
  assert.deepEqual([data.component, data.participatoryProcess], [{ id: '7' }, { slug: 'restricted-space' }]);
});

test('unknown records are not found', async (t) => {
  const { send } = await startTestServer(t);
  for (const [componentId, type, field, id] of [
    [1, 'Proposals', 'proposal', 4],
    [1, 'Proposals', 'proposal', 3],
    [2, 'Meetings', 'meeting', 9999],
    [4, 'Accountability', 'result', 99],
    [4, 'Accountability', 'status', 99],
    [10, 'Budgets', 'budget', 99],
  ]) {
    const response = await send(`{ component(id: ${componentId}) { ... on ${type} { ${field}(id: ${id}) { id } } } }`);
    assertGraphQLError(response, 'NOT_FOUND_ERROR', ['component', `${field}`], { component: { [`${field}`]: null } });
  }
});

test('participatoryProcess returns the first public process that matches the id and slug', async (t) => {
  const { send } = await startTestServer(t);
  for (const args of ['', '(id: 1)', '(slug: "city-budget")', '(id: "1", slug: "city-budget")']) {
    const { data } = await send(`{ participatoryProcess${args} { id } participatoryProcesses { id } }`);
    assert.deepEqual(data, { participatoryProcess: { id: '1' }, participatoryProcesses: [{ id: '1' }] });
  }
  for (const args of ['(id: 2)', '(slug: "restricted-space")', '(slug: "nope")', '(id: 1, slug: "nope")']) {
    const response = await send(`{ participatoryProcess${args} { id } }`, {}, 'member');
    assertGraphQLError(response, 'NOT_FOUND_ERROR', ['participatoryProcess'], { participatoryProcess: null });
  }
});

test('a translation in an unknown locale is null', async (t) => {
  const { send } = await startTestServer(t);
  for (const locale of ['xx', '', 'EN', 'constructor', 'toString', '__proto__']) {
    const { data, errors } = await send('query($l: String!) { organization { name { translation(locale: $l) } } }', {
      l: locale,
    });
    assert.deepEqual([data, errors], [{ organization: { name: { translation: null } } }, undefined], locale);
  }
});

test('session returns the user of the token', async (t) => {
  const { send } = await startTestServer(t);
  const query = '{ session { user { id name nickname deleted } } }';
  assert.deepEqual((await send(query)).data, { session: null });
  assert.deepEqual((await send(query, {}, 'member')).data.session.user, {
    id: '2',
    name: 'Member robot',
    nickname: '@member-key',
    deleted: false,
  });
});

test('connections return pages', async (t) => {
  const { send } = await startTestServer(t);
  const page = async (args: string) => {
    const { data } = await send(`{ component(id: 2) { ... on Meetings { meetings${args} { nodes { id }
      edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }`);
    const { nodes, edges, pageInfo } = data.component.meetings;
    assert.deepEqual(
      edges.map((edge: { node: object }) => edge.node),
      nodes,
    );
    assert.deepEqual(
      [edges[0]?.cursor ?? null, edges.at(-1)?.cursor ?? null],
      [pageInfo.startCursor, pageInfo.endCursor],
    );
    const ids = nodes.map(({ id }: { id: string }) => id).join(' ');
    return [ids, pageInfo.hasPreviousPage, pageInfo.hasNextPage, pageInfo.startCursor];
  };
  for (const [args, expected] of [
    ['', ['1 2 3 4', false, false, 'MQ']],
    ['(first: 2)', ['1 2', false, true, 'MQ']],
    ['(first: 2, after: "Mg")', ['3 4', true, false, 'Mw']],
    ['(last: 1)', ['4', true, false, 'NA']],
    ['(last: 2, before: "NA")', ['2 3', true, true, 'Mg']],
    ['(first: 3, last: 1)', ['3', true, true, 'Mw']],
    ['(first: 100)', ['1 2 3 4', false, false, 'MQ']],
    ['(first: 0)', ['', false, true, null]],
    ['(first: -1)', ['', false, true, null]],
    ['(after: "OTk")', ['', true, false, null]],
    ['(before: "MQ")', ['', false, true, null]],
  ] as const) {
    await t.test(`meetings${args}`, async () => assert.deepEqual(await page(args), expected));
  }
  const { data, errors } = await send(
    '{ component(id: 2) { ... on Meetings { meetings(after: "zzz!") { nodes { id } } } } }',
  );
  assert.deepEqual(
    errors!.map(({ message, path }) => [message, path]),
    [['Invalid input: "zzz!"', ['component', 'meetings', 'nodes']]],
  );
  assert.deepEqual(data, { component: { meetings: { nodes: null } } });
});
