import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createOpenApiValidator, startControlServer } from '../../test/support/control-server.ts';
import { townWorld } from '../../test/support/town-server.ts';
import type { Kind } from '../records/records.ts';
import type { RecordLink } from './records.ts';

type Listed = { record: { id: number }; links: RecordLink[]; title: string | null };

/** Starts a server with the town, whose responses must follow the OpenAPI file. */
async function start(t: TestContext) {
  const server = await startControlServer(t, { world: townWorld });
  const { openApi, assertResponse } = await createOpenApiValidator(server);
  async function get(path: string, headers = {}) {
    const response = await server.send('GET', `/__admin/records${path}`, undefined, headers);
    assertResponse('GET', `/__admin/records${path}`, response);
    return response;
  }
  const ids = async (path: string) => (await get(path)).body.records.map(({ record }: Listed) => record.id);
  return { ...server, openApi, get, ids };
}

test('the records of a kind are listed page by page, in the order of their ids', async (t) => {
  const { get, ids, world } = await start(t);
  const all = world.store.all('proposals').map(({ id }) => id);
  const listed: number[] = [];
  for (let after: number | null = 0; after !== null;) {
    const { body } = await get(`/proposals?first=10&after=${after}`);
    assert.deepEqual([body.count, body.total], [all.length, all.length]);
    listed.push(...body.records.map(({ record }: Listed) => record.id));
    after = body.next;
  }
  assert.deepEqual(
    listed,
    all.toSorted((a, b) => a - b),
  );
  const newest = listed.toReversed();
  assert.deepEqual(await ids('/proposals?order=descending&first=2'), newest.slice(0, 2));
  assert.deepEqual(await ids(`/proposals?order=descending&first=2&after=${newest[1]}`), newest.slice(2, 4));
  assert.deepEqual((await get('/proposals?after=99999')).body.records, []);
});

test('a search finds texts in any locale and part of an object, and ids', async (t) => {
  const { ids, get } = await start(t);
  for (const [path, expected] of [
    ['/proposals?search=LIME%20TREES', [1]],
    // A translation of the answer.
    ['/proposals?search=plantarem%20a%20la', [1]],
    ['/meetings?search=asamblea%20inicial', [1]],
    ['/users?search=admin-key', [1]],
    // A pattern of regular expressions is a text, too.
    ['/proposals?search=lime.*mill', []],
    ['/proposals?search=(((', []],
    // Neither a time nor a reference is a text.
    ['/comments?search=proposals%2F1', []],
    ['/comments?search=T11:00:00', []],
  ] as const)
    assert.deepEqual(await ids(path), expected, path);
  const { body } = await get('/proposals?search=3&first=1');
  assert.ok(body.count >= 1 && body.total > body.count);
  assert.ok((await ids('/proposals?search=3')).includes(3));
  assert.deepEqual(await ids('/proposals?search='), await ids('/proposals'));
});

test('a record is read with the records that it refers to, and with what refers to it', async (t) => {
  const { get, world } = await start(t);
  const { store } = world;
  const { body: proposal } = await get('/proposals/1');
  assert.deepEqual(proposal.record, JSON.parse(JSON.stringify(store.find('proposals', 1))));
  assert.equal(proposal.title, 'Plant lime trees along Mill Road');
  const { name } = store.find('components', 1)!;
  assert.deepEqual(proposal.links[0], { field: 'componentId', kind: 'components', id: 1, title: name['en'] });
  const authors = proposal.links.filter(({ field }: RecordLink) => field === 'authorIds');
  assert.deepEqual(
    authors.map(({ id, title }: RecordLink) => [id, title]),
    [4, 5].map((id) => [id, store.find('users', id)!.name]),
  );
  const comments = store.all('comments').filter(({ commentable }) => commentable === 'proposals/1');
  assert.deepEqual(
    proposal.referrers.find(({ kind }: { kind: string }) => kind === 'comments'),
    { kind: 'comments', field: 'commentable', count: comments.length },
  );
  const { body: comment } = await get(`/comments/${comments[0]!.id}`);
  assert.deepEqual(comment.links[0], { field: 'commentable', kind: 'proposals', id: 1, title: proposal.title });
});

test('what refers to a record is listed as often as it is counted, members of objects included', async (t) => {
  const { get } = await start(t);
  const targets: [Kind, number][] = [
    ['proposals', 1],
    ['users', 4],
    ['taxonomies', 8],
    ['proposals', 12],
    ['processes', 1],
  ];
  const fields = new Set<string>();
  for (const [kind, id] of targets)
    for (const referrer of (await get(`/${kind}/${id}`)).body.referrers) {
      const { body } = await get(`/${referrer.kind}?refersTo=${kind}/${id}&through=${referrer.field}&first=1000`);
      assert.equal(body.count, referrer.count, JSON.stringify(referrer));
      for (const { links } of body.records as Listed[])
        assert.ok(
          links.some((link) => link.field === referrer.field && link.kind === kind && link.id === id),
          JSON.stringify(links),
        );
      fields.add(`${referrer.kind}.${referrer.field}`);
    }
  for (const field of [
    'comments.commentable',
    'results.proposalIds',
    'proposals.taxonomyIds',
    'meetings.closing.proposalIds',
  ])
    assert.ok(fields.has(field), field);
});

test('wrong parameters are refused, and the OpenAPI file describes them', async (t) => {
  const { get, openApi } = await start(t);
  for (const [path, status, member] of [
    ['/proposal', 404, 'kind'],
    ['/toString', 404, 'kind'],
    ['/proposals/99', 404, 'id'],
    ['/proposals/x', 404, 'id'],
    ['/proposals?first=0', 400, 'first'],
    ['/proposals?first=1001', 400, 'first'],
    ['/proposals?first=ten', 400, 'first'],
    ['/proposals?after=-1', 400, 'after'],
    ['/proposals?order=up', 400, 'order'],
    ['/proposals?serch=x', 400, 'serch'],
    ['/proposals?toString=x', 400, 'toString'],
    ['/proposals?search=a&search=b', 400, 'search'],
    [`/proposals?search=${'x'.repeat(201)}`, 400, 'search'],
    ['/proposals?refersTo=components', 400, 'refersTo'],
    ['/proposals?refersTo=comments/1', 400, 'refersTo'],
    ['/proposals?refersTo=users/1&through=componentId', 400, 'through'],
    ['/proposals?through=componentId', 400, 'through'],
  ] as const) {
    const response = await get(path);
    assert.deepEqual([response.status, response.body.member], [status, member], path);
  }
  assert.match((await get('/proposal')).body.detail, /Did you mean proposals/);
  const { parameters } = openApi.paths['/__admin/records/{kind}']!['get']!;
  const names = parameters.map((parameter) => ('name' in parameter ? `${parameter.in} ${parameter.name}` : ''));
  assert.deepEqual(names.slice(0, 4), ['path kind', 'query search', 'query refersTo', 'query through']);
});

test('records are those of the session, with the tokens and secrets that the export of the state has', async (t) => {
  const { get, send } = await start(t);
  const session = { 'x-plenum-session': 'a' };
  await send('POST', '/__admin/tokens', { admin: false, name: 'Only here' }, session);
  assert.equal((await get('/users?search=only%20here', session)).body.count, 1);
  assert.equal((await get('/users?search=only%20here')).body.count, 0);
  const state = (await send('GET', '/__admin/state')).body;
  assert.deepEqual((await get('/users/1')).body.record, state['users.json'][0]);
});

test('the title of a record is its text without tags, in one line of at most 120 characters', async (t) => {
  const { get, world } = await start(t);
  const { store } = world;
  const [comment] = store.all('comments');
  const titleOf = async (body: string) => {
    store.update((transaction) => transaction.update('comments', comment!.id, { body: { ca: body } }));
    return (await get(`/comments/${comment!.id}`)).body.title;
  };
  assert.equal(await titleOf('<p>A first\nline</p><p>and  another</p>'), 'A first line and another');
  assert.equal(await titleOf('x'.repeat(200)), `${'x'.repeat(120)}…`);
  assert.equal(await titleOf('<br>'), null);
});

test('a kind is described by the schema of its records and the locales of the organization', async (t) => {
  const { send } = await start(t);
  const { status, body } = await send('GET', '/__admin/kinds/proposals');
  assert.deepEqual([status, body.locales], [200, ['en', 'ca', 'es']]);
  assert.equal(body.schema.properties.componentId.references, 'components');
  assert.ok(body.schema.required.includes('title'));
  const unknown = await send('GET', '/__admin/kinds/proposal');
  assert.deepEqual([unknown.status, unknown.body.member], [404, 'kind']);
  assert.match(unknown.body.detail, /Did you mean proposals/);
});
