import assert from 'node:assert/strict';
import test from 'node:test';
import { createQueryRunner } from '../../../../test/support/decidim-queries.ts';

const { query } = createQueryRunner();
const meetingsQuery = (args: string, selection: string) =>
  `{ component(id: 2) { ... on Meetings { meetings${args} { ${selection} } } } }`;

const pageInfo = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
/** Arguments, and the page: its cursors, and whether there are a next and a previous page. The query has the edges first. */
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
/** The same for a query that has `pageInfo` first. */
const pageInfoFirst: [string, string][] = [
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
  const connection = query(meetingsQuery(args, selection)).data.component.meetings;
  const cursors = connection.edges.map(({ cursor }: { cursor: string }) => cursor);
  const { startCursor, endCursor, hasNextPage, hasPreviousPage } = connection.pageInfo;
  assert.deepEqual([startCursor, endCursor], [cursors[0] ?? null, cursors.at(-1) ?? null]);
  return `${cursors.join(' ')}${hasNextPage ? ' next' : ''}${hasPreviousPage ? ' previous' : ''}`;
}
for (const [args, expected] of edgesFirst) {
  test(`meetings${args}, edges first`, () => assert.equal(pageOf(args, `edges { cursor } ${pageInfo}`), expected));
}
for (const [args, expected] of pageInfoFirst) {
  test(`meetings${args}, pageInfo first`, () => assert.equal(pageOf(args, `${pageInfo} edges { cursor }`), expected));
}

const countAfter = (cursor: string) =>
  query(meetingsQuery(`(after: "${cursor}")`, 'nodes { id }')).data.component.meetings.nodes.length;

test('a cursor is the number at its start', () => {
  assert.deepEqual(['MQ', 'MQ==', 'MS41', 'MWFi', 'MA'].map(countAfter), [3, 3, 3, 3, 4]);
});

for (const cursor of ['zzz!', 'a!b', 'Mé', 'MQ!', 'M', ' ', 'MQ=']) {
  test(`the cursor ${JSON.stringify(cursor)} is an error at the field that reads the page`, () => {
    const { data, messages } = query(meetingsQuery(`(after: "${cursor}")`, 'nodes { id }'));
    assert.deepEqual([messages, data.component.meetings], [[`Invalid input: "${cursor}"`], { nodes: null }]);
  });
}

const queryWithInvalidCursor = (selection: string) => query(meetingsQuery('(after: "zzz!")', selection));

test('an invalid cursor is an error at each field of the page', () => {
  assert.deepEqual(queryWithInvalidCursor('pageInfo { endCursor }').data.component.meetings, {
    pageInfo: { endCursor: null },
  });
  const both = queryWithInvalidCursor('pageInfo { startCursor hasPreviousPage }');
  assert.deepEqual([both.messages.length, both.data.component.meetings], [2, null]);
});

for (const [args, selection, error] of [
  ['after: "zz!", before: "yy!"', 'nodes { id }', 'zz!'],
  ['after: "zz!", before: "yy!"', 'pageInfo { hasNextPage }', 'yy!'],
  ['after: "zz!", before: "Mg"', 'pageInfo { hasNextPage }', undefined],
  ['after: "zz!", last: 1', 'pageInfo { hasNextPage }', undefined],
  ['after: "MQ", before: "zz!"', 'pageInfo { hasPreviousPage }', undefined],
  ['before: "zz!"', 'pageInfo { hasPreviousPage }', undefined],
  ['before: "zz!", last: 1', 'pageInfo { hasPreviousPage }', 'zz!'],
] as const) {
  test(`${selection} with (${args}) reads the cursors that it needs`, () => {
    assert.deepEqual(query(meetingsQuery(`(${args})`, selection)).messages, error ? [`Invalid input: "${error}"`] : []);
  });
}

test('a page has at most 50 records', () => {
  const runner = createQueryRunner();
  const { store } = runner;
  const { id: _, reference, createdAt, updatedAt, ...fields } = store.find('meetings', 1)!;
  store.update((transaction) => Array.from({ length: 60 }, () => transaction.create('meetings', fields)));
  const page = (args: string) =>
    runner.query(meetingsQuery(args, `nodes { id } ${pageInfo}`)).data.component.meetings as {
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
