import assert from 'node:assert/strict';
import { printSchema } from 'graphql';
import test from 'node:test';
import { decidimServerDialect } from '../../../../test/support/decidim-dialect.ts';
import { startTestServer } from '../../../../test/support/test-server.ts';
import { loadServerDialect } from '../../dialects.ts';
import { createMutationRunner } from '../../../../test/support/decidim-mutations.ts';
import { createTemporaryFolder } from '../../../../test/support/folders.ts';
import { demoWorld } from '../../../../test/support/test-server.ts';
import type { Store } from '../../../store/store.ts';
import { openStore } from '../../../../test/support/stores.ts';

const texts = '{ locales translations { locale text machineTranslated } }';
const selection = `state answer ${texts} answeredAt cost costReport ${texts} executionPeriod ${texts}`;
const mutationOf = (
  field: string,
  type: string,
  fields = selection,
) => `mutation($component: ID!, $proposal: ID!, $input: ${type}!) {
  component(id: $component) { ... on ProposalsMutation { proposal(id: $proposal) { ${field}(input: $input) { ${fields} } } } } }`;
const read = `query { component(id: 1) { ... on Proposals { proposal(id: 1) { ${selection} } } } }`;
type Runner = ReturnType<typeof createMutationRunner>;
const answer = (
  attributes: object,
  runner: Runner = createMutationRunner(),
  { component = 1, proposal = 1, actor = 'admin' } = {},
) => runner.run(mutationOf('answer', 'AnswerInput'), { component, proposal, input: { attributes } }, actor);

/** Creates a runner whose proposals 1 and 2 are by an API user. */
const withApiUserAsAuthor = (fields: object = {}): Runner => {
  const runner = createMutationRunner();
  runner.store.update((transaction) => {
    for (const id of [1, 2]) transaction.update('proposals', id, { authorIds: [2], ...fields });
  });
  return runner;
};
const textsOf = (...pairs: [string, string | null][]) => ({
  locales: pairs.map(([locale]) => locale),
  translations: pairs.map(([locale, text]) => ({ locale, text, machineTranslated: text === null })),
});

for (const [state, errors] of [
  [null, ['internalState cannot be blank', 'internalState is not included in the list']],
  [' ', ['internalState cannot be blank', 'internalState is not included in the list']],
  ['nope', ['internalState is not included in the list']],
  ['ACCEPTED', ['internalState is not included in the list']],
  ['withdrawn', ['internalState is not included in the list']],
] as const) {
  test(`answer rejects the state ${JSON.stringify(state)}`, async () => {
    const { code, path, attributeErrors } = await answer({ state, answerContent: { xx: 5 } });
    assert.deepEqual([code, attributeErrors], ['ATTRIBUTE_VALIDATION_ERROR', errors]);
    assert.deepEqual(path, ['component', 'proposal', 'answer']);
  });
}

test('an answer adds a version if it changes the proposal, and always if it has a state', async () => {
  const runner = createMutationRunner();
  const versions = () => runner.store.find('proposals', 1)!.changes + 1;
  // The platform's counts after each of these answers.
  for (const [attributes, count] of [
    [{ state: 'not_answered' }, 1],
    [{ answerContent: { en: 'x' } }, 2],
    [{ answerContent: { en: 'x' } }, 2],
    [{ cost: 5 }, 3],
    [{ cost: 5 }, 3],
    [{}, 3],
    [{ state: 'evaluating' }, 4],
    [{ state: 'evaluating' }, 5],
    [{}, 6],
    [{ state: 'not_answered' }, 7],
    [{ state: 'not_answered', cost: null }, 8],
  ] as const) {
    assert.equal((await answer(attributes, runner)).code, undefined);
    assert.equal(versions(), count, JSON.stringify(attributes));
  }
});

test('the response to an answer has the locales in the order of the input, later reads in the order of the database', async () => {
  const runner = createMutationRunner();
  const answerContent = { 'pt-BR': 'Sim', en: 'Yes', ca: null };
  const { value } = await answer({ state: 'accepted', cost: 0, answerContent }, runner);
  assert.deepEqual(value.answer, textsOf(['pt-BR', 'Sim'], ['en', 'Yes'], ['ca', null]));
  assert.deepEqual([value.cost, value.costReport, value.executionPeriod], ['€ 0.00', textsOf(), textsOf()]);
  const later = (await runner.run(read, {}, null)).value;
  assert.deepEqual(later.answer, textsOf(['ca', null], ['en', 'Yes'], ['pt-BR', 'Sim']));
  // An omitted attribute keeps the stored value, null clears it.
  assert.deepEqual((await answer({ state: 'evaluating' }, runner)).value, { ...later, state: 'evaluating' });
  const cleared = (await answer({ cost: null, answerContent: null }, runner)).value;
  assert.deepEqual(
    [cleared.state, cleared.answer, cleared.cost, cleared.costReport],
    ['evaluating', textsOf(), null, null],
  );
});

test('not_answered hides the stored answer until the next state', async () => {
  const runner = createMutationRunner();
  await answer({ state: 'rejected', answerContent: { en: 'No' } }, runner);
  const hidden = { state: null, answer: null, answeredAt: null, cost: null, costReport: null, executionPeriod: null };
  assert.deepEqual((await answer({ state: 'not_answered', cost: 5 }, runner)).value, hidden);
  assert.deepEqual((await answer({}, runner)).value, hidden);
  assert.equal(runner.store.find('proposals', 1)!.answeredAt, null);
  const { value } = await answer({ state: 'evaluating' }, runner);
  assert.deepEqual([value.answer, value.cost], [textsOf(['en', 'No']), '€ 5.00']);
});

for (const [name, content, expected] of [
  ['a number', { en: 5 }, '5'],
  ['true', { en: true }, 'true'],
  ['false', { en: false }, null],
  ['a blank text', { en: ' ' }, null],
  ['a list', { en: ['a', 1] }, '["a", 1]'],
  ['an object', { en: { a: 1, b: 'x' } }, '{"a" => 1, "b" => "x"}'],
  ['pairs', [['en', 'Pair']], 'Pair'],
] as const) {
  test(`an answer with ${name} is shown as a text`, async () => {
    const { value } = await answer({ state: 'rejected', answerContent: content });
    assert.deepEqual(value.answer, textsOf(['en', expected]));
  });
}

test('an answer that is not a map is stored, and a server error in the response and in reads', async () => {
  for (const content of ['plain text', '', 5, true]) {
    const runner = createMutationRunner();
    assert.equal((await answer({ state: 'rejected', answerContent: content }, runner)).isServerError, true);
    assert.equal(runner.store.find('proposals', 1)!.state, 'rejected');
    assert.equal((await runner.run(read, {}, null)).isServerError, true);
    const variables = { component: 1, proposal: 1, input: { attributes: { costReport: content } } };
    assert.equal(
      (await runner.run(mutationOf('answer', 'AnswerInput', 'state'), variables, 'admin')).value,
      'rejected',
    );
    assert.equal((await answer({ answerContent: { en: 'No' } }, runner)).isServerError, false);
  }
  for (const content of [['x'], [['a', 'b', 'c']]]) {
    const runner = createMutationRunner();
    assert.equal((await answer({ state: '', costReport: content }, runner)).isServerError, true);
    assert.equal(runner.store.find('proposals', 1)!.state, null);
  }
});

const readFails = async (opened: { store: Store }) =>
  (await createMutationRunner(opened).run(read, {}, null)).isServerError;

for (const content of ['a text', 5]) {
  test(`an answer of ${JSON.stringify(content)} is a server error on every read, also after the server restarts`, async (t) => {
    const data = createTemporaryFolder(t);
    const first = await openStore({ data, world: demoWorld });
    assert.equal(
      (await answer({ state: 'rejected', answerContent: content }, createMutationRunner(first))).isServerError,
      true,
    );
    assert.equal(await readFails(first), true);
    await first.close();
    const second = await openStore({ data, world: demoWorld });
    assert.equal(await readFails(second), true);
    assert.equal((await answer({ answerContent: { en: 'No' } }, createMutationRunner(second))).isServerError, false);
    assert.equal(await readFails(second), false);
    await second.close();
  });
}

// Costs as the platform formats them.
for (const [cost, expected] of [
  [10, '€ 10.00'],
  [1234.5, '€ 1,234.50'],
  [-5, '-€5.00'],
  [0.005, '€ 0.01'],
  [1.005, '€ 1.01'],
  [2.675, '€ 2.68'],
  [-0.001, '€ 0.00'],
  [-0.005, '-€0.01'],
  [1e-10, '€ 0.00'],
  [999.995, '€ 1,000.00'],
  [123456789.125, '€ 123,456,789.13'],
  [1e15, '€ 1,000,000,000,000,000.00'],
  [1e21, '€ 1,000,000,000,000,000,000,000.00'],
] as const) {
  test(`formats the cost ${cost} as ${expected}`, async () => {
    assert.equal((await answer({ state: 'rejected', cost })).value.cost, expected);
  });
}

test('costs are null if the component hides them', async () => {
  const hidden = await answer({ state: 'accepted', cost: 5 }, createMutationRunner(), {
    component: 9,
    proposal: 5,
    actor: 'admin',
  });
  const { state, cost, costReport } = hidden.value;
  assert.deepEqual([state, cost, costReport], ['accepted', null, null]);
});

test('accepting a proposal of an API user, or ending its acceptance, is a server error that writes nothing', async () => {
  const rows: [before: 'accepted' | 'rejected' | null, after: string, isServerError: boolean][] = [
    [null, 'accepted', true],
    ['rejected', 'accepted', true],
    ['accepted', 'rejected', true],
    ['accepted', 'accepted', false],
    ['accepted', 'not_answered', false],
    [null, 'rejected', false],
  ];
  for (const [state, after, isServerError] of rows) {
    const runner = withApiUserAsAuthor({ state });
    assert.equal((await answer({ state: after }, runner)).isServerError, isServerError, `${state} ${after}`);
    if (isServerError) assert.equal(runner.store.find('proposals', 1)!.state, state);
  }
});

const proposal = { title: 'A bench on every corner', body: 'People need to sit down now and then.' };
for (const [name, changes, errors] of [
  [
    'a blank title and body',
    { title: '', body: '' },
    ['title cannot be blank', 'body cannot be blank', 'title is too short (under 15 characters)'],
  ],
  [
    'a short title and body',
    { title: 'Too short', body: 'Too short' },
    ['title is too short (under 15 characters)', 'body is too short (under 15 characters)'],
  ],
  [
    'a long title and body',
    { title: `A${'a'.repeat(150)}`, body: `A${'a'.repeat(500)}` },
    ['title is too long (maximum is 150 characters)', 'body is too long (maximum is 500 characters)'],
  ],
  [
    'bad etiquette',
    { title: 'a BENCH ON EVERY CORNER', body: 'Why, oh why is there none?!' },
    [
      'title is using too many capital letters (over 25% of the text)',
      'title must start with a capital letter',
      'body is using too many consecutive punctuation marks (e.g. ! and ?)',
    ],
  ],
  [
    'a body that is too short without its carriage return',
    { body: 'Aaaaaaaaaaaaaa\r' },
    ['body is too short (under 15 characters)'],
  ],
  [
    'a body that is too short without its tags',
    { body: '<p>Too <b>short</b></p>' },
    ['body is too short (under 15 characters)'],
  ],
] as const) {
  test(`createProposal rejects a proposal with ${name}`, async () => {
    const query = `mutation($input: CreateProposalInput!) { component(id: 1) { ... on ProposalsMutation {
      createProposal(input: $input) { id } } } }`;
    const run = (attributes: object) =>
      createMutationRunner().run(query, { input: { locale: 'en', attributes } }, 'member');
    const { code, attributeErrors } = await run({ ...proposal, ...changes });
    assert.deepEqual([code, attributeErrors], ['ATTRIBUTE_VALIDATION_ERROR', errors]);
    assert.equal((await run(proposal)).isServerError, true);
  });
}

test('createProposal is refused if the component does not allow it', async () => {
  const query = `mutation($input: CreateProposalInput!) { component(id: 9) { ... on ProposalsMutation {
    createProposal(input: $input) { id } } } }`;
  const { code } = await createMutationRunner().run(
    query,
    { input: { locale: 'xx', attributes: { title: '', body: '' } } },
    'admin',
  );
  assert.equal(code, 'MUTATION_NOT_AUTHORIZED_ERROR');
});

const update = (runner: Runner, actor = 'member', id = 1) =>
  runner.run(
    mutationOf('update', 'UpdateProposalInput', `title ${texts} body ${texts}`),
    {
      component: 1,
      proposal: id,
      input: { locale: 'ca', attributes: { ...proposal, body: 'Bancs\r\na tot arreu, si us plau.' } },
    },
    actor,
  );

test('update is for the author, for five minutes and until there is an answer; it removes the other locales', async () => {
  const { value } = await update(withApiUserAsAuthor());
  assert.deepEqual(value.title, textsOf(['ca', proposal.title]));
  assert.deepEqual(value.body, textsOf(['ca', 'Bancs\na tot arreu, si us plau.']));
  const old = withApiUserAsAuthor();
  Object.assign(old.store, { now: () => old.store.formatDateTime(Date.now() + 301_000) });
  const refused = [
    await update(createMutationRunner()),
    await update(withApiUserAsAuthor(), 'admin'),
    await update(withApiUserAsAuthor({ state: 'rejected' })),
    await update(old),
  ];
  assert.deepEqual(
    refused.map(({ code }) => code),
    refused.map(() => 'MUTATION_NOT_AUTHORIZED_ERROR'),
  );
});

test('two updates in one document count as two changes', async () => {
  const runner = withApiUserAsAuthor();
  const field = 'update(input: $input) { id }';
  const { value } = await runner.run(
    `mutation($input: UpdateProposalInput!) { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) {
      first: ${field} second: ${field} } } } }`,
    { input: { locale: 'ca', attributes: proposal } },
    'member',
  );
  assert.notEqual(value, null);
  assert.equal(
    runner.store.find('proposals', 1)!.changes,
    createMutationRunner().store.find('proposals', 1)!.changes + 2,
  );
});

test('withdraw is for the author, once; the state of an unanswered proposal is then not_answered', async () => {
  const runner = withApiUserAsAuthor();
  const withdraw = (actor: string) =>
    runner.run(
      mutationOf('withdraw', 'WithdrawProposalInput', 'state withdrawn'),
      { component: 1, proposal: 1, input: {} },
      actor,
    );
  assert.equal((await withdraw('admin')).code, 'MUTATION_NOT_AUTHORIZED_ERROR');
  assert.deepEqual((await withdraw('member')).value, { state: 'not_answered', withdrawn: true });
  assert.equal((await withdraw('member')).code, 'MUTATION_NOT_AUTHORIZED_ERROR');
});

for (const [field, type] of [
  ['vote', 'VoteProposalInput'],
  ['unvote', 'UnvoteProposalInput'],
] as const) {
  test(`${field} is refused for everyone`, async () => {
    const { code, path } = await createMutationRunner().run(
      mutationOf(field, type, 'id'),
      { component: 1, proposal: 1, input: {} },
      'member',
    );
    assert.deepEqual([code, path], ['MUTATION_NOT_AUTHORIZED_ERROR', ['component', 'proposal', field]]);
  });
}

test('an update does not store an attribute that a town adds', async (t) => {
  const schema = printSchema(decidimServerDialect.createSchema('empty'));
  const town = schema.replace('input ProposalAttributes {', 'input ProposalAttributes {\n  district: String');
  const { send, store } = await startTestServer(t, { dialect: await loadServerDialect(`decidim-0.32+${town}`) });
  store.update((transaction) => transaction.update('proposals', 1, { authorIds: [2], state: null }));
  const query = `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) { update(input: { locale: "en",
    attributes: { title: "A street for everyone", body: "Let us plant trees along it.", district: "Centre" } }) { id } } } } }`;
  assert.deepEqual((await send(query, {}, 'member')).data, { component: { proposal: { update: { id: '1' } } } });
  assert.equal(Object.hasOwn(store.get('proposals', 1), 'district'), false);
});
