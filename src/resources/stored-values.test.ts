import assert from 'node:assert/strict';
import test from 'node:test';
import { recordFields } from '../../test/support/stores.ts';
import { startTestServer } from '../../test/support/test-server.ts';

// What the worlds of the cases do not have.

test('an answer that another dialect stored as a JSON text is null', async (t) => {
  const { send, store } = await startTestServer(t);
  const state = 'accepted';
  store.update((draft) => draft.update('proposals', 1, { state, answer: 'Yes', costReport: 5, executionPeriod: true }));
  const { data, errors } = await send(`{ component(id: 1) { ... on Proposals { proposal(id: 1) {
    answer { locales } costReport { locales } executionPeriod { locales } } } } }`);
  assert.equal(errors, undefined);
  assert.deepEqual(data.component.proposal, { answer: null, costReport: null, executionPeriod: null });
});

test('a result has no drafts and, when it is created, no records of other spaces among its proposals', async (t) => {
  const { send, store } = await startTestServer(t);
  const { id } = store.update((draft) => {
    draft.update('results', 1, { proposalIds: [4, 2] });
    const component = draft.create('components', { ...recordFields(store, 'components', 1), processId: 2 });
    return draft.create('proposals', { ...recordFields(store, 'proposals', 1), componentId: component.id });
  });
  const read = await send('{ component(id: 4) { ... on Accountability { result(id: 1) { proposals { id } } } } }');
  assert.deepEqual(read.data.component.result.proposals, [{ id: '2' }]);
  const query = `mutation($ids: [Int!]) { component(id: 4) { ... on AccountabilityMutation {
    createResult(input: { attributes: { title: { en: "A" }, proposalIds: $ids } }) { proposals { id } } } } }`;
  const written = await send(query, { ids: [id, 4, 2] }, 'admin');
  assert.deepEqual(written.data?.component.createResult.proposals, [{ id: '2' }]);
  assert.deepEqual(store.all('results').at(-1)!.proposalIds, [2]);
});

test('taxonomies are sorted by weight, and a text without a locale is in the default locale', async (t) => {
  const { send, store } = await startTestServer(t);
  store.update((draft) => {
    draft.update('taxonomies', 2, { weight: 9 });
    draft.update('organization', 1, { defaultLocale: 'ca' });
  });
  const { data } = await send(
    '{ organization { name { translation } taxonomies { children { id name { translation } } } } }',
  );
  const [{ children }] = data.organization.taxonomies;
  assert.equal(children.at(-1).id, '2');
  assert.equal(data.organization.name.translation, store.organization.name['ca'] ?? null);
});

test('a page has at most a thousand records, and none if a negative number of them is asked for', async (t) => {
  const { send, store } = await startTestServer(t);
  const fields = recordFields(store, 'meetings', 1);
  store.update((draft) => Array.from({ length: 1100 }, () => draft.create('meetings', fields)));
  const idsOf = async (page: string): Promise<string[]> => {
    const { data } = await send(`{ component(id: 2) { ... on Meetings { meetings${page} { nodes { id } } } } }`);
    return data.component.meetings.nodes.map(({ id }: { id: string }) => id);
  };
  const all = store.where('meetings', 'shownIn', 2).map(({ id }) => String(id));
  assert.deepEqual(await idsOf(''), all.slice(0, 1000));
  assert.deepEqual(await idsOf('(last: 1050)'), all.slice(-1000));
  assert.deepEqual([await idsOf('(last: -1)'), await idsOf('(first: -1)')], [[], []]);
});

test('the message about an attribute says which values it may have', async (t) => {
  const { send } = await startTestServer(t);
  const refuse = async (query: string) => (await send(`mutation { component${query} }`, {}, 'admin')).errors![0]!;
  const { message, extensions } = await refuse(`(id: 2) { ... on MeetingsMutation { createMeeting(input: { attributes: {
    title: " ", description: "B", startTime: "2027-02-30T18:00:00Z", endTime: "2027-03-12T20:00:00Z", latitude: 91,
    longitude: -181, onlineMeetingUrl: "x", registrationType: REGISTRATION_DISABLED, typeOfMeeting: ONLINE } }) { id } } }`);
  assert.match(message, /title cannot be blank/);
  const errors = extensions!['errors'] as { path: string[]; message: string }[];
  assert.deepEqual(Object.fromEntries(errors.map((each) => [each.path.join('.'), each.message])), {
    'attributes.title': 'cannot be blank',
    'attributes.startTime': 'must be an ISO 8601 date and time of a day that exists, such as 2027-03-12T18:00:00Z',
    'attributes.latitude': 'must be 90 or less',
    'attributes.longitude': 'must be -180 or more',
    'attributes.onlineMeetingUrl': 'must be an http or https URL',
  });
});
