import assert from 'node:assert/strict';
import test from 'node:test';
import { assertRequestError, assertStoreUnchanged, assertGraphQLError } from '../../../test/support/assertions.ts';
import { startTestServer } from '../../../test/support/test-server.ts';

const selection = `id state cost answeredAt answer { translations { locale text } }
  costReport { translations { locale text } } executionPeriod { translations { locale text } }`;
const answer = `mutation($componentId: ID!, $proposalId: ID!, $input: AnswerInput!) { component(id: $componentId) {
  ... on ProposalsMutation { proposal(id: $proposalId) { answer(input: $input) { ${selection} } } } } }`;
const read = `query($componentId: ID!, $proposalId: ID!) { component(id: $componentId) {
  ... on Proposals { proposal(id: $proposalId) { ${selection} } } } }`;
const texts = (map: Record<string, string>) => ({
  translations: Object.entries(map).map(([locale, text]) => ({ locale, text })),
});

async function startProposals(t: test.TestContext, ids = { componentId: 1, proposalId: 1 }) {
  const server = await startTestServer(t);
  const write = async (attributes: object) => {
    const written = await server.send(answer, { ...ids, input: { attributes, clientMutationId: 'abc' } }, 'admin');
    assert.equal(written.errors, undefined, JSON.stringify(written.errors));
    const response = await server.send(read, ids);
    assert.deepEqual(response.data.component.proposal, written.data.component.proposal.answer);
    return response.data.component.proposal;
  };
  return { ...server, write };
}

test('answer stores attributes, keeps omitted ones and clears null ones', async (t) => {
  const { write } = await startProposals(t);
  const full = {
    state: 'accepted',
    cost: 1234.5,
    answerContent: { en: 'We accept it', ca: 'Ho acceptem' },
    costReport: { en: 'Report' },
    executionPeriod: { en: 'Spring' },
  };
  const expected = {
    id: '1',
    state: 'accepted',
    cost: '€ 1,234.50',
    answer: texts(full.answerContent),
    costReport: texts(full.costReport),
    executionPeriod: texts(full.executionPeriod),
  };
  const { answeredAt, ...first } = await write(full);
  assert.deepEqual(first, expected);
  assert.match(answeredAt, /\+00:00$/);
  const rejected = await write({ state: 'rejected' });
  assert.deepEqual({ ...rejected, answeredAt }, { ...expected, state: 'rejected', answeredAt });
  assert.equal((await write({})).state, 'rejected');
  const nulls = { cost: null, answerContent: null, costReport: null, executionPeriod: null };
  const cleared = await write(nulls);
  assert.deepEqual(
    [cleared.state, cleared.cost, cleared.answer, cleared.costReport, cleared.executionPeriod],
    ['rejected', null, null, null, null],
  );
});

test('a locale map replaces the stored one, and a null text removes its locale', async (t) => {
  const { write } = await startProposals(t);
  await write({ state: 'evaluating', answerContent: { en: 'One', ca: 'U' } });
  assert.deepEqual((await write({ answerContent: { es: 'Dos' } })).answer, texts({ es: 'Dos' }));
  assert.deepEqual((await write({ answerContent: { en: 'Two', es: null } })).answer, texts({ en: 'Two' }));
  assert.equal((await write({ answerContent: {} })).answer, null);
});

test('answer keeps the state if it is omitted, also while it is null', async (t) => {
  const { write } = await startProposals(t);
  const { state, answer: content } = await write({ answerContent: { en: 'Wait' } });
  assert.deepEqual([state, content], [null, texts({ en: 'Wait' })]);
  for (const next of ['evaluating', 'accepted', 'rejected', 'accepted']) {
    assert.equal((await write({ state: next })).state, next);
  }
});

test('costs are formatted as money', async (t) => {
  const { write } = await startProposals(t);
  for (const [cost, money] of [
    [0, '€ 0.00'],
    [10, '€ 10.00'],
    [-5, '-€5.00'],
    [0.005, '€ 0.01'],
    [1e15, '€ 1,000,000,000,000,000.00'],
  ]) {
    assert.equal((await write({ cost })).cost, money);
  }
});

test('costs are stored but null while the component hides them', async (t) => {
  const { write, store } = await startProposals(t, { componentId: 9, proposalId: 5 });
  const proposal = await write({
    state: 'accepted',
    cost: 12.5,
    costReport: { en: 'R' },
    executionPeriod: { en: 'E' },
  });
  assert.deepEqual(
    [proposal.state, proposal.cost, proposal.costReport, proposal.executionPeriod],
    ['accepted', null, null, null],
  );
  assert.equal(store.find('proposals', 5)!.cost, 12.5);
});

test('answer rejects other proposals, unknown locales and values of other types', async (t) => {
  const server = await startTestServer(t);
  const send = (ids: object, attributes: object) => server.send(answer, { ...ids, input: { attributes } }, 'admin');
  await assertStoreUnchanged(server, async () => {
    for (const ids of [
      { componentId: 1, proposalId: 4 },
      { componentId: 1, proposalId: 3 },
    ]) {
      const response = await send(ids, { state: 'accepted' });
      assertGraphQLError(response, 'NOT_FOUND_ERROR', ['component', 'proposal'], { component: { proposal: null } });
    }
    const valid = { componentId: 1, proposalId: 1 };
    const dataAfterError = { component: { proposal: { answer: null } } };
    for (const name of ['answerContent', 'costReport', 'executionPeriod']) {
      const response = await send(valid, { state: 'nope', [name]: { xx: 'text' } });
      assertGraphQLError(response, 'INVALID_LOCALE_ERROR', ['component', 'proposal', 'answer'], dataAfterError);
    }
    assertRequestError(await send(valid, { cost: '10' }), /cost/);
    assertRequestError(await send(valid, { state: 5 }), /state/);
  });
});

test('an answer that another dialect stored as a JSON text is null', async (t) => {
  const { send, store } = await startTestServer(t);
  const state = 'accepted';
  store.update((draft) => draft.update('proposals', 1, { state, answer: 'Yes', costReport: 5, executionPeriod: true }));
  const { data, errors } = await send(read, { componentId: 1, proposalId: 1 });
  const { answer: content, costReport, executionPeriod } = data.component.proposal;
  assert.deepEqual([errors, content, costReport, executionPeriod], [undefined, null, null, null]);
});
