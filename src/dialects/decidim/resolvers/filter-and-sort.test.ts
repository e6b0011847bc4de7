import assert from 'node:assert/strict';
import test from 'node:test';
import { createQueryRunner } from '../../../../test/support/decidim-queries.ts';

const { query } = createQueryRunner();
const ids = (records: { id: string }[]) => records.map(({ id }) => id).join(' ');

const everything = '1 2 3 4 6 8 9 10';
const components: [string, string][] = [
  ['', everything],
  ['(filter: null, order: null)', everything],
  ['(filter: { type: "Meetings" })', '2 3'],
  ['(filter: { type: "MEETINGS" })', '2 3'],
  ['(filter: { type: "nope" })', ''],
  ['(filter: { name: "meet" })', '2 3'],
  ['(filter: { name: "m__t%OFF" })', '3'],
  ['(filter: { name: null })', everything],
  ['(filter: { name: "(CA)", locale: "ca" })', everything],
  ['(filter: { name: "meet", locale: "es" })', ''],
  ['(filter: { type: "proposals", name: "hidden" })', '9'],
  ['(filter: { withCommentsEnabled: true })', '1 2 3 4 8 9 10'],
  ['(filter: { withCommentsEnabled: false })', ''],
  ['(filter: { withCommentsEnabled: null })', ''],
  ['(filter: { withGeolocationEnabled: true })', '2 3'],
  ['(filter: { withGeolocationEnabled: false })', '1 2 3 4 8 9 10'],
  ['(filter: { withGeolocationEnabled: null })', '2 3'],
  ['(filter: { publishedSince: "2020-01-01" })', everything],
  ['(filter: { publishedBefore: "2020-01-01" })', ''],
  ['(order: { id: "desc" })', '10 9 8 6 4 3 2 1'],
  ['(order: { weight: "DESC" })', '10 9 8 6 4 3 2 1'],
  ['(order: { name: "desc" })', '9 8 1 3 2 10 4 6'],
  ['(order: { name: "asc", locale: "ca" })', '6 4 10 2 3 1 8 9'],
  ['(order: { name: "desc", locale: "es" })', everything],
  ['(order: { type: "asc" })', '4 10 2 3 6 1 8 9'],
  // The schema's order of the keys counts, not the request's.
  ['(order: { type: "DESC", id: "desc" })', '10 9 8 6 4 3 2 1'],
  ['(order: { locale: "en" })', everything],
];
for (const [args, expected] of components) {
  test(`components${args}`, () => {
    const { data, messages } = query(`{ participatoryProcess(id: 1) { components${args} { id } } }`);
    assert.deepEqual([messages, ids(data.participatoryProcess.components)], [[], expected]);
  });
}

test('administrators see what is not published, but in lists by the day of publication', () => {
  const admin = (args: string) =>
    ids(
      query(`{ participatoryProcess(id: 1) { components${args} { id } } }`, 'admin').data.participatoryProcess
        .components,
    );
  assert.equal(admin(''), '1 2 3 4 5 6 8 9 10');
  assert.equal(admin('(order: { name: "desc" })'), '5 9 8 1 3 2 10 4 6');
  assert.equal(admin('(filter: { publishedSince: "2020-01-01" })'), everything);
  assert.equal(
    ids(query('{ participatoryProcesses(order: { id: "DESC" }) { id } }', 'admin').data.participatoryProcesses),
    '2 1',
  );
  assert.equal(ids(query('{ participatoryProcesses { id } }', 'member').data.participatoryProcesses), '1');
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
for (const [day, accepted] of days) {
  test(`the day ${JSON.stringify(day)} is ${accepted ? '' : 'not '}accepted`, () => {
    const { data, messages } = query(`{ participatoryProcesses(filter: { publishedSince: "${day}" }) { id } }`);
    assert.deepEqual(messages, accepted ? [] : ['Invalid date format for publishedBefore']);
    assert.deepEqual(data.participatoryProcesses, accepted ? [{ id: '1' }] : null);
  });
}

const invalid = (column: string, received: string) =>
  `Invalid order value for :${column}, only ASC or DESC are valids (received "${received}")`;
const process = (args: string) => `{ participatoryProcess(id: 1) { components(${args}) { id } } }`;
const proposals = (args: string) => `{ component(id: 1) { ... on Proposals { proposals(${args}) { nodes { id } } } } }`;
const refused: [string, string][] = [
  [process('filter: { name: "x", locale: "fr" }'), 'fr locale is not used in the organization'],
  [process('filter: { locale: null }'), ' locale is not used in the organization'],
  [process('order: { locale: "fr", id: "bad" }'), 'fr locale is not used in the organization'],
  [process('filter: { publishedSince: null }'), 'Invalid date format for publishedBefore'],
  [process('filter: { publishedSince: "bad" }, order: { id: "bad" }'), invalid('id', 'bad')],
  [process('order: { type: "bad" }'), invalid('manifest_name', 'bad')],
  [process('order: { id: "constructor" }'), invalid('id', 'constructor')],
  [proposals('order: { voteCount: "bad" }'), invalid('proposal_votes_count', 'bad')],
  [proposals('order: { likeCount: "bad" }'), invalid('likes_count', 'bad')],
  [proposals('order: { publishedAt: "bad" }'), invalid('published_at', 'bad')],
  [proposals('filter: { publishedBefore: "bad" }'), 'Invalid date format for publishedBefore'],
  ['{ users(order: { nickname: "", id: "x" }) { id } }', invalid('id', 'x')],
  ['{ assemblies(filter: { publishedSince: "x" }, order: { id: "y" }) { id } }', invalid('id', 'y')],
];
for (const [document, message] of refused) {
  test(`refused: ${document}`, () => assert.deepEqual(query(document).messages, [message]));
}

const crashes = [
  proposals('order: { id: null }'),
  process('filter: { type: null }'),
  process('order: { name: null }'),
  '{ users(filter: { nickname: null }) { id } }',
  '{ users(filter: { wildcard: null }) { id } }',
  '{ component(id: 2) { name { translations(locales: null) { text } } } }',
];
for (const document of crashes) test(`a crash: ${document}`, () => assert.ok(query(document).isServerError));

const asked = (args: string) => ids(query(proposals(args)).data.component.proposals.nodes);

test('proposals by moment of publication, votes and likes', () => {
  assert.equal(asked('order: { publishedAt: "desc" }'), '2 1');
  assert.equal(asked('order: { voteCount: "desc" }'), '1 2');
  assert.equal(asked('order: { likeCount: "desc" }'), '1 2');
  assert.equal(asked('filter: { publishedBefore: "2020-01-01" }'), '');
  assert.equal(asked('first: 1, order: { id: "asc", publishedAt: "desc" }'), '2');
});

test('records without a value come last, and first the other way round; of equals the lower id comes first', () => {
  const world = createQueryRunner();
  world.store.update((draft) => {
    draft.update('components', 2, { name: { en: 'Meetings' } });
    draft.update('components', 9, { weight: 0 });
  });
  const listed = (order: string) => ids(world.query(process(`order: ${order}`)).data.participatoryProcess.components);
  assert.equal(listed('{ name: "asc", locale: "ca" }'), '6 4 10 3 1 8 9 2');
  assert.equal(listed('{ name: "desc", locale: "ca" }'), '2 9 8 1 3 10 4 6');
  assert.equal(listed('{ type: "desc" }'), '1 8 9 6 2 3 10 4');
});
