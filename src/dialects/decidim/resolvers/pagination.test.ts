import assert from 'node:assert/strict';
import test from 'node:test';
import { createQueryRunner } from '../../../../test/support/decidim-queries.ts';

const { query } = createQueryRunner();
const meetings = (args: string, selection: string) =>
  `{ component(id: 2) { ... on Meetings { meetings${args} { ${selection} } } } }`;

const info = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
/** Cursors of the page, then whether there is a page after and before it; asked for in this order, or the other way round. */
const edgesFirst: [string, string][] = [
  ['(first: -1)', ' next'],
  ['(first: 4)', 'MQ Mg Mw NA'],
  ['(first: null, after: null)', 'MQ Mg Mw NA'],
  ['(last: 100)', 'MQ Mg Mw NA'],
  ['(last: 0)', ' previous'],
  ['(last: -1)', ' previous'],
  ['(first: 3, last: 2)', 'Mg Mw previous'],
  ['(first: 3, last: 2, after: "MQ")', 'Mw NA previous'],
  ['(first: 2, after: "MQ", before: "NA")', 'Mg Mw next previous'],
  ['(after: "Mw", before: "Mg")', ' next previous'],
  ['(last: 1, after: "Mg", before: "NA")', 'Mw next previous'],
  ['(before: "LTE")', 'MQ Mg Mw NA'],
  ['(before: "MA")', 'MQ Mg Mw NA'],
  ['(before: "OTk")', 'MQ Mg Mw NA next'],
  ['(after: "LTE")', 'MA MQ Mg Mw'],
  ['(last: 2, after: "OTk")', ' previous'],
];
const infoFirst: [string, string][] = [
  ['(last: 2)', 'Mw NA previous'],
  ['(first: 1, after: "MQ")', 'Mg next previous'],
  ['(before: "Mw")', 'MQ Mg next'],
  ['(first: 2, before: "NA")', 'MQ Mg next'],
  ['(last: 1, after: "MQ")', 'NA previous'],
  ['(last: 1, before: "Mw")', 'Mg next previous'],
  ['(first: 3, last: 1)', 'Mw next previous'],
  ['(after: "OTk")', ' previous'],
  ['(after: "")', 'MQ Mg Mw NA'],
  ['(after: "YWJj")', 'MQ Mg Mw NA'],
  ['(before: "MQ")', ' next'],
];

function pageOf(args: string, selection: string): string {
  const { edges, pageInfo } = query(meetings(args, selection)).data.component.meetings;
  const cursors = edges.map(({ cursor }: { cursor: string }) => cursor);
  assert.deepEqual([pageInfo.startCursor, pageInfo.endCursor], [cursors[0] ?? null, cursors.at(-1) ?? null]);
  return `${cursors.join(' ')}${pageInfo.hasNextPage ? ' next' : ''}${pageInfo.hasPreviousPage ? ' previous' : ''}`;
}
for (const [args, expected] of edgesFirst) {
  test(`meetings${args}, edges first`, () => assert.equal(pageOf(args, `edges { cursor } ${info}`), expected));
}
for (const [args, expected] of infoFirst) {
  test(`meetings${args}, pageInfo first`, () => assert.equal(pageOf(args, `${info} edges { cursor }`), expected));
}

const after = (cursor: string) =>
  query(meetings(`(after: "${cursor}")`, 'nodes { id }')).data.component.meetings.nodes.length;

test('a cursor is the number that it begins with', () => {
  assert.deepEqual(['MQ', 'MQ==', 'MS41', 'MWFi', 'MA'].map(after), [3, 3, 3, 3, 4]);
});

for (const cursor of ['zzz!', 'a!b', 'Mé', 'MQ!', 'M', ' ', 'MQ=']) {
  test(`the cursor ${JSON.stringify(cursor)} is refused where the page is read`, () => {
    const { data, messages } = query(meetings(`(after: "${cursor}")`, 'nodes { id }'));
    assert.deepEqual([messages, data.component.meetings], [[`Invalid input: "${cursor}"`], { nodes: null }]);
  });
}

const astray = (selection: string) => query(meetings('(after: "zzz!")', selection));

test('each field of a page refuses a cursor itself', () => {
  assert.deepEqual(astray('pageInfo { endCursor }').data.component.meetings, { pageInfo: { endCursor: null } });
  const both = astray('pageInfo { startCursor hasPreviousPage }');
  assert.deepEqual([both.messages.length, both.data.component.meetings], [2, null]);
});

test('a page holds 50 records at most', () => {
  const { store, query: askThis } = createQueryRunner();
  const { id: _, reference, createdAt, updatedAt, ...fields } = store.find('meetings', 1)!;
  store.update((draft) => Array.from({ length: 60 }, () => draft.create('meetings', fields)));
  const page = (args: string) =>
    askThis(meetings(args, `nodes { id } ${info}`)).data.component.meetings as {
      nodes: { id: string }[];
      pageInfo: Record<string, unknown>;
    };
  assert.equal(reference && createdAt && updatedAt && page('').nodes.length, 50);
  assert.deepEqual(page('(first: 100)').pageInfo, {
    hasNextPage: true,
    hasPreviousPage: false,
    startCursor: 'MQ',
    endCursor: 'NTA',
  });
  assert.equal(page('(last: 100)').nodes[0]!.id, '15');
});
