import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { documentVerdicts } from '../reports/write-reports.ts';
import { judgeDocuments } from './index.ts';

/** What the dialects say about the only document of a client. */
async function judge(t: TestContext, text: string, ...dialects: string[]) {
  const folder = createTemporaryFolder(t);
  writeFileSync(join(folder, 'a.graphql'), text);
  const { documents } = documentVerdicts(await judgeDocuments({ folder, dialects }));
  assert.equal(documents.length, 1);
  return dialects.map((name) => documents[0]!.verdicts[name]!);
}

const proposals = (selection: string, variables = '') =>
  `query A${variables} { component(id: 1) { ... on Proposals { proposals${selection} } } }`;

test('a refusal has the texts of the platform in its order, then a hint in both directions', async (t) => {
  const text = proposals('{ nodes { nope endorsementsCount } }', '($a: Int)');
  assert.deepEqual(await judge(t, text, 'decidim-0.31'), [
    {
      verdict: 'refused',
      messages: [
        "Field 'nope' doesn't exist on type 'Proposal'",
        "Field 'endorsementsCount' doesn't exist on type 'Proposal'",
        'Variable $a is declared by A but not used',
        '`Proposal.nope` is in no release of Decidim',
        '`endorsementsCount` was renamed to `likesCount` in decidim-0.31',
      ],
    },
  ]);
  const [judgement] = await judge(t, proposals('{ nodes { likesCount } }'), 'decidim-0.30');
  assert.deepEqual(judgement!.messages, [
    "Field 'likesCount' doesn't exist on type 'Proposal'",
    '`likesCount` is called `endorsementsCount` until decidim-0.30',
  ]);
});

test('a type that the release does not have is named, because the platform does not name it', async (t) => {
  const text = '{ component(id: 1) { id ... on TimelineEntry { id } } }';
  const [judgement] = await judge(t, text, 'decidim-0.31');
  assert.deepEqual(judgement!.messages, [
    'Introspection is disabled for this request',
    'this release has no type `TimelineEntry`',
    '`TimelineEntry` was renamed to `Milestone` in decidim-0.31',
  ]);
});

const advice: [text: string, dialect: string, message: string][] = [
  [
    '{ participatoryProcesses { steps { callToActionPath } } }',
    'decidim-0.32',
    '`ParticipatoryProcessStep.callToActionPath` was removed in decidim-0.32',
  ],
  [
    '{ component(id: 1) { ... on Meetings { meetings { nodes { id reminderEnabled } } } } }',
    'decidim-0.32',
    '`Meeting.reminderEnabled` is in no release of Decidim',
  ],
  [
    'mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) { id } } } }',
    'decidim-0.30',
    '`ProposalsMutation` begins with decidim-0.31',
  ],
  [
    'mutation { component(id: 1) { ... on MeetingsMutation { closeMeeting(id: 1) { id } } } }',
    'decidim-0.32',
    '`MeetingsMutation.closeMeeting` is in no release of Decidim',
  ],
];
for (const [text, dialect, message] of advice)
  test(`${dialect} says: ${message}`, async (t) => {
    const [judgement] = await judge(t, text, dialect);
    assert.ok(judgement!.messages.includes(message), judgement!.messages.join('\n'));
  });

test('mutations that the release does not have come first, because the platform does not name them', async (t) => {
  const createMeeting = `mutation A($input: CreateMeetingInput!) { component(id: 2) {
    ... on MeetingsMutation { createMeeting(input: $input) { id } } } }`;
  for (const judgement of await judge(t, createMeeting, 'decidim-0.30', 'decidim-0.31'))
    assert.equal(judgement.messages[0], 'this release has no mutation `MeetingsMutation.createMeeting`');
  const update = `mutation A($input: UpdateProposalInput!) { component(id: 1) { ... on ProposalsMutation {
    proposal(id: 1) { update(input: $input) { id } } } } }`;
  const [judgement] = await judge(t, update, 'decidim-0.31');
  assert.equal(judgement!.messages[0], 'this release has no mutation `ProposalMutation.update`');
});

test('everybody may use introspection in 0.29, and only there', async (t) => {
  const [before, after] = await judge(t, '{ __schema { queryType { name } } }', 'decidim-0.29', 'decidim-0.30');
  assert.deepEqual(before, { verdict: 'accepted', messages: [] });
  assert.deepEqual(after, { verdict: 'refused', messages: ['Introspection is disabled for this request'] });
});

const pages: [text: string, affected: boolean][] = [
  [proposals('(first: 50) { nodes { id } }'), false],
  [proposals('(first: 51) { nodes { id } }'), true],
  [proposals('(last: 100) { nodes { id } }'), true],
  [proposals('(first: $n) { nodes { id } }', '($n: Int = 100)'), true],
  [proposals('(first: $n) { nodes { id } }', '($n: Int = 10)'), false],
  [proposals('(first: $n) { nodes { id } }', '($n: Int)'), false],
];
for (const [text, isAffected] of pages)
  test(`${text} ${isAffected ? 'gets fewer records than it asks for' : 'gets what it asks for'}`, async (t) => {
    const [judgement] = await judge(t, text, 'decidim-0.32');
    assert.equal(judgement!.verdict, isAffected ? 'affected' : 'accepted');
    if (isAffected)
      assert.match(judgement!.messages[0]!, /^Proposals\.proposals\((first|last): \d+\) returns at most 50 records/);
  });

const aliases = (count: number) =>
  `{ ${Array.from({ length: count }, (_, index) => `a${index}: component(id: 1) { id }`).join(' ')} }`;

test('five aliases are accepted, six are refused; 0.30 says so twice, which is listed once, and 0.29 accepts them', async (t) => {
  const [five] = await judge(t, aliases(5), 'decidim-0.32');
  assert.equal(five!.verdict, 'accepted');
  const verdicts = await judge(t, aliases(6), 'decidim-0.29', 'decidim-0.30', 'decidim-0.32');
  const text = 'Too many aliases used. You have used 6 aliases, but 5 are allowed.';
  assert.deepEqual(
    verdicts.map(({ messages }) => messages),
    [[], [text], [text]],
  );
});

// A complexity of 5,208, half of it below each of the two root fields.
const everything = readFileSync('fixtures/documents/statistics/EverythingOfEveryone.graphql', 'utf8');

test('a limit that depends on variables affects a document, unless all values exceed it', async (t) => {
  const someValues = everything
    .replace('EverythingOfEveryone', 'A($all: Boolean!)')
    .replace('assemblies', 'assemblies @include(if: $all)');
  assert.deepEqual(await judge(t, someValues, 'decidim-0.32'), [
    {
      verdict: 'affected',
      messages: [
        'with some values of the variables it is refused: Query has complexity of 5208, which exceeds max complexity of 5000',
      ],
    },
  ]);
  const allValues = everything
    .replace('EverythingOfEveryone', 'A($skips: Boolean!)')
    .replace('components', '__typename @skip(if: $skips) components');
  assert.deepEqual(await judge(t, allValues, 'decidim-0.32'), [
    { verdict: 'refused', messages: ['Query has complexity of 5209, which exceeds max complexity of 5000'] },
  ]);
});

test('the specification is judged with the texts of graphql-js', async (t) => {
  const [judgement] = await judge(t, '{ nope }', 'specification');
  assert.deepEqual(judgement, {
    verdict: 'refused',
    messages: ['Cannot query field "nope" on type "Query".', '`Query.nope` is in no release of Decidim'],
  });
});
