import * as typescript from '@graphql-codegen/typescript';
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { codegen } from '@graphql-codegen/core';
import { parse } from 'graphql';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import { type AnyData, demoWorld } from '../../test/support/test-server.ts';
import { townSdl } from '../../test/support/town-server.ts';
import { type StandIn, type StandInOptions, createStandIn } from './stand-in.ts';

async function start(t: TestContext, options: StandInOptions = {}): Promise<StandIn> {
  const standIn = await createStandIn({ dialect: 'decidim-0.31', schema: townSdl, ...options });
  t.after(() => standIn.close());
  return standIn;
}

/** Sends a document as an administrator. */
async function send({ fetch }: Pick<StandIn, 'fetch'>, query: string): Promise<AnyData> {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer admin-token' };
  return (await fetch('/api', { method: 'POST', headers, body: JSON.stringify({ query }) })).json();
}

const inProposal = (id: number, selection: string): string =>
  `{ component(id: 1) { ... on Proposals { proposal(id: ${id}) { ${selection} } } } }`;
const weights = 'voteWeights { weight label { translation(locale: "en") } }';

const recordWithWeights = {
  id: 1,
  ballot: 'SECRET',
  voteWeights: [{ weight: 3, label: { en: 'Much' } }],
} as object;

test('what a town adds has the values of the world, or else mock values that stay the same for a record', async (t) => {
  const world = { proposals: [recordWithWeights] };
  const [town, other] = [await start(t, { world }), await start(t)];
  const written = await send(town, inProposal(1, `id ballot ${weights}`));
  assert.deepEqual(written.data.component.proposal, {
    id: '1',
    ballot: 'SECRET',
    voteWeights: [{ weight: 3, label: { translation: 'Much' } }],
  });
  const mocked = inProposal(
    2,
    `ballot ${weights} nearbyMeeting { id title { translation(locale: "en") } author { name } }`,
  );
  const result = await send(town, mocked);
  assert.equal(result.errors, undefined);
  const { ballot, voteWeights, nearbyMeeting } = result.data.component.proposal;
  assert.match(ballot, /^(OPEN|SECRET)$/);
  assert.equal(typeof voteWeights[1].weight, 'number');
  assert.equal(typeof nearbyMeeting.title.translation, 'string');
  assert.deepEqual(await send(other, mocked), result);
  const empty = await send(await start(t, { fill: 'empty' }), mocked);
  assert.deepEqual(empty.data.component.proposal, { ballot: null, voteWeights: [], nearbyMeeting: null });
});

test('what a town lacks is refused in the words of the platform, and a mutation that nobody knows like every other one', async (t) => {
  const town = await start(t);
  const { errors } = await send(town, inProposal(1, 'answeredAt'));
  assert.deepEqual(errors[0].extensions, { code: 'undefinedField', typeName: 'Proposal', fieldName: 'answeredAt' });
  const mutation = `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) { weigh(weight: 2) { id } } } } }`;
  assert.equal((await send(town, mutation)).errors[0].extensions.code, 'NOT_IN_STAND_IN');
});

const processes = (argument: string) => `{ participatoryProcesses(${argument}) { id } }`;
const proposals = (argument: string) =>
  `{ component(id: 1) { ... on Proposals { proposals(${argument}) { nodes { state } } } } }`;

/** Puts lines at the beginning of a definition. */
const extend = (definition: string, lines: string): string => townSdl.replace(definition, `$&${lines}`);

test('an argument or a member of a filter or an order that a town adds selects or sorts by the field of its name, or is ignored with a reason', async (t) => {
  const schemas = [
    extend('input ParticipatoryProcessFilter {', ' id: ID colour: String'),
    extend('input ParticipatoryProcessSort {', ' slug: String'),
    extend('input ComponentFilter {', ' id: ID'),
    townSdl.replace(
      /(type Proposals implements[^{]*\{[\s\S]*?\n  proposals\()/,
      '$1state: [String!], colour: String, ',
    ),
  ];
  const rows: [schema: number, query: string, data: object, reason?: RegExp][] = [
    [0, processes('filter: { id: 3 }'), { participatoryProcesses: [{ id: '3' }] }],
    [
      0,
      processes('filter: { colour: "red" }'),
      { participatoryProcesses: [{ id: '1' }, { id: '2' }, { id: '3' }, { id: '4' }] },
      /^colour is ignored/,
    ],
    [
      1,
      processes('order: { slug: "DESC" }'),
      { participatoryProcesses: [{ id: '3' }, { id: '4' }, { id: '2' }, { id: '1' }] },
    ],
    [
      2,
      '{ participatoryProcess(id: 1) { components(filter: { id: 6 }) { id } } }',
      { participatoryProcess: { components: [{ id: '6' }] } },
    ],
    [
      3,
      proposals('state: ["accepted"]'),
      { component: { proposals: { nodes: [{ state: 'accepted' }, { state: 'accepted' }] } } },
    ],
    [
      3,
      proposals('first: 1, colour: "red"'),
      { component: { proposals: { nodes: [{ state: 'accepted' }] } } },
      /^colour is ignored/,
    ],
  ];
  const towns = await Promise.all(schemas.map((schema) => start(t, { world: 'town', schema })));
  for (const [index, query, data, reason = /^null$/] of rows) {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer admin-token' };
    const response = await towns[index]!.fetch('/api', { method: 'POST', headers, body: JSON.stringify({ query }) });
    const result = (await response.json()) as AnyData;
    assert.deepEqual(result.data, data, query);
    assert.match(String(response.headers.get('x-plenum-reason')), reason, query);
  }
});

test('a record may have the members that the schema has, with values of their types', async (t) => {
  const town = await start(t);
  const { id } = await town.records.create('proposals', { ballot: 'OPEN' } as object);
  await town.records.update('proposals', id, { voteWeights: [{ weight: 1 }] } as object);
  const { data } = await send(town, inProposal(id, 'ballot voteWeights { weight }'));
  assert.deepEqual(data.component.proposal, { ballot: 'OPEN', voteWeights: [{ weight: 1 }] });
  const refusals: [values: object, message: RegExp][] = [
    [{ colour: 'red' }, /colour: is unknown/],
    [{ ballot: 'SHUT' }, /ballot: must be a value of Ballot/],
    [{ voteWeights: null }, /voteWeights: must be a value of \[VoteWeight!\]!/],
    [{ voteWeights: [{ weight: 'x' }] }, /voteWeights: weight must be a value of Int/],
    [{ voteWeights: [{ size: 1 }] }, /voteWeights: size is unknown/],
    [{ nearbyMeeting: { id: 1 } }, /nearbyMeeting: is unknown/],
  ];
  for (const [values, message] of refusals) await assert.rejects(town.records.create('proposals', values), message);
  const release = await createStandIn({ dialect: 'decidim-0.31' });
  t.after(() => release.close());
  await assert.rejects(release.records.create('proposals', { ballot: 'OPEN' } as object), /ballot: is unknown/);
});

test('a data folder keeps the members when it is served without the schema', async (t) => {
  const data = join(createTemporaryFolder(t), 'data');
  const town = await createStandIn({ dialect: 'decidim-0.31', schema: townSdl, data });
  await town.records.update('proposals', 1, { ballot: 'OPEN' } as object);
  await town.close();
  const release = await createStandIn({ dialect: 'decidim-0.31', data });
  await release.records.update('proposals', 1, { position: 7 });
  await release.close();
  const again = await start(t, { data });
  assert.equal((await send(again, inProposal(1, 'ballot'))).data.component.proposal.ballot, 'OPEN');
});

test('the control shows the schema of the town, from which graphql-codegen makes types', async (t) => {
  const file = join(createTemporaryFolder(t), 'town.graphql');
  writeFileSync(file, townSdl);
  const town = await start(t, { schema: file });
  const { dialect, schema } = (await (await town.fetch('/__admin/health')).json()) as Record<string, unknown>;
  assert.deepEqual([dialect, schema], ['decidim-0.31', 'town.graphql']);
  const sdl = await (await town.fetch('/__admin/schema.graphql')).text();
  const types = await codegen({
    schema: parse(sdl),
    documents: [],
    filename: 'types.ts',
    config: {},
    plugins: [{ typescript: {} }],
    pluginMap: { typescript },
  });
  assert.match(types, /export type VoteWeight = \{/);
  assert.match(types, /voteWeights: Array<VoteWeight>/);
});

test('a schema that is no Decidim, or that clashes with the release, is refused at the start', async () => {
  const refusals: [options: StandInOptions, message: RegExp][] = [
    [{ schema: 'type Query { a: Int }' }, /is not the schema of a Decidim: it has no Query\.decidim, Query\.component/],
    [{ schema: 'type Query {' }, /the schema, line 1 is no schema in SDL/],
    [
      { schema: townSdl.replace('type VoteWeight {', 'type VoteWeight implements Author {') },
      /is no valid schema: Interface field Author/,
    ],
    [{ schema: 'nowhere.graphql' }, /nowhere\.graphql cannot be read/],
    [
      { schema: townSdl.replace('  withdrawn: Boolean', '  withdrawn: Int') },
      /cannot be combined with decidim-0\.31[^]*\.withdrawn changed type from Boolean to Int/,
    ],
    [
      { dialect: 'decidim-0.32' },
      /Meeting\.registrationType changed type from RegistrationTypeEnum to String\.\n[^]*It fits decidim-0\.31$/,
    ],
    [{ dialect: 'specification' }, /a schema is laid over a release of Decidim, and the dialect is specification/],
  ];
  for (const [options, message] of refusals)
    await assert.rejects(
      createStandIn({ dialect: 'decidim-0.31', schema: townSdl, ...options }),
      isCommandError(2, message),
    );
});

test('a world folder may have the members too', async (t) => {
  const folder = join(createTemporaryFolder(t), 'world');
  const town = await start(t, { world: { proposals: [recordWithWeights] } });
  const state = (await (await town.fetch('/__admin/state')).json()) as Record<string, unknown>;
  mkdirSync(folder);
  for (const [name, records] of Object.entries(state)) writeFileSync(join(folder, name), JSON.stringify(records));
  const again = await start(t, { world: folder });
  assert.equal((await send(again, inProposal(1, 'ballot'))).data.component.proposal.ballot, 'SECRET');
  await assert.rejects(createStandIn({ dialect: 'decidim-0.31', world: folder }), isCommandError(2, /: is unknown/));
});

/** The schema of a town with a module of conferences. */
const conferencesSdl =
  townSdl.replace(
    'type Query {',
    '$& conference(id: ID, slug: String): Conference conferences(filter: ConferenceFilter, order: ConferenceSort): [Conference!]',
  ) +
  `
  type Conference { id: ID! slug: String! title: TranslatedField venue: String speakers: [Speaker!] components: [ComponentInterface!] }
  type Speaker { name: String! }
  input ConferenceFilter { venue: String }
  input ConferenceSort { slug: String }
`;

/** Writes a world folder with a file of conferences. */
function writeConferences(t: TestContext, records: unknown): string {
  const world = createTemporaryFolder(t);
  cpSync(demoWorld, world, { recursive: true });
  writeFileSync(join(world, 'conferences.json'), JSON.stringify(records));
  return world;
}

const conferences = [
  { id: 7, slug: 'river', title: { en: 'The river' }, venue: 'Town hall', speakers: [{ name: 'Ada' }] },
  { id: 9, title: { en: 'Trees' }, venue: 'Market' },
];

test('a file with the name of a list that a town adds has its records, and those that the town finds one by one', async (t) => {
  const town = await start(t, { schema: conferencesSdl, world: writeConferences(t, conferences), fill: 'empty' });
  const [river, trees] = [
    { id: '7', slug: 'river', venue: 'Town hall', speakers: [{ name: 'Ada' }], components: [] },
    { id: '9', slug: 'record-9', venue: 'Market', speakers: [], components: [] },
  ];
  const fields = '{ id slug venue speakers { name } components { id } }';
  const rows: [query: string, data: object][] = [
    [`{ conferences ${fields} }`, { conferences: [river, trees] }],
    ['{ conferences(order: { slug: "asc" }) { id } }', { conferences: [{ id: '9' }, { id: '7' }] }],
    ['{ conferences(filter: { venue: "Market" }) { id } }', { conferences: [{ id: '9' }] }],
    [`{ conference(id: 7) ${fields} }`, { conference: river }],
    [`{ conference(slug: "record-9") ${fields} }`, { conference: trees }],
    ['{ conference(id: 7, slug: "record-9") { id } }', { conference: null }],
    ['{ conference(id: 8) { id } }', { conference: null }],
    ['{ conference { id } }', { conference: null }],
  ];
  for (const [query, data] of rows) assert.deepEqual(await send(town, query), { data }, query);
  await town.reset();
  assert.equal((await send(town, '{ conferences { id } }')).data.conferences.length, 2);
  const withoutFile = await start(t, { schema: conferencesSdl });
  const mocked = (await send(withoutFile, '{ conferences { id slug } }')).data.conferences[0];
  assert.deepEqual((await send(withoutFile, `{ conference(id: "${mocked.id}") { id slug } }`)).data.conference, mocked);
});

test('a mistake in such a file is named with the record, and without the schema the file is unknown', async (t) => {
  const refusals: [records: unknown, message: RegExp][] = [
    [{ id: 1 }, /conferences\.json: must be a list of records/],
    [[{ slug: 'a' }], /conferences\.json: record 1: must be an object with an integer id/],
    [[{ id: 1 }, { id: 1 }], /conferences\.json: record 2 \(id 1\): an earlier record has the same id/],
    [[{ id: 1 }, { id: 2, title: 'A' }], /record 2 \(id 2\): title must be a value of TranslatedField/],
    [[{ id: 1, slug: null }], /record 1 \(id 1\): slug must be a value of String!/],
    [[{ id: 1, place: 'A' }], /record 1 \(id 1\): place is unknown/],
    [[{ id: 1, speakers: [{ age: 3 }] }], /record 1 \(id 1\): speakers age is unknown/],
    [[{ id: 1, components: [{ id: 2 }] }], /record 1 \(id 1\): components is unknown/],
  ];
  for (const [records, message] of refusals)
    await assert.rejects(
      createStandIn({ dialect: 'decidim-0.31', schema: conferencesSdl, world: writeConferences(t, records) }),
      isCommandError(2, message),
    );
  const world = writeConferences(t, conferences);
  for (const options of [{}, { schema: townSdl }])
    await assert.rejects(
      createStandIn({ dialect: 'decidim-0.31', world, ...options }),
      isCommandError(2, /conferences\.json: unknown kind of record/),
    );
});
