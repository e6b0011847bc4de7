import assert from 'node:assert/strict';
import { type TestContext, describe, test } from 'node:test';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import type { AnyData } from '../../test/support/test-server.ts';
import { suiteDialects } from '../dialects/dialects.ts';
import type { Controls } from './controls.ts';
import { type StandInOptions, createStandIn } from './stand-in.ts';

async function start(t: TestContext, options: StandInOptions = {}) {
  const standIn = await createStandIn(options);
  t.after(() => standIn.close());
  return standIn;
}

async function query(controls: Controls, text: string, token?: string): Promise<AnyData> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await controls.fetch('/api', { method: 'POST', headers, body: JSON.stringify({ query: text }) });
  return response.json();
}

const proposalQuery = (id: number) =>
  `{ component(id: 1) { ... on Proposals { proposal(id: "${id}") { id title { translations { locale text } } } } } }`;
const titlesOf = ({ data }: AnyData) => data.component.proposal?.title.translations.map(({ text }: AnyData) => text);

for (const dialect of Object.keys(suiteDialects) as NonNullable<StandInOptions['dialect']>[])
  test(`${dialect} answers with what was created, changed and deleted`, async (t) => {
    const standIn = await start(t, { dialect });
    const created = await standIn.records.create('proposals', { title: { en: 'A bench by the river' } });
    assert.deepEqual(titlesOf(await query(standIn, proposalQuery(created.id))), ['A bench by the river']);
    const updated = await standIn.records.update('proposals', created.id, { title: { en: 'Two benches' } });
    assert.deepEqual(updated, { ...created, title: { en: 'Two benches' }, updatedAt: updated.updatedAt });
    assert.deepEqual(titlesOf(await query(standIn, proposalQuery(created.id))), ['Two benches']);
    assert.equal(await standIn.records.delete('proposals', created.id), undefined);
    const gone = await query(standIn, proposalQuery(created.id));
    assert.equal(gone.data?.component.proposal ?? null, null);
  });

test('records are found by the ids of the API; what no record can have is refused', async (t) => {
  const { records } = await start(t);
  const idsOf = async (filter: object) => (await records.find('proposals', filter)).map(({ id }) => id);
  assert.deepEqual(await idsOf({ id: '1' }), [1]);
  assert.deepEqual(await idsOf({ componentId: '1' }), await idsOf({ componentId: 1 }));
  assert.deepEqual(await idsOf({ authorIds: ['4'] }), await idsOf({ authorIds: [4] }));
  for (const [filter, member] of [
    [{ id: 'one' }, 'id'],
    [{ cost: 'much' }, 'cost'],
    [{ title: 'text' }, 'title'],
    [{ cots: 1 }, 'cots'],
  ] as const)
    await assert.rejects(idsOf(filter), { status: 400, member });
});

describe('a record that is created', () => {
  test('is published, in a component that everybody sees, by a person', async (t) => {
    const { records } = await start(t, { world: 'town' });
    const { componentId, authorIds, publishedAt, createdAt, reference } = await records.create('proposals', {});
    const [component] = await records.find('components', { id: componentId });
    assert.equal(component!.kind, 'proposals');
    const [author] = await records.find('users', { id: authorIds[0]! });
    assert.deepEqual([author!.admin, author!.key, publishedAt], [false, null, createdAt]);
    assert.match(reference, /^RIV-PROP-\d{4}-\d\d-\d+$/);
  });

  test('can be a draft', async (t) => {
    const { records } = await start(t);
    const { publishedAt } = await records.create('proposals', { publishedAt: null });
    assert.equal(publishedAt, null);
  });

  test('has the date-times of the API, whatever their form', async (t) => {
    const { records } = await start(t);
    const meeting = await records.create('meetings', { startTime: '2027-03-01T18:00:00+01:00' });
    assert.deepEqual([meeting.startTime, meeting.endTime], ['2027-03-01T17:00:00+00:00', '2027-03-01T19:00:00+00:00']);
  });

  test('can be a user, whose token is valid at once and not when the user is deleted', async (t) => {
    const standIn = await start(t);
    const viewer = async () =>
      (await query(standIn, '{ session { user { id } } }', 'mayor-token')).data.session?.user.id;
    assert.equal(await viewer(), undefined);
    const { id } = await standIn.records.create('users', { name: 'The mayor', token: 'mayor-token' });
    assert.equal(await viewer(), String(id));
    await standIn.records.delete('users', id);
    assert.equal(await viewer(), undefined);
  });
});

describe('find', () => {
  test('returns copies of the records that have all of the members', async (t) => {
    const { records } = await start(t);
    const [meeting] = await records.find('meetings', { authorId: 2, id: 2 });
    assert.equal(meeting!.id, 2);
    meeting!.title['en'] = 'changed';
    const [again] = await records.find('meetings', { id: 2 });
    assert.notEqual(again!.title['en'], 'changed');
    assert.deepEqual(await records.find('meetings', { title: again!.title, authorId: 3 }), []);
  });

  test('compares the given part of an object', async (t) => {
    const { records } = await start(t);
    const { id } = await records.create('proposals', { title: { en: 'Trees', es: 'Árboles' } });
    const found = await records.find('proposals', { title: { es: 'Árboles' } });
    assert.deepEqual(
      found.map((each) => each.id),
      [id],
    );
  });

  test('refuses a member that the kind does not have', async (t) => {
    const { records } = await start(t);
    await assert.rejects(records.find('proposals', { titel: {} } as never), {
      message: 'proposals have no member "titel". Did you mean title, state?',
    });
  });
});

describe('what is invalid changes nothing, and names the member', () => {
  const cases: [string, (records: Controls['records']) => Promise<unknown>, string | undefined, RegExp][] = [
    [
      'unknown member',
      (records) => records.create('proposals', { titel: 'x' } as never),
      'titel',
      /^proposals: titel: is unknown; did you mean title, state\?$/,
    ],
    ['unknown kind', (records) => records.create('proposal' as never), 'kind', /Did you mean proposals/],
    ['tokens', (records) => records.create('revocations' as never), 'kind', /no kind of record "revocations"/],
    ['wrong type', (records) => records.create('meetings', { title: 'x' } as never), 'title', /must be object/],
    [
      'locale',
      (records) => records.update('proposals', 1, { title: { tlh: 'x' } }),
      'title',
      /a locale that the organization does not have/,
    ],
    ['reference', (records) => records.create('comments', { authorId: 99 }), 'authorId', /no such record in users: 99/],
    ['id that is there', (records) => records.create('proposals', { id: 1 }), 'id', /there is a record with this id/],
    ['another id', (records) => records.update('proposals', 1, { id: 2 }), 'id', /cannot be changed/],
    ['second organization', (records) => records.create('organization'), undefined, /exactly one organization/],
    [
      'unique value',
      (records) => records.create('users', { token: 'admin-token' }),
      'token',
      /already used by users 1/,
    ],
    [
      'rule between records',
      (records) => records.update('organization', 1, { locales: ['es'], defaultLocale: 'es' }),
      undefined,
      /locale/,
    ],
    ['state', (records) => records.create('proposals', { state: 'great' }), 'state', /must be one of evaluating/],
    ['no record', (records) => records.update('proposals', 99, {}), 'id', /There is no record "99" in proposals/],
    ['no record to delete', (records) => records.delete('proposals', 99), 'id', /There is no record "99" in proposals/],
    [
      'record that others refer to',
      (records) => records.delete('users', 2),
      undefined,
      /users 2: cannot be deleted, because \w+ \d+ refers to it with \w+/,
    ],
    ['no object', (records) => records.create('proposals', [] as never), undefined, /must be a JSON object/],
  ];
  for (const [name, run, member, message] of cases)
    test(name, async (t) => {
      const standIn = await start(t);
      const state = async () => (await standIn.fetch('/__admin/state')).text();
      const before = await state();
      await assert.rejects(run(standIn.records), (error: Error & { member?: string }) => {
        assert.match(error.message, message);
        if (member !== undefined) assert.equal(error.member, member);
        return true;
      });
      assert.equal(await state(), before);
    });
});

test('a state of its own for a component must not make the states of its proposals invalid', async (t) => {
  const { records } = await start(t);
  const { componentId } = await records.create('proposals', { state: 'accepted' });
  await assert.rejects(
    records.create('proposalStates', { componentId, token: 'great' }),
    /state: must be one of great/,
  );
});

test('a data folder has the records after a restart, and gives no id twice', async (t) => {
  const data = createTemporaryFolder(t);
  const first = await createStandIn({ data });
  const kept = await first.records.create('proposals', { title: { en: 'Kept' } });
  const deleted = await first.records.create('proposals');
  await first.records.delete('proposals', deleted.id);
  await first.close();
  const second = await start(t, { data });
  assert.deepEqual(await second.records.find('proposals', { id: kept.id }), [kept]);
  assert.deepEqual(await second.records.find('proposals', { id: deleted.id }), []);
  assert.equal((await second.records.create('proposals')).id, deleted.id + 1);
});

test('a snapshot and a reset bring deleted records back', async (t) => {
  const { records, snapshot, restore, reset } = await start(t);
  const count = async () => (await records.find('follows')).length;
  const all = await count();
  const before = await snapshot();
  await records.delete('follows', 1);
  assert.equal(await count(), all - 1);
  await restore(before);
  assert.equal(await count(), all);
  await records.delete('follows', 1);
  await reset();
  assert.equal(await count(), all);
});

test('an application gets a name, and an unknown member the one that may be meant', async (t) => {
  const standIn = await createStandIn();
  t.after(() => standIn.close());
  const { id, name } = await standIn.records.create('oauthApplications');
  assert.equal(name, `Oauth application ${id}`);
  await assert.rejects(standIn.records.create('oauthApplications', { redirectUri: 'x' } as object), {
    member: 'redirectUri',
    message: /is unknown; did you mean redirectUris\?/,
  });
});
