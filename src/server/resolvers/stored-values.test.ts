import assert from 'node:assert/strict';
import test from 'node:test';
import { recordFields } from '../../../test/support/stored-records.ts';
import { startTestServer } from '../../../test/support/test-server.ts';

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
