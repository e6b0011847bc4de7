import assert from 'node:assert/strict';
import test from 'node:test';
import { startTownServer } from '../../../../test/support/town-server.ts';

const component = (id: number, type: string, selection: string) =>
  `{ component(id: ${id}) { ... on ${type} { ${selection} } } }`;
const meeting = (id: number, selection: string, componentId = 2) =>
  component(componentId, 'Meetings', `meeting(id: ${id}) { ${selection} }`);
const result = (id: number, selection: string) => component(3, 'Accountability', `result(id: ${id}) { ${selection} }`);
const survey = (selection: string) => component(7, 'Surveys', `survey(id: 1) { ${selection} }`);
const form = 'id forType forEntity { __typename id } questions { id }';
const text = (locale: string) => `translation(locale: "${locale}")`;

/** Documents, and their data as JSON without quotes, below the component. */
const rows: [title: string, document: string, expected: string][] = [
  [
    'an agenda has its items by position, and each item its children',
    meeting(6, 'agenda { items { id position parent { id } items { id } } }'),
    '{meeting:{agenda:{items:[{id:1,position:0,parent:null,items:[]},{id:3,position:0,parent:{id:2},items:[]},' +
      '{id:2,position:1,parent:null,items:[{id:3},{id:4}]},{id:4,position:1,parent:{id:2},items:[]}]}}}',
  ],
  ['a hidden agenda is null', meeting(11, 'agenda { id }', 14), '{meeting:{agenda:null}}'],
  [
    'slots are those that are neither reserved nor taken; the waiting list takes none',
    meeting(2, 'remainingSlots publicParticipants { id } services { id }'),
    '{meeting:{remainingSlots:13,publicParticipants:[{id:4},{id:6},{id:7}],services:[]}}',
  ],
  [
    'a meeting without a limit has no remaining slots',
    meeting(6, 'remainingSlots services { id }'),
    '{meeting:{remainingSlots:0,services:[{id:1},{id:2}]}}',
  ],
  [
    'a registration form belongs to its meeting',
    meeting(2, `registrationForm { ${form} }`),
    '{meeting:{registrationForm:{id:2,forType:Decidim::Meetings::Meeting,forEntity:{__typename:Meeting,id:2},questions:[]}}}',
  ],
  [
    'a registration form that is off is null',
    meeting(1, `registrationForm { ${form} } closed closedAt contributionCount`),
    '{meeting:{registrationForm:null,closed:true,closedAt:2000-01-01T09:30:00+00:00,contributionCount:7}}',
  ],
  [
    'the questions of a survey are in the order of their positions',
    survey('url questionnaire { id forType publishedAt questions { id position questionType } }'),
    '{survey:{url:<origin>/en/processes/green-streets/f/7/surveys/1,questionnaire:{id:13,forType:Decidim::Surveys::Survey,' +
      'publishedAt:null,questions:[{id:1,position:0,questionType:short_response},{id:2,position:1,questionType:long_response},' +
      '{id:3,position:2,questionType:single_option},{id:4,position:3,questionType:multiple_option},' +
      '{id:5,position:4,questionType:separator},{id:6,position:5,questionType:matrix_single}]}}}',
  ],
  [
    'votes are shown if the component shows them, and count if they were cast',
    component(
      4,
      'Budgets',
      'budget(id: 1) { projects { confirmedVotes selected selectedAt relatedProposals { id } } }',
    ),
    '{budget:{projects:[{confirmedVotes:2,selected:true,selectedAt:2026-06-15T00:00:00+00:00,relatedProposals:[{id:1}]},' +
      '{confirmedVotes:0,selected:true,selectedAt:2026-06-15T00:00:00+00:00,relatedProposals:[]},' +
      '{confirmedVotes:1,selected:false,selectedAt:null,relatedProposals:[]},' +
      '{confirmedVotes:1,selected:false,selectedAt:null,relatedProposals:[]}]}}',
  ],
  [
    'votes are null while the component hides them',
    component(20, 'Budgets', 'budget(id: 3) { projects { confirmedVotes } }'),
    '{budget:{projects:[{confirmedVotes:null}]}}',
  ],
  [
    'a result derives its progress from its children: the average of equal weights',
    result(1, 'progress children { id progress } milestones { id } status { key } proposals { id }'),
    '{result:{progress:70,children:[{id:2,progress:40},{id:3,progress:100}],milestones:[{id:1},{id:2}],' +
      'status:{key:in_progress},proposals:[{id:1},{id:2}]}}',
  ],
  [
    'the sum of the products of other weights',
    result(6, 'progress childrenCount'),
    '{result:{progress:230,childrenCount:2}}',
  ],
  [
    'a result with nothing but a title',
    result(9, `description { ${text('en')} } status { id } progress startDate parent { id } milestones { id }`),
    '{result:{description:null,status:null,progress:null,startDate:null,parent:null,milestones:[]}}',
  ],
  [
    'a page has the name of its component',
    component(8, 'Pages', `page(id: 1) { title { ${text('ca')} } url }`),
    '{page:{title:{translation:El pla},url:<origin>/en/processes/green-streets/f/8/pages/1}}',
  ],
];

test('fields of records', async (t) => {
  const { send, url } = await startTownServer(t);
  const { origin } = new URL(url);
  for (const [title, document, expected] of rows)
    await t.test(title, async () => {
      const { data, errors } = await send(document);
      const json = JSON.stringify(data.component).replaceAll('"', '').replaceAll(origin, '<origin>');
      assert.deepEqual([errors, json], [undefined, expected]);
    });

  await t.test('a survey is no entity of a questionnaire', async () => {
    assert.equal((await send(survey('questionnaire { forEntity { id } }'))).status, 500);
  });

  await t.test('static pages and the pages of a topic are in the order of their weights', async () => {
    const { data } = await send('{ staticPages { id topic { id } } staticPageTopics { id staticPages { id } } }');
    assert.deepEqual(data.staticPageTopics, [{ id: '1', staticPages: [{ id: '3' }, { id: '2' }] }]);
    assert.deepEqual(data.staticPages, [
      { id: '1', topic: null },
      { id: '3', topic: { id: '1' } },
      { id: '2', topic: { id: '1' } },
    ]);
  });
});
