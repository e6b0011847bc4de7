import assert from 'node:assert/strict';
import test from 'node:test';
import { createQueryRunner } from '../../../../test/support/decidim-queries.ts';

const { query } = createQueryRunner();
const idsOf = (records: { id: string }[]) => records.map(({ id }) => id).join(' ');

const allIds = '1 2 3 4 6 8 9 10';
const components: [string, string][] = [
  ['', allIds],
  ['(filter: null, order: null)', allIds],
  ['(filter: { type: "Meetings" })', '2 3'],
  ['(filter: { type: "MEETINGS" })', '2 3'],
  ['(filter: { type: "nope" })', ''],
  ['(filter: { name: "meet" })', '2 3'],
  ['(filter: { name: null })', allIds],
  ['(filter: { name: "(CA)", locale: "ca" })', allIds],
  ['(filter: { name: "meet", locale: "es" })', ''],
  ['(filter: { type: "proposals", name: "hidden" })', '9'],
  ['(filter: { withCommentsEnabled: true })', '1 2 3 4 8 9 10'],
  ['(filter: { withCommentsEnabled: false })', ''],
  ['(filter: { withCommentsEnabled: null })', ''],
  ['(filter: { withGeolocationEnabled: true })', '2 3'],
  ['(filter: { withGeolocationEnabled: false })', '1 2 3 4 8 9 10'],
  ['(filter: { withGeolocationEnabled: null })', '2 3'],
  ['(filter: { publishedSince: "2020-01-01" })', allIds],
  ['(filter: { publishedBefore: "2020-01-01" })', ''],
  ['(order: { id: "desc" })', '10 9 8 6 4 3 2 1'],
  ['(order: { weight: "DESC" })', '10 9 8 6 4 3 2 1'],
  ['(order: { name: "desc" })', '9 8 1 3 2 10 4 6'],
  ['(order: { name: "asc", locale: "ca" })', '6 4 10 2 3 1 8 9'],
  ['(order: { name: "desc", locale: "es" })', allIds],
  ['(order: { type: "asc" })', '4 10 2 3 6 1 8 9'],
  // The order of the keys is that of the schema, not of the request.
  ['(order: { type: "DESC", id: "desc" })', '10 9 8 6 4 3 2 1'],
  ['(order: { locale: "en" })', allIds],
];
for (const [args, expected] of components) {
  test(`components${args}`, () => {
    const { data, messages } = query(`{ participatoryProcess(id: 1) { components${args} { id } } }`);
    assert.deepEqual([messages, idsOf(data.participatoryProcess.components)], [[], expected]);
  });
}

test('administrators see unpublished components, except with a filter by publication', () => {
  const admin = (args: string) =>
    idsOf(
      query(`{ participatoryProcess(id: 1) { components${args} { id } } }`, 'admin').data.participatoryProcess
        .components,
    );
  assert.equal(admin(''), '1 2 3 4 5 6 8 9 10');
  assert.equal(admin('(order: { name: "desc" })'), '5 9 8 1 3 2 10 4 6');
  assert.equal(admin('(filter: { publishedSince: "2020-01-01" })'), allIds);
  assert.equal(
    idsOf(query('{ participatoryProcesses(order: { id: "DESC" }) { id } }', 'admin').data.participatoryProcesses),
    '2 1',
  );
  assert.equal(idsOf(query('{ participatoryProcesses { id } }', 'member').data.participatoryProcesses), '1');
});

const days: [string, boolean][] = [
  ['2020-01', true],
  ['20200101', true],
  ['2020-W01-1', true],
  ['2020-001', true],
  ['2020-01-01T10:00:00Z', true],
  [' 2020-01-01', true],
  ['2020', false],
  ['2020-02-30', false],
  ['2020-1-1', false],
  ['2020-01-01abc', false],
  ['', false],
];
for (const [day, isValid] of days) {
  test(`${isValid ? 'accepts' : 'rejects'} the day ${JSON.stringify(day)}`, () => {
    const { data, messages } = query(`{ participatoryProcesses(filter: { publishedSince: "${day}" }) { id } }`);
    assert.deepEqual(messages, isValid ? [] : ['Invalid date format for publishedBefore']);
    assert.deepEqual(data.participatoryProcesses, isValid ? [{ id: '1' }] : null);
  });
}

const invalidOrder = (column: string, received: string) =>
  `Invalid order value for :${column}, only ASC or DESC are valids (received "${received}")`;
const componentsQuery = (args: string) => `{ participatoryProcess(id: 1) { components(${args}) { id } } }`;
const proposalsQuery = (args: string) =>
  `{ component(id: 1) { ... on Proposals { proposals(${args}) { nodes { id } } } } }`;
const invalidQueries: [string, string][] = [
  [componentsQuery('filter: { name: "x", locale: "fr" }'), 'fr locale is not used in the organization'],
  [componentsQuery('filter: { type: null, locale: "fr" }'), 'fr locale is not used in the organization'],
  [componentsQuery('filter: { locale: null }'), ' locale is not used in the organization'],
  [componentsQuery('order: { locale: "fr", id: "bad" }'), 'fr locale is not used in the organization'],
  [componentsQuery('filter: { publishedSince: null }'), 'Invalid date format for publishedBefore'],
  [componentsQuery('filter: { publishedSince: "bad" }, order: { id: "bad" }'), invalidOrder('id', 'bad')],
  [componentsQuery('order: { type: "bad" }'), invalidOrder('manifest_name', 'bad')],
  [componentsQuery('order: { id: "constructor" }'), invalidOrder('id', 'constructor')],
  [proposalsQuery('order: { voteCount: "bad" }'), invalidOrder('proposal_votes_count', 'bad')],
  [proposalsQuery('order: { likeCount: "bad" }'), invalidOrder('likes_count', 'bad')],
  [proposalsQuery('order: { publishedAt: "bad" }'), invalidOrder('published_at', 'bad')],
  [proposalsQuery('filter: { publishedBefore: "bad" }'), 'Invalid date format for publishedBefore'],
  ['{ users(order: { nickname: "", id: "x" }) { id } }', invalidOrder('id', 'x')],
  ['{ assemblies(filter: { publishedSince: "x" }, order: { id: "y" }) { id } }', invalidOrder('id', 'y')],
];
for (const [document, message] of invalidQueries) {
  test(`rejects ${document}`, () => assert.deepEqual(query(document).messages, [message]));
}

const serverErrors = [
  proposalsQuery('order: { id: null }'),
  componentsQuery('filter: { type: null }'),
  componentsQuery('filter: { type: null }, order: { id: "bad" }'),
  componentsQuery('filter: { type: null }, order: { name: "asc", locale: "fr" }'),
  componentsQuery('order: { name: null }'),
  '{ users(filter: { nickname: null }) { id } }',
  '{ users(filter: { wildcard: null }) { id } }',
  '{ users(filter: { nickname: null }, order: { id: "bad" }) { id } }',
  '{ component(id: 2) { name { translations(locales: null) { text } } } }',
];
for (const document of serverErrors)
  test(`is a server error: ${document}`, () => assert.ok(query(document).isServerError));

const proposalIds = (args: string) => idsOf(query(proposalsQuery(args)).data.component.proposals.nodes);

test('filters and sorts proposals by publication, votes and likes', () => {
  assert.equal(proposalIds('order: { publishedAt: "desc" }'), '2 1');
  assert.equal(proposalIds('order: { voteCount: "desc" }'), '1 2');
  assert.equal(proposalIds('order: { likeCount: "desc" }'), '1 2');
  assert.equal(proposalIds('filter: { publishedBefore: "2020-01-01" }'), '');
  assert.equal(proposalIds('first: 1, order: { id: "asc", publishedAt: "desc" }'), '2');
});

test('records without a value are last, or first in descending order; equal records are in the order of ids', () => {
  const runner = createQueryRunner();
  runner.store.update((transaction) => {
    transaction.update('components', 2, { name: { en: 'Meetings' } });
    transaction.update('components', 9, { weight: 0 });
  });
  const sortedIds = (order: string) =>
    idsOf(runner.query(componentsQuery(`order: ${order}`)).data.participatoryProcess.components);
  assert.equal(sortedIds('{ name: "asc", locale: "ca" }'), '6 4 10 3 1 8 9 2');
  assert.equal(sortedIds('{ name: "desc", locale: "ca" }'), '2 9 8 1 3 10 4 6');
  assert.equal(sortedIds('{ type: "desc" }'), '1 8 9 6 2 3 10 4');
});
