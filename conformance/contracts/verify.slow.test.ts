import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext, describe } from 'node:test';
import { errorsIn } from '../../src/cases/interactions/answer.ts';
import { readContract } from '../../src/cases/interactions/contract-file.ts';
import { suiteDialects } from '../../src/dialects/dialects.ts';
import { type PlugIn, type StandIn, type StandInOptions, createStandIn } from '../../src/index.ts';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import type { AnyData } from '../../test/support/test-server.ts';
import { type Verification, verifyContracts, verificationExitCode } from './verify.ts';

interface MeetingsClient {
  listMeetings(url: string): Promise<string[]>;
  createMeeting(url: string, title: string): Promise<string>;
}
const clientFile = new URL('../../examples/vitest/meetings.js', import.meta.url).href;
const { createMeeting, listMeetings } = (await import(clientFile)) as MeetingsClient;

const dialects = Object.keys(suiteDialects);

/** Sends GraphQL requests to a stand-in. */
const senderOf =
  (standIn: Pick<StandIn, 'fetch'>, token = 'member-token') =>
  async (query: string, variables: object = {}, more: object = {}) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...more };
    const response = await standIn.fetch('/api', {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as { data: AnyData };
  };

/** The contract of what a client asks a stand-in. */
async function collect(
  t: TestContext,
  options: StandInOptions,
  ask: (standIn: StandIn) => Promise<unknown>,
): Promise<string> {
  const file = join(createTemporaryFolder(t), 'contracts', 'web.json');
  const standIn = await createStandIn({ ...options, contract: file });
  await ask(standIn).finally(() => standIn.close());
  return file;
}

const tokens = {
  PLENUM_ADMIN_TOKEN: 'admin-token',
  PLENUM_MEMBER_TOKEN: 'member-token',
  PLENUM_OTHER_TOKEN: 'other-token',
};

const verify = (file: string, servers: { dialects?: string[]; url?: string }): Promise<Verification[]> =>
  verifyContracts({ contracts: [readContract(file)], dialects: [], environment: tokens, ...servers });

/** The places where the answers of a verification differ, with the operation. */
const differencesOf = ({ report }: Verification): string[] =>
  report.results.flatMap((result) =>
    result.exchanges.flatMap((exchange) => exchange.differences.map(({ path }) => `${result.case.id}: ${path}`)),
  );

const outcomesOf = ({ report }: Verification): Record<string, string> =>
  Object.fromEntries(report.results.map((each) => [each.case.id, each.outcome]));

const meetingQuery = `query Meeting($id: ID!) { component(id: 2) { id __typename ... on Meetings { meeting(id: $id) {
  id startTime typeOfMeeting title { translation(locale: "en") } } } } }`;
const listQuery = `query List { component(id: 2) { ... on Meetings { meetings(first: 2) { nodes { id } } } } }`;
const goneQuery = `query Gone { component(id: 2) { ... on Meetings { meeting(id: 999) { id } } } }`;

async function askForMeetings(standIn: StandIn): Promise<void> {
  const send = senderOf(standIn);
  await send(meetingQuery, { id: '1' });
  await send(listQuery);
  await send(goneQuery);
}

/** What a plug-in changes in the answers of the stand-in, and where `verify` must find it. */
const plants: [name: string, change: (data: AnyData, body: AnyData) => void, found: RegExp][] = [
  ['a field is null', ({ component: { meeting } }) => (meeting.startTime = null), /Meeting as member: data.*startTime/],
  [
    'an object is null',
    ({ component }) => component.meeting.title && (component.meeting = null),
    /Meeting as member: data.component.meeting/,
  ],
  [
    'a root field is null',
    (data) => data.component.meeting.title && (data.component = null),
    /Meeting as member: data.component/,
  ],
  ['a text is a number', ({ component: { meeting } }) => (meeting.title.translation = 1), /title.translation/],
  ['an id is a number', ({ component }) => (component.id = 2), /Meeting as member: data.component.id/],
  ['a time is no time', ({ component: { meeting } }) => (meeting.startTime = 'soon'), /startTime/],
  ['a type has another name', ({ component }) => (component['__typename'] = 'Gatherings'), /__typename/],
  ['a field is missing', ({ component: { meeting } }) => delete meeting.typeOfMeeting, /typeOfMeeting/],
  ['a field is added', ({ component: { meeting } }) => (meeting.more = 1), /meeting.more/],
  ['a list is empty', ({ component: { meetings } }) => (meetings.nodes = []), /List as member: data.*nodes/],
  ['an item is null', ({ component: { meetings } }) => (meetings.nodes[1] = null), /List as member: data.*nodes.1/],
  ['a code is another one', (_, { errors: [error] }) => (error.extensions.code = 'GONE'), /Gone as member: errors/],
  ['a path is another one', (_, { errors: [error] }) => (error.path = ['component']), /Gone as member: errors/],
  ['an error is missing', (_, body) => delete body.errors[0], /Gone as member: errors/],
];

/** A plug-in that changes the answers that have what it changes. */
const plantChange =
  (change: (data: AnyData, body: AnyData) => void): PlugIn =>
  async (ctx, next) => {
    await next();
    if (typeof ctx.body !== 'string' || !ctx.body.startsWith('{')) return;
    const body = JSON.parse(ctx.body) as { data?: object };
    try {
      change(body.data, body);
    } catch {
      return;
    }
    ctx.body = JSON.stringify(body);
    ctx.type = 'application/json';
  };

describe('a changed answer of the server is found', () => {
  for (const [name, change, found] of plants)
    test(name, async (t) => {
      const file = await collect(t, {}, askForMeetings);
      const standIn = await createStandIn({ use: [plantChange(change)] });
      t.after(() => standIn.close());
      const [verification] = await verify(file, { url: standIn.url });
      assert.ok(
        differencesOf(verification!).some((each) => found.test(each)),
        differencesOf(verification!).join('\n'),
      );
      assert.equal(verificationExitCode([verification!], false), 1);
    });

  test('no change is no difference', async (t) => {
    const file = await collect(t, {}, askForMeetings);
    const standIn = await createStandIn();
    t.after(() => standIn.close());
    const verifications = await verify(file, { url: standIn.url });
    assert.deepEqual(new Set(Object.values(outcomesOf(verifications[0]!))), new Set(['passed']));
    assert.equal(verificationExitCode(verifications, false), 0);
  });
});

test('a deployment of another world is asked for its records, also by nobody', async (t) => {
  const query = `query Meetings($id: ID!) { component(id: $id) { id ... on Meetings { meetings(first: 1) { nodes { id } } } } }`;
  const file = await collect(t, { dialect: 'decidim-0.32' }, async (standIn) => {
    const response = await standIn.fetch('/api', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { id: '2' } }),
    });
    assert.equal(response.status, 200);
  });
  const { placeholders } = readContract(file).contract;
  assert.deepEqual(placeholders, { meetings: '2' });
  const town = await createStandIn({ world: 'town', dialect: 'decidim-0.31' });
  t.after(() => town.close());
  for (const environment of [tokens, {}]) {
    const contracts = [readContract(file)];
    const [verification] = await verifyContracts({ contracts, dialects: [], url: town.url, environment });
    assert.deepEqual(outcomesOf(verification!), { 'web/query Meetings as anonymous': 'passed' });
  }
});

test('the contract of the example vitest holds for the specification, and releases need a locale', async (t) => {
  const file = await collect(t, {}, async ({ url }) => {
    await listMeetings(url);
    await createMeeting(url, 'A walk along the river');
  });
  const [own, ...releases] = await verify(file, { dialects });
  assert.equal(verificationExitCode([own!], false), 0);
  for (const each of releases) {
    assert.deepEqual(outcomesOf(each), {
      'web/mutation createMeeting as member': 'failed',
      'web/query component.meetings.nodes as member': 'passed',
    });
    assert.match(JSON.stringify(each.report.results[0]!.exchanges), /locale|createMeeting/);
  }
});

test('the contract of the example proposal-page holds where the release has its fields', async (t) => {
  const page = readFileSync(new URL('../../examples/proposal-page/index.html', import.meta.url), 'utf8');
  const declarations = /const comment = [^]*?(?=\/\*\* Creates an element)/.exec(page)![0];
  // oxlint-disable-next-line typescript/no-implied-eval
  const { query, repliesQuery } = new Function(`${declarations} return { query, repliesQuery };`)() as {
    query: string;
    repliesQuery: string;
  };
  const ask = async (standIn: StandIn) => {
    const send = senderOf(standIn);
    const { data } = await send(query, { component: '1', proposal: '1' });
    const { comments } = data.component.proposal;
    const replies = comments.flatMap((each: AnyData) => each.comments);
    for (const { id } of replies.filter((each: AnyData) => each.hasComments)) await send(repliesQuery, { id });
  };
  const options: StandInOptions = { world: 'town', dialect: 'decidim-0.32' };
  const file = await collect(t, options, ask);
  const again = await collect(t, options, ask);
  assert.equal(readFileSync(again, 'utf8'), readFileSync(file, 'utf8'));
  const verifications = await verify(file, { dialects: dialects.filter((each) => each !== 'specification') });
  const messages = verifications.map(({ target, report: { results } }) => [
    target,
    ...results.flatMap(({ exchanges }) => errorsIn(exchanges.at(-1)!.response!.json).map(({ message }) => message)),
  ]);
  // See docs/api-changes.md.
  const since031 = ['likesCount', 'likes', 'proposalState'].map(
    (each) => `Field '${each}' doesn't exist on type 'Proposal'`,
  );
  assert.deepEqual(messages, [
    ['decidim-0.29', ...since031],
    ['decidim-0.30', ...since031],
    // The platform cannot show a comment by an API user in this release.
    ['decidim-0.31', 'Internal Server error'],
    ['decidim-0.32'],
    ['decidim-develop'],
  ]);
  assert.deepEqual(
    verifications.map((each) => verificationExitCode([each], false)),
    [1, 1, 1, 0, 0],
  );
});

test('a field that the server dropped is named, with the line of the interaction in the contract', async (t) => {
  const query = 'query Likes { component(id: 1) { ... on Proposals { proposal(id: 1) { likesCount } } } }';
  const file = await collect(t, { dialect: 'decidim-0.32' }, (standIn) => senderOf(standIn)(query));
  const [newer, older] = await verify(file, { dialects: ['decidim-0.31', 'decidim-0.30'] });
  assert.equal(verificationExitCode([newer!], false), 0);
  const [result] = older!.report.results;
  assert.equal(result!.outcome, 'failed');
  const { file: name, line } = result!.case.source!;
  assert.match(
    readFileSync(name, 'utf8')
      .split('\n')
      .slice(line - 1, line + 1)
      .join(''),
    /query Likes/,
  );
  assert.match(JSON.stringify(result!.exchanges), /Field 'likesCount' doesn't exist on type 'Proposal'/);
});

test('a field that no server has is a difference, although the server of the tests refused it too', async (t) => {
  const file = await collect(t, {}, (standIn) => senderOf(standIn)('query Typo { component(id: 1) { nmae } }'));
  const verifications = await verify(file, { dialects: ['specification'] });
  assert.deepEqual(outcomesOf(verifications[0]!), { 'web/query Typo as member': 'failed' });
  assert.match(JSON.stringify(verifications[0]!.report.results[0]!.exchanges), /nmae/);
});

const changeIfAsked: PlugIn = async (ctx, next) => {
  await next();
  if (ctx.get('x-changed')) ctx.body = JSON.stringify({ data: { component: null } });
};

test('an interaction that needed a fault, another clock or a plug-in is not verified, and said', async (t) => {
  const file = await collect(t, { use: [changeIfAsked] }, async (standIn) => {
    const send = senderOf(standIn);
    await send('query ByPlugIn { component(id: 1) { id } }', {}, { 'x-changed': 'yes' });
    standIn.faults.add({
      match: { operationName: 'ByFault' },
      effect: { graphqlError: { message: 'no', code: 'NO' } },
    });
    await send('query ByFault { component(id: 1) { id } }');
    standIn.clock.advance(1000);
    await send('query ByClock { component(id: 1) { id } }');
  });
  const verifications = await verify(file, { dialects: ['specification'] });
  assert.deepEqual(
    verifications[0]!.report.results.map((each) => [each.case.id, each.outcome, each.reason]),
    [
      ['web/query ByClock as member', 'not applicable', 'the test changed the clock of the stand-in'],
      ['web/query ByFault as member', 'not applicable', 'a fault of the stand-in made it'],
      ['web/query ByPlugIn as member', 'not applicable', 'a plug-in of the stand-in made it'],
    ],
  );
  // Nothing was verified, so nothing is right.
  assert.equal(verificationExitCode(verifications, false), 3);
});

test('a record that the test created is created again, before what asks for it', async (t) => {
  const file = await collect(t, {}, async (standIn) => {
    const id = await createMeeting(standIn.url, 'A walk along the river');
    await senderOf(standIn)(meetingQuery, { id });
  });
  const verifications = await verify(file, { dialects: ['specification'] });
  assert.deepEqual(new Set(Object.values(outcomesOf(verifications[0]!))), new Set(['passed']));
  const read = verifications[0]!.report.results.find(({ case: { id } }) => id.includes('query Meeting'))!;
  assert.equal(read.exchanges.length, 2);
});

test('a deployment is asked for its own records, and what was written to it is undone', async (t) => {
  const answer = `mutation Answer { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) {
    answer(input: { attributes: { state: "accepted" } }) { id state } } } } }`;
  const options: StandInOptions = { world: 'town', dialect: 'decidim-0.32' };
  const file = await collect(t, options, async (standIn) => {
    await senderOf(standIn, 'admin-token')(answer);
    await senderOf(standIn)('query Gone { component(id: 1) { ... on Proposals { proposal(id: 999999) { id } } } }');
  });
  // Its proposal has another id than that of the town, and other texts.
  const standIn = await createStandIn({ dialect: 'decidim-0.32' });
  t.after(() => standIn.close());
  const stateOf = async () =>
    (await senderOf(standIn, 'admin-token')('{ component(id: 1) { ... on Proposals { proposal(id: 2) { state } } } }'))
      .data;
  const before = await stateOf();
  const target = join(createTemporaryFolder(t), 'target.json');
  const placeholders = { proposals: 1, proposal: 2 };
  const actors = { admin: { token: { env: 'PLENUM_ADMIN_TOKEN' } }, member: { token: { env: 'PLENUM_MEMBER_TOKEN' } } };
  const locales = { default: 'en' };
  writeFileSync(
    target,
    JSON.stringify({
      url: standIn.url,
      dialect: 'decidim-0.32',
      locales,
      placeholders,
      mayChange: ['proposal'],
      actors,
    }),
  );
  const [verification] = await verifyContracts({
    contracts: [readContract(file)],
    dialects: [],
    targetFile: target,
    environment: tokens,
    mode: 'write',
    ledgerFile: join(createTemporaryFolder(t), 'ledger'),
  });
  assert.deepEqual(outcomesOf(verification!), {
    'web/mutation Answer as admin': 'passed',
    'web/query Gone as member': 'passed',
  });
  const result = verification!.report.results.find(({ case: { id } }) => id === 'web/mutation Answer as admin');
  const sent = result!.exchanges[0]!.request.body!;
  assert.match(sent, /proposal\(id: \\"2\\"\)/);
  assert.deepEqual(verification!.report.cleanUpFailures, []);
  assert.deepEqual(verification!.report.leftovers, []);
  assert.deepEqual(await stateOf(), before);
});
