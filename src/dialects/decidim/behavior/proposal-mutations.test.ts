import assert from 'node:assert/strict';
import test from 'node:test';
import { createMutationRunner } from '../../../../test/support/decidim-mutations.ts';
import { createTemporaryFolder } from '../../../../test/support/folders.ts';
import { demoWorld } from '../../../../test/support/test-server.ts';
import type { Store } from '../../../store/store.ts';
import { openStore } from '../../../store/open.ts';

const texts = '{ locales translations { locale text machineTranslated } }';
const selection = `state answer ${texts} answeredAt cost costReport ${texts} executionPeriod ${texts}`;
const on = (
  field: string,
  type: string,
  fields = selection,
) => `mutation($component: ID!, $proposal: ID!, $input: ${type}!) {
  component(id: $component) { ... on ProposalsMutation { proposal(id: $proposal) { ${field}(input: $input) { ${fields} } } } } }`;
const read = `query { component(id: 1) { ... on Proposals { proposal(id: 1) { ${selection} } } } }`;
type World = ReturnType<typeof createMutationRunner>;
const answer = (
  attributes: object,
  world: World = createMutationRunner(),
  { component = 1, proposal = 1, actor = 'admin' } = {},
) => world.run(on('answer', 'AnswerInput'), { component, proposal, input: { attributes } }, actor);

/** A world in which a user with a key wrote proposals 1 and 2. */
const byRobot = (fields: object = {}): World => {
  const world = createMutationRunner();
  world.store.update((draft) => {
    for (const id of [1, 2]) draft.update('proposals', id, { authorIds: [2], ...fields });
  });
  return world;
};
const shown = (...pairs: [string, string | null][]) => ({
  locales: pairs.map(([locale]) => locale),
  translations: pairs.map(([locale, text]) => ({ locale, text, machineTranslated: text === null })),
});

for (const [state, problems] of [
  [null, ['internalState cannot be blank', 'internalState is not included in the list']],
  [' ', ['internalState cannot be blank', 'internalState is not included in the list']],
  ['nope', ['internalState is not included in the list']],
  ['ACCEPTED', ['internalState is not included in the list']],
  ['withdrawn', ['internalState is not included in the list']],
] as const) {
  test(`the state ${JSON.stringify(state)} is refused`, async () => {
    const { code, path, attributeErrors: found } = await answer({ state, answerContent: { xx: 5 } });
    assert.deepEqual([code, found], ['ATTRIBUTE_VALIDATION_ERROR', problems]);
    assert.deepEqual(path, ['component', 'proposal', 'answer']);
  });
}

test('an answer is a version of the proposal where it changes anything, and always where there is an answer', async () => {
  const world = createMutationRunner();
  const versions = () => world.store.find('proposals', 1)!.changes + 1;
  // What the platform counts, one answer after the other.
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
    assert.equal((await answer(attributes, world)).code, undefined);
    assert.equal(versions(), count, JSON.stringify(attributes));
  }
});

test('an answer shows its maps as they were given, later reads as the database orders them', async () => {
  const world = createMutationRunner();
  const given = { 'pt-BR': 'Sim', en: 'Yes', ca: null };
  const { value } = await answer({ state: 'accepted', cost: 0, answerContent: given }, world);
  assert.deepEqual(value.answer, shown(['pt-BR', 'Sim'], ['en', 'Yes'], ['ca', null]));
  assert.deepEqual([value.cost, value.costReport, value.executionPeriod], ['€ 0.00', shown(), shown()]);
  const later = (await world.run(read, {}, null)).value;
  assert.deepEqual(later.answer, shown(['ca', null], ['en', 'Yes'], ['pt-BR', 'Sim']));
  // What is left out is kept, and null clears.
  assert.deepEqual((await answer({ state: 'evaluating' }, world)).value, { ...later, state: 'evaluating' });
  const cleared = (await answer({ cost: null, answerContent: null }, world)).value;
  assert.deepEqual(
    [cleared.state, cleared.answer, cleared.cost, cleared.costReport],
    ['evaluating', shown(), null, null],
  );
});

test('not_answered hides what is stored, until there is a state again', async () => {
  const world = createMutationRunner();
  await answer({ state: 'rejected', answerContent: { en: 'No' } }, world);
  const hidden = { state: null, answer: null, answeredAt: null, cost: null, costReport: null, executionPeriod: null };
  assert.deepEqual((await answer({ state: 'not_answered', cost: 5 }, world)).value, hidden);
  assert.deepEqual((await answer({}, world)).value, hidden);
  assert.equal(world.store.find('proposals', 1)!.answeredAt, null);
  const { value } = await answer({ state: 'evaluating' }, world);
  assert.deepEqual([value.answer, value.cost], [shown(['en', 'No']), '€ 5.00']);
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
    assert.deepEqual(value.answer, shown(['en', expected]));
  });
}

test('what is no map is stored, and a crash for whoever reads it', async () => {
  for (const content of ['plain text', '', 5, true]) {
    const world = createMutationRunner();
    assert.equal((await answer({ state: 'rejected', answerContent: content }, world)).isServerError, true);
    assert.equal(world.store.find('proposals', 1)!.state, 'rejected');
    assert.equal((await world.run(read, {}, null)).isServerError, true);
    const others = { component: 1, proposal: 1, input: { attributes: { costReport: content } } };
    assert.equal((await world.run(on('answer', 'AnswerInput', 'state'), others, 'admin')).value, 'rejected');
    assert.equal((await answer({ answerContent: { en: 'No' } }, world)).isServerError, false);
  }
  for (const content of [['x'], [['a', 'b', 'c']]]) {
    const world = createMutationRunner();
    assert.equal((await answer({ state: '', costReport: content }, world)).isServerError, true);
    assert.equal(world.store.find('proposals', 1)!.state, null);
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
    // The second start moved the write from the journal to the snapshot.
    await second.close();
    const third = await openStore({ data, world: demoWorld });
    assert.equal(await readFails(third), true);
    assert.equal((await answer({ answerContent: { en: 'No' } }, createMutationRunner(third))).isServerError, false);
    assert.equal(await readFails(third), false);
    await third.close();
  });
}

// What the platform prints of these costs.
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
  [1234567890123456.8, '€ 1,234,567,890,123,456.00'],
] as const) {
  test(`the cost ${cost} is ${expected}`, async () => {
    assert.equal((await answer({ state: 'rejected', cost })).value.cost, expected);
  });
}

test('a cost is not shown where the component hides costs', async () => {
  const hidden = await answer({ state: 'accepted', cost: 5 }, createMutationRunner(), {
    component: 9,
    proposal: 5,
    actor: 'admin',
  });
  const { state, cost, costReport } = hidden.value;
  assert.deepEqual([state, cost, costReport], ['accepted', null, null]);
});

test('the score of an API user cannot be counted: accepting, and what ends it, is a crash without effect', async () => {
  const rows: [before: 'accepted' | 'rejected' | null, after: string, crash: boolean][] = [
    [null, 'accepted', true],
    ['rejected', 'accepted', true],
    ['accepted', 'rejected', true],
    ['accepted', 'accepted', false],
    ['accepted', 'not_answered', false],
    [null, 'rejected', false],
  ];
  for (const [state, after, crash] of rows) {
    const world = byRobot({ state });
    assert.equal((await answer({ state: after }, world)).isServerError, crash, `${state} ${after}`);
    if (crash) assert.equal(world.store.find('proposals', 1)!.state, state);
  }
});

const proposal = { title: 'A bench on every corner', body: 'People need to sit down now and then.' };
for (const [name, more, problems] of [
  [
    'blank',
    { title: '', body: '' },
    ['title cannot be blank', 'body cannot be blank', 'title is too short (under 15 characters)'],
  ],
  [
    'short',
    { title: 'Too short', body: 'Too short' },
    ['title is too short (under 15 characters)', 'body is too short (under 15 characters)'],
  ],
  [
    'long',
    { title: `A${'a'.repeat(150)}`, body: `A${'a'.repeat(500)}` },
    ['title is too long (maximum is 150 characters)', 'body is too long (maximum is 500 characters)'],
  ],
  [
    'rude',
    { title: 'a BENCH ON EVERY CORNER', body: 'Why, oh why is there none?!' },
    [
      'title is using too many capital letters (over 25% of the text)',
      'title must start with a capital letter',
      'body is using too many consecutive punctuation marks (e.g. ! and ?)',
    ],
  ],
  ['short without its carriage return', { body: 'Aaaaaaaaaaaaaa\r' }, ['body is too short (under 15 characters)']],
  ['short without its tags', { body: '<p>Too <b>short</b></p>' }, ['body is too short (under 15 characters)']],
] as const) {
  test(`a proposal that is ${name} is refused`, async () => {
    const query = `mutation($input: CreateProposalInput!) { component(id: 1) { ... on ProposalsMutation {
      createProposal(input: $input) { id } } } }`;
    const run = (attributes: object) =>
      createMutationRunner().run(query, { input: { locale: 'en', attributes } }, 'member');
    const answered = await run({ ...proposal, ...more });
    assert.deepEqual([answered.code, answered.attributeErrors], ['ATTRIBUTE_VALIDATION_ERROR', problems]);
    assert.equal((await run(proposal)).isServerError, true);
  });
}

test('a proposal is not created where that is off', async () => {
  const query = `mutation($input: CreateProposalInput!) { component(id: 9) { ... on ProposalsMutation {
    createProposal(input: $input) { id } } } }`;
  const { code } = await createMutationRunner().run(
    query,
    { input: { locale: 'xx', attributes: { title: '', body: '' } } },
    'admin',
  );
  assert.equal(code, 'MUTATION_NOT_AUTHORIZED_ERROR');
});

const update = (world: World, actor = 'member', id = 1) =>
  world.run(
    on('update', 'UpdateProposalInput', `title ${texts} body ${texts}`),
    {
      component: 1,
      proposal: id,
      input: { locale: 'ca', attributes: { ...proposal, body: 'Bancs\r\na tot arreu, si us plau.' } },
    },
    actor,
  );

test('its author updates a proposal, for five minutes and until it is answered; the other locales are lost', async () => {
  const { value } = await update(byRobot());
  assert.deepEqual(value.title, shown(['ca', proposal.title]));
  assert.deepEqual(value.body, shown(['ca', 'Bancs\na tot arreu, si us plau.']));
  const old = byRobot();
  Object.assign(old.store, { now: () => old.store.formatDateTime(Date.now() + 301_000) });
  const refused = [
    await update(createMutationRunner()),
    await update(byRobot(), 'admin'),
    await update(byRobot({ state: 'rejected' })),
    await update(old),
  ];
  assert.deepEqual(
    refused.map(({ code }) => code),
    refused.map(() => 'MUTATION_NOT_AUTHORIZED_ERROR'),
  );
});

test('its author withdraws a proposal, once; unanswered, its state says so', async () => {
  const world = byRobot();
  const withdraw = (actor: string) =>
    world.run(
      on('withdraw', 'WithdrawProposalInput', 'state withdrawn'),
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
  test(`nobody may ${field}`, async () => {
    const { code, path } = await createMutationRunner().run(
      on(field, type, 'id'),
      { component: 1, proposal: 1, input: {} },
      'member',
    );
    assert.deepEqual([code, path], ['MUTATION_NOT_AUTHORIZED_ERROR', ['component', 'proposal', field]]);
  });
}
