import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { RecordedExchange, RecordedResponse } from '../../src/client/recording.ts';
import { createStandIn } from '../../src/index.ts';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import { terminalReport } from '../reports/terminal.ts';
import { exitCodeOf } from '../verdict.ts';
import { compareResponses } from './compare.ts';
import { replayRecordings } from './replay.ts';

const json = { 'content-type': 'application/json' };
const utf8 = { 'content-type': 'application/json; charset=utf-8' };
const exchange = (order: number, query: string, response: Partial<RecordedResponse>, more = {}): RecordedExchange => ({
  name: `mine/${order}`,
  order,
  actor: 'anonymous',
  request: { method: 'POST', path: '/api', headers: json, json: { query } },
  response: { status: 200, headers: utf8, ...response },
  ...more,
});
const typename = exchange(1, '{ __typename }', { json: { data: { __typename: 'Query' } } });

function folderOf(t: TestContext, exchanges: unknown[], settings: object = {}): string {
  const folder = createTemporaryFolder(t);
  writeFileSync(join(folder, 'mine.json'), JSON.stringify(exchanges));
  writeFileSync(join(folder, 'replay.json'), JSON.stringify(settings));
  return folder;
}

test('a response that differs fails the run, unless a waiver names it', async (t) => {
  const wrong = exchange(2, '{ __typename }', { status: 500, json: { data: { __typename: 'nonsense' } } });
  const { results, ...report } = await replayRecordings([folderOf(t, [typename, wrong])]);
  assert.deepEqual([exitCodeOf({ results, ...report }), report.verdict], [1, 'differences']);
  assert.deepEqual(
    results.map(({ outcome, exchanges }) => [outcome, ...exchanges.flatMap(({ differences }) => differences)]),
    [
      ['passed'],
      [
        'failed',
        { path: 'status', expected: 500, actual: 200 },
        { path: 'body.data.__typename', expected: 'nonsense', actual: 'Query' },
      ],
    ],
  );
  const settings = { waivers: [{ id: 'mine/2', reason: 'It was planted.' }] };
  const waived = await replayRecordings([folderOf(t, [typename, wrong], settings)]);
  assert.deepEqual([exitCodeOf(waived), waived.results[1]!.outcome], [0, 'waived']);
});

test('a write that the mode does not send makes later reads of its component impossible', async (t) => {
  const vote = exchange(
    1,
    'mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) { vote { id } } } } }',
    { json: { data: { component: { proposal: { vote: { id: '1' } } } } } },
  );
  const read = exchange(2, '{ component(id: 1) { id } }', { json: { data: { component: { id: '1' } } } });
  const other = exchange(3, '{ component(id: 2) { id } }', { json: { data: { component: { id: '2' } } } });
  const settings = { dialect: 'decidim-0.32' };
  const report = await replayRecordings([folderOf(t, [vote, read, other], settings)], { mode: 'observe' });
  assert.deepEqual(
    report.results.map(({ outcome }) => outcome),
    ['could not run', 'could not run', 'passed'],
  );
  assert.equal(exitCodeOf(report), 3);
  assert.match(report.sentence, /^No difference in 1 exchange of observe mode \(2 need writing\)/);
});

test('a request whose id is an object is replayed', async (t) => {
  const object = exchange(1, '{ component(id: { a: 1 }) { id } }', { status: 200, json: { data: null } });
  const [result] = (await replayRecordings([folderOf(t, [object], { dialect: 'decidim-0.32' })])).results;
  assert.equal(result!.outcome, 'failed');
});

test('a target file can be that of another address, which gets the requests with its ids', async (t) => {
  const standIn = await createStandIn();
  t.after(() => standIn.close());
  const folder = createTemporaryFolder(t);
  const file = join(folder, 'target.json');
  // Proposals are in component 1 of the demo world, in which the recording was made.
  const target = { url: 'http://127.0.0.1:9/api', dialect: 'specification', placeholders: { proposals: '2' } };
  writeFileSync(file, JSON.stringify(target));
  const read = exchange(1, '{ component(id: 1) { id } }', { json: { data: { component: { id: '1' } } } });
  const { results } = await replayRecordings([folderOf(t, [read], { world: 'demo' })], {
    targetFile: file,
    url: standIn.url,
  });
  assert.equal(results[0]!.outcome, 'passed');
  assert.match(results[0]!.exchanges[0]!.request.body!, /component\(id: .{1,3}2/);
  assert.equal(await standIn.requests.count({ match: { coordinate: 'Query.component' } }), 1);
});

test('a HAR file is replayed without what identified the user', async (t) => {
  const headers = [
    { name: 'Cookie', value: 'session=0123456789abcdef' },
    { name: 'Authorization', value: 'Bearer admin-token' },
  ];
  const query = JSON.stringify({ query: '{ session { user { id } } }' });
  const entry = (user: object | null, more = {}) => ({
    request: { method: 'POST', url: 'https://town.example/api', headers, postData: { text: query }, ...more },
    response: {
      status: 200,
      content: { mimeType: 'application/json', text: JSON.stringify({ data: { session: user && { user } } }) },
    },
  });
  const folder = createTemporaryFolder(t);
  const file = join(folder, 'browser.har');
  // Only a folder of recordings has records that are added.
  cpSync('fixtures/worlds/demo', join(folder, 'world'), { recursive: true });
  const entries = [entry(null), entry(null, { method: 'GET' }), entry(null, { url: 'https://town.example/other' })];
  writeFileSync(file, JSON.stringify({ log: { entries } }));
  const anonymous = await replayRecordings([file]);
  assert.deepEqual(
    anonymous.results.map(({ id, outcome }) => [id, outcome]),
    [
      ['browser/har/1-request', 'passed'],
      // The path of an API is not always /api.
      ['browser/har/2-request', 'passed'],
    ],
  );
  writeFileSync(file, JSON.stringify({ log: { entries: [entry({ id: '2' })] } }));
  const [asMember] = (await replayRecordings([file], { as: 'member' })).results;
  assert.equal(asMember!.outcome, 'passed', JSON.stringify(asMember!.exchanges));
  // A report shows who sent the request, and no token.
  const { actor, request } = asMember!.exchanges[0]!;
  assert.deepEqual([actor, request.headers['authorization']], ['member', 'Bearer $PLENUM_MEMBER_TOKEN']);
  writeFileSync(file, JSON.stringify({ log: { entries: entries.slice(1, 2) } }));
  await assert.rejects(replayRecordings([file]), isCommandError(2, 'has no request to a GraphQL API'));
});

test('what only another release has is not applicable, and a second dialect is compared', async (t) => {
  const withdrawn = exchange(1, '{ component(id: 2) { ... on Proposals { createdAt } } }', {
    json: { data: { component: {} } },
  });
  const folder = folderOf(t, [withdrawn, { ...typename, order: 2, name: 'mine/2' }], { dialect: 'decidim-0.32' });
  const older = await replayRecordings([folder], { dialect: 'decidim-0.31' });
  assert.deepEqual(
    older.results.map(({ outcome, reason }) => [outcome, reason]),
    [
      [
        'not applicable',
        'it differs by release: decidim-0.31 does not have what the document uses: Proposals.createdAt',
      ],
      ['passed', undefined],
    ],
  );
  const wrong = { ...typename, response: { ...typename.response, status: 500 } };
  const against = await replayRecordings([folderOf(t, [wrong])], { against: 'decidim-0.32' });
  assert.deepEqual(
    against.results[0]!.exchanges[0]!.differences.map(({ path }) => path),
    [],
  );
});

test('the sides of a comparison are named, and what the later release newly accepts is no failure', async (t) => {
  const author = '{ component(id: 19) { ... on Debates { debate(id: 6) { comments { author { name } } } } } }';
  const answer = `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) {
    answer(input: { attributes: { state: "nope" } }) { state } } } } }`;
  const refused = { ...exchange(2, answer, { json: { data: null } }), actor: 'admin' };
  const page = {
    ...exchange(3, '', { text: 'a page' }),
    request: { method: 'GET', path: '/api/sign_out', headers: {} },
  };
  const folder = folderOf(t, [exchange(1, author, { json: { data: {} } }), refused, page]);
  for (const [dialect, against] of [
    ['decidim-0.31', 'decidim-0.32'],
    ['decidim-0.32', 'decidim-0.31'],
  ] as const) {
    const report = await replayRecordings([folder], { dialect, against, world: 'town' });
    // 0.31 fails at an author who is an API user.
    assert.deepEqual(
      report.results.map(({ outcome, change }) => [outcome, change]),
      [
        ['affected', 'better'],
        ['failed', 'other'],
        ['passed', undefined],
      ],
    );
    assert.deepEqual(report.sides, { expected: against, received: dialect });
    assert.equal(exitCodeOf(report), 1);
    const text = terminalReport(report);
    assert.match(text, /✘ Responses differ: 1 passed, 1 better, 1 failed/);
    assert.match(text, new RegExp(`^ +${dialect}: nothing$|^ +${against}: nothing$`, 'm'));
  }
});

test('a stand-in records what it answers, without credentials, and the recording replays', async (t) => {
  const file = join(createTemporaryFolder(t), 'recording.json');
  const standIn = await createStandIn({ dialect: 'decidim-0.32', record: file });
  const send = async (body: object, token: string, path = '/api') => {
    const headers = { ...json, ...(token && { authorization: `Bearer ${token}` }), cookie: 'id=0123456789abcdef0123' };
    return (await standIn.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const credentials = { key: 'member-key', secret: 'member-secret-0123456789' };
  await send({ query: '{ organization { name { translation(locale: "ca") } } }' }, '');
  const { jwt_token: token } = (await send({ api_user: credentials }, '', '/api/sign_in')) as { jwt_token: string };
  await send({ query: '{ session { user { id } } }' }, token);
  await send({ query: '{ session { user { id } } }' }, 'admin-token');
  await standIn.close();
  const text = readFileSync(file, 'utf8');
  for (const secret of [token, 'admin-token', credentials.secret, '0123456789abcdef0123'])
    assert.ok(!text.includes(secret), secret);
  const recorded = JSON.parse(text) as RecordedExchange[];
  assert.deepEqual(
    recorded.map(({ actor }) => actor),
    ['anonymous', 'anonymous', 'member', 'admin'],
  );
  writeFileSync(file, JSON.stringify(recorded.filter(({ request }) => request.path === '/api')));
  const report = await replayRecordings([file]);
  assert.equal(report.target.dialect, 'decidim-0.32');
  assert.equal(report.sentence, 'No difference in 3 exchanges of write mode: 3 passed.');
  await assert.rejects(createStandIn({ record: file }), isCommandError(69, 'recording.json'));
});

const query = '{ c: component(id: 2) { meetings { nodes { id at: createdAt } } } }';
const nodes = (...ids: string[]) => ({
  c: { meetings: { nodes: ids.map((id) => ({ id, at: '2026-11-21T04:32:15+00:00' })) } },
});
const mixed = {
  c: { meetings: { nodes: [...nodes('1').c.meetings.nodes, { id: 2, at: '2026-11-21T04:32:15+00:00' }] } },
};
for (const [name, match, expected, received, paths] of [
  ['the order of a complete list without an order', 'whole', nodes('1', '2'), nodes('2', '1'), []],
  ['another record', 'whole', nodes('1'), nodes('2'), ['body.data.c.meetings.nodes.0.id']],
  ['the time of a run', 'whole', nodes('1'), JSON.parse(JSON.stringify(nodes('1')).replace('2026', '2027')), []],
  [
    'an earlier time',
    'whole',
    nodes('1'),
    JSON.parse(JSON.stringify(nodes('1')).replace('2026', '2020')),
    ['body.data.c.meetings.nodes.0.at'],
  ],
  ['other records, by their shape', 'shape', nodes('1'), nodes('3', '4'), []],
  ['the types of every item', 'shape', nodes('1', '2'), mixed, ['body.data.c.meetings.nodes.1.id']],
  ['items with either of two recorded types', 'shape', mixed, nodes('1', '2', '3'), []],
  ['an empty list, by its shape', 'shape', nodes('1'), nodes(), ['body.data.c.meetings.nodes']],
  ['null for a list, by its shape', 'shape', nodes('1'), { c: { meetings: null } }, ['body.data.c.meetings']],
] as const)
  test(`compares ${name}`, () => {
    const recorded = exchange(1, query, { json: { data: expected } });
    const response = { status: 200, headers: utf8, json: { data: received } };
    assert.deepEqual(
      compareResponses(recorded, response, match).map(({ path }) => path),
      paths,
    );
  });

test('compares the order of a list that the request orders', () => {
  const ordered = query.replace('meetings', 'meetings(order: { createdAt: "asc" })');
  const recorded = exchange(1, ordered, { json: { data: nodes('1', '2') } });
  const response = { status: 200, headers: utf8, json: { data: nodes('2', '1') } };
  assert.deepEqual(
    compareResponses(recorded, response, 'whole').map(({ path }) => path),
    ['body.data.c.meetings.nodes.0.id', 'body.data.c.meetings.nodes.1.id'],
  );
});

const otherRecords = (path: string, id = 'mine/1') => ({ otherRecords: [{ id, path, reason: 'It has no order.' }] });

test('a page has the recorded records, unless replay.json says that it may have others', async (t) => {
  const page = exchange(1, '{ component(id: 2) { ... on Meetings { meetings(first: 1) { nodes { id } } } } }', {
    json: { data: { component: { meetings: { nodes: [{ id: '3' }] } } } },
  });
  const outcomeOf = async (settings: object) =>
    (await replayRecordings([folderOf(t, [page], settings)])).results[0]!.outcome;
  const path = 'data.component.meetings.nodes';
  assert.deepEqual([await outcomeOf({}), await outcomeOf(otherRecords(path))], ['failed', 'passed']);
  await assert.rejects(outcomeOf(otherRecords('data.component')), isCommandError(2, 'has no list at data.component'));
  await assert.rejects(outcomeOf(otherRecords(path, 'mine/2')), isCommandError(2, 'there is no exchange mine/2'));
});

test('a recorded time that is no date-time is named', async (t) => {
  const folder = folderOf(t, [{ ...typename, server: { startTime: 'yesterday' } }]);
  await assert.rejects(
    replayRecordings([folder]),
    isCommandError(2, /mine\.json: record 1 \(mine\/1\): \/server\/startTime must match format "date-time"/),
  );
});
