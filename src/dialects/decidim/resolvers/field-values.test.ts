import assert from 'node:assert/strict';
import test from 'node:test';
import type { Actor } from '../../../../test/support/test-server.ts';
import { createQueryRunner } from '../../../../test/support/decidim-queries.ts';

const { store, query } = createQueryRunner();

const proposalQuery = (fields: string, id = 1) =>
  `{ component(id: 1) { ... on Proposals { proposal(id: ${id}) { ${fields} } } } }`;
const meetingQuery = (fields: string, id = 1) =>
  `{ component(id: 2) { ... on Meetings { meeting(id: ${id}) { ${fields} } } } }`;
const commentableQuery = (id: string, type: string, locale = 'en') =>
  `{ commentable(id: "${id}", type: "${type}", locale: "${locale}", toggleTranslations: false) { __typename id } }`;

/** Queries of an anonymous user, and their data as JSON without quotes. */
const queries: [string, string][] = [
  ['{ user(id: 4) { nickname } }', '{user:{nickname:@participant}}'],
  ['{ user(id: "@4") { id } }', '{user:{id:4}}'],
  ['{ user(id: "4abc") { id } }', '{user:{id:4}}'],
  ['{ user(nickname: "@participant") { id } }', '{user:{id:4}}'],
  ['{ user(nickname: "PARTICIPANT") { id } }', '{user:null}'],
  ['{ user(id: 4, nickname: "nope") { id } }', '{user:null}'],
  ['{ user(nickname: "admin-key") { id } }', '{user:null}'],
  ['{ user(id: "", nickname: "") { id } }', '{user:null}'],
  ['{ user { id } }', '{user:null}'],
  ['{ users { id } }', '{users:[{id:4}]}'],
  ['{ users(filter: { nickname: "@PART" }) { id } }', '{users:[{id:4}]}'],
  ['{ users(filter: { name: "\\\\%" }) { id } }', '{users:[]}'],
  ['{ users(filter: { wildcard: "zz" }) { id } }', '{users:[]}'],
  ['{ users(filter: { excludeIds: ["4abc"] }) { id } }', '{users:[]}'],
  ['{ users(filter: { excludeIds: null }) { id } }', '{users:[]}'],
  [
    '{ user(id: 4) { badge followingCount directMessagesEnabled badges { name } } }',
    '{user:{badge:,followingCount:5,directMessagesEnabled:true,badges:[]}}',
  ],
  [commentableQuery('1', 'Decidim::Proposals::Proposal'), '{commentable:{__typename:Proposal,id:1}}'],
  [commentableQuery('1abc', '::Decidim::Meetings::Meeting'), '{commentable:{__typename:Meeting,id:1}}'],
  [commentableQuery('1', 'Decidim::Budgets::Project'), '{commentable:{__typename:Project,id:1}}'],
  [commentableQuery('1', 'Decidim::Accountability::Result'), '{commentable:{__typename:Result,id:1}}'],
  [commentableQuery('99', 'Decidim::Proposals::Proposal'), '{commentable:null}'],
  [commentableQuery('1', 'Decidim::Debates::Debate'), '{commentable:null}'],
  ['{ component(id: "2abc") { id } }', '{component:{id:2}}'],
  ['{ component(id: "02") { id } }', '{component:{id:2}}'],
  ['{ component(id: "") { id } }', '{component:null}'],
  ['{ participatoryProcess { id } }', '{participatoryProcess:{id:1}}'],
  ['{ participatoryProcess(id: "1abc") { id accessMode } }', '{participatoryProcess:{id:1,accessMode:OPEN}}'],
  [
    '{ assemblies { id } moderations { id } moderatedUsers { id } staticPageTopics { id } }',
    '{assemblies:[],moderations:[],moderatedUsers:[],staticPageTopics:[]}',
  ],
  [
    '{ staticPages { id url topic { id } } }',
    '{staticPages:[{id:1,url:http://localhost/en/pages/terms-of-service,topic:null}]}',
  ],
  ['{ decidim { version applicationName } }', '{decidim:{version:null,applicationName:My Application Name}}'],
  [
    '{ organization { stats { key value } } }',
    '{organization:{stats:[{key:users_count,value:1},{key:processes_count,value:1},{key:meetings_count,value:4},{key:proposals_count,value:4}]}}',
  ],
  [
    '{ participatoryProcess(id: 1) { stats { key value } } }',
    '{participatoryProcess:{stats:[{key:participants_count,value:4},{key:results_count,value:2},{key:projects_count,value:1},{key:participatory_space_meetings_count,value:4},{key:participatory_space_proposals_count,value:4},{key:followers_count,value:4}]}}',
  ],
  [
    '{ participatoryProcess(id: 1) { manifest { humanName { plural { translations { locale text } } } } } }',
    '{participatoryProcess:{manifest:{humanName:{plural:{translations:[{locale:en,text:Participatory processes},{locale:ca,text:Processos participatius},{locale:es,text:Procesos participativos}]}}}}}',
  ],
  [
    '{ component(id: 2) { name { locales translations(locales: ["es", "en", "ca", "en"]) { locale machineTranslated } } } }',
    '{component:{name:{locales:[ca,en],translations:[{locale:en,machineTranslated:false},{locale:ca,machineTranslated:false}]}}}',
  ],
  [
    proposalQuery('position official followers { id } fingerprint { value }'),
    '{component:{proposal:{position:1,official:false,followers:[{id:4}],fingerprint:{value:decce034ae4850319214adf3e8c2c51d3fc32ad6766e172830fac98fb444757e}}}}',
  ],
  [meetingQuery('closed closedAt', 3), '{component:{meeting:{closed:true,closedAt:2000-01-01T18:00:00+00:00}}}'],
  [
    meetingQuery('registrationForm { id questions { id } forEntity { __typename id } }'),
    '{component:{meeting:{registrationForm:{id:1,questions:[],forEntity:{__typename:Meeting,id:1}}}}}',
  ],
  [
    '{ component(id: 10) { ... on Budgets { budget(id: 1) { projects { reference budgetUrl commentsHaveAlignment } } } } }',
    `{component:{budget:{projects:[{reference:${store.find('projects', 1)!.reference.slice(2)},budgetUrl:http://localhost/en/processes/city-budget/f/10/budgets/1,commentsHaveAlignment:false}]}}}`,
  ],
];
for (const [document, expected] of queries) {
  test(document, () => {
    const { data, messages } = query(document);
    assert.deepEqual([messages, JSON.stringify(data).replaceAll('"', '')], [[], expected]);
  });
}

const noCoordinates = 'Cannot return null for non-nullable field Coordinates.latitude.';
const invalidQueries: [string, string][] = [
  [proposalQuery('coordinates { latitude }'), noCoordinates],
  [meetingQuery('onlineMeetingUrl'), 'Cannot return null for non-nullable field Meeting.onlineMeetingUrl.'],
  [
    commentableQuery('4', 'Decidim::Proposals::Proposal'),
    'You cannot view or edit this Proposal because you do not have permissions',
  ],
  [commentableQuery('1', 'Decidim::Budgets::Budget'), 'Invalid commentable type'],
  [commentableQuery('1', 'constructor'), 'Invalid commentable type'],
  [commentableQuery('1', 'Decidim::Proposals::Proposal', 'fr'), 'fr is not a valid locale'],
  ['{ assembly { id } }', 'Assembly not found'],
  ['{ participatoryProcessGroup(id: 1) { id } }', 'ParticipatoryProcessGroup not found'],
  ['{ participatoryProcess(id: "") { id } }', 'ParticipatoryProcess not found'],
  ['{ component(id: 6) { ... on Pages { page(id: 1) { id } } } }', 'Page not found'],
  ['mutation { comment(id: 1) { id } }', 'CommentMutation not found'],
  ['mutation { commentable(id: "99", type: "Decidim::Proposals::Proposal") { id } }', 'CommentableMutation not found'],
  ['mutation { component(id: 4) { __typename } }', 'Mutation type not found for Accountability'],
];
for (const [document, message] of invalidQueries)
  test(`rejects ${document}`, () => assert.deepEqual(query(document, 'admin').messages, [message]));

test('participantDetails is for administrators', () => {
  const document = '{ participantDetails(id: 4) { name nickname email } }';
  const details = { name: 'Participant', nickname: 'participant', email: 'participant@example.org' };
  const rows: [Actor, object | null][] = [
    ['anonymous', null],
    ['member', null],
    ['admin', details],
  ];
  for (const [actor, expected] of rows) assert.deepEqual(query(document, actor).data.participantDetails, expected);
  assert.equal(query('{ participantDetails(id: 1) { name } }', 'admin').data.participantDetails, null);
});

test('a restricted space is visible to administrators', () => {
  const process = '{ participatoryProcess(id: 2) { accessMode stats { key } components { id } } }';
  assert.deepEqual(query(process, 'member').messages, ['ParticipatoryProcess not found']);
  assert.deepEqual(query(process, 'admin').data.participatoryProcess, {
    accessMode: 'RESTRICTED',
    stats: [],
    components: [{ id: '7' }],
  });
});

test('texts are in the order of the database; blank texts are null and machine-translated', () => {
  const runner = createQueryRunner();
  const answer = { 'ca-FR': 'e', es: ' ', en: '', ca: 'c' };
  runner.store.update((transaction) => transaction.update('proposals', 1, { state: 'rejected', answer }));
  const document = proposalQuery(
    'answer { locales translation(locale: "es") translations { text machineTranslated } }',
  );
  assert.deepEqual(runner.query(document).data.component.proposal.answer, {
    locales: ['ca', 'en', 'es', 'ca-FR'],
    translation: null,
    translations: [
      { text: 'c', machineTranslated: false },
      { text: null, machineTranslated: true },
      { text: null, machineTranslated: true },
      { text: 'e', machineTranslated: false },
    ],
  });
});

test('an accepted proposal has a state, and its author a badge', () => {
  const runner = createQueryRunner();
  runner.store.update((transaction) =>
    transaction.update('proposals', 5, { state: 'accepted', answeredAt: store.now() }),
  );
  const { data } = runner.query(
    '{ user(id: 4) { badges { name score level } } component(id: 9) { ... on Proposals { proposal(id: 5) { proposalState { id bgColor proposalsCount title { translation(locale: "en") } } } } } }',
  );
  assert.deepEqual(data.user.badges, [{ name: 'accepted_proposals', score: 1, level: 1 }]);
  assert.deepEqual(data.component.proposal.proposalState, {
    id: '8',
    bgColor: '#E3FCE9',
    proposalsCount: 1,
    title: { translation: 'Accepted' },
  });
});

test('a draft among the proposals of a result is null, with an error', () => {
  const runner = createQueryRunner();
  runner.store.update((transaction) => transaction.update('results', 1, { proposalIds: [4, 2] }));
  for (const actor of ['anonymous', 'admin'] as const) {
    const document =
      '{ component(id: 4) { ... on Accountability { result(id: 1) { proposals { id title { locales } } } } } }';
    const { data, messages } = runner.query(document, actor);
    assert.deepEqual(data.component.result.proposals, [{ id: '2', title: { locales: ['ca', 'en'] } }, null]);
    assert.deepEqual(messages, ['You cannot view or edit this Proposal because you do not have permissions']);
  }
});

test('an API user is among the authors of a proposal, but is not its author', () => {
  const runner = createQueryRunner();
  runner.store.update((transaction) => transaction.update('proposals', 1, { authorIds: [2] }));
  const { proposal } = runner.query(proposalQuery('author { id } authors { id }')).data.component;
  assert.deepEqual(proposal, { author: null, authors: [{ id: '2' }] });
});

test('a record has a version for its creation and each change, a result also for its first child', () => {
  const runner = createQueryRunner();
  const createdAt = '2020-01-01T00:00:00+00:00';
  runner.store.update((transaction) => transaction.update('proposals', 2, { createdAt, changes: 1 } as never));
  const versions = (id: number) =>
    runner.query(proposalQuery('versionsCount versions { id createdAt }', id)).data.component.proposal;
  assert.equal(versions(1).versionsCount, 1);
  assert.equal(versions(2).versionsCount, 2);
  assert.equal(versions(2).versions[0].createdAt, createdAt);
  assert.notEqual(versions(2).versions[0].id, versions(2).versions[1].id);
  const { results } = runner.query(
    '{ component(id: 4) { ... on Accountability { results { nodes { versionsCount } } } } }',
  ).data.component;
  assert.deepEqual(results.nodes, [{ versionsCount: 2 }, { versionsCount: 1 }]);
});
