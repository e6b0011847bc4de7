import assert from 'node:assert/strict';
import test from 'node:test';
import { startTownServer } from '../../../../test/support/town-server.ts';
import type { Actor, AnyData } from '../../../../test/support/test-server.ts';

const proposals = (selection: string, componentId = 1): string =>
  `{ component(id: ${componentId}) { ... on Proposals { ${selection} } } }`;
const proposal = (id: number, selection: string, componentId = 1): string =>
  proposals(`p: proposal(id: ${id}) { ${selection} }`, componentId);

test('reads proposals', async (t) => {
  const { send } = await startTownServer(t);
  const read = async (id: number, selection: string, componentId = 1) =>
    (await send(proposal(id, selection, componentId))).data.component.p;
  const ids = async (args: string, componentId = 1) => {
    const { data } = await send(proposals(`proposals(${args}) { nodes { id } }`, componentId));
    return data.component.proposals.nodes.map((node: { id: string } | null) => Number(node?.id));
  };

  await t.test('a component can have states of its own, and their counts include unpublished answers', async () => {
    const state = 'state answer { locales } proposalState { id title { translation(locale: "ca") } proposalsCount }';
    assert.deepEqual(await read(13, state), {
      state: 'under_way',
      answer: { locales: ['ca', 'en', 'es'] },
      proposalState: { id: '19', title: { translation: 'En marxa' }, proposalsCount: 1 },
    });
    assert.deepEqual(await read(5, `${state} cost answeredAt`), {
      state: null,
      answer: null,
      cost: null,
      answeredAt: null,
      proposalState: { id: '2', title: { translation: null }, proposalsCount: 3 },
    });
  });

  await t.test('the state of an emendation is that of its amendment', async () => {
    const { amendments } = await read(
      6,
      'amendments { state amendableType amender { id } amendable { id __typename } emendation { id } }',
    );
    assert.deepEqual(amendments[0], {
      state: 'evaluating',
      amendableType: 'Decidim::Proposals::Proposal',
      amender: { id: '11' },
      amendable: { id: '6', __typename: 'Proposal' },
      emendation: { id: '7' },
    });
    assert.deepEqual(await read(8, 'state amendments { id }'), { state: 'rejected', amendments: [] });
  });

  await t.test('an official proposal and one from a meeting have no author, but one is counted', async () => {
    const selection = 'official createdInMeeting meeting { id } author { id } authors { id } authorsCount';
    const noAuthor = { author: null, authors: [], authorsCount: 1 };
    assert.deepEqual(await read(11, selection), {
      ...noAuthor,
      official: true,
      createdInMeeting: false,
      meeting: null,
    });
    assert.deepEqual(await read(12, selection), {
      ...noAuthor,
      official: false,
      createdInMeeting: true,
      meeting: { id: '1' },
    });
    assert.deepEqual(await read(15, 'author { id } authors { id }'), { author: null, authors: [{ id: '2' }] });
  });

  await t.test('a deleted author is an error, in lists too', async () => {
    const { data, errors } = await send(proposal(14, 'authorsCount author { id } authors { id }'));
    assert.deepEqual(data.component.p, { authorsCount: 1, author: null, authors: [null] });
    assert.deepEqual(
      errors!.map(({ path, extensions }) => [path!.slice(2).join('.'), extensions.code]),
      [
        ['author', 'UNAUTHORIZED_OBJECT_ERROR'],
        ['authors.0', 'UNAUTHORIZED_OBJECT_ERROR'],
      ],
    );
  });

  await t.test('votes are counted unless the component hides them; then they do not sort', async () => {
    assert.deepEqual(await read(1, 'voteCount likesCount'), { voteCount: 8, likesCount: 4 });
    assert.deepEqual(await read(23, 'voteCount', 9), { voteCount: null });
    assert.deepEqual(await ids('first: 6, order: { voteCount: "desc" }'), [1, 13, 2, 6, 11, 15]);
    assert.deepEqual(await ids('order: { voteCount: "desc" }', 9), [23, 24]);
    assert.deepEqual(await ids('order: { voteCount: "asc" }', 9), [23, 24]);
    assert.deepEqual(await ids('first: 4, order: { likeCount: "desc" }'), [1, 21, 2, 13]);
  });

  await t.test('followers include those of the space, but the count does not', async () => {
    assert.deepEqual(await read(6, 'followsCount followers { id }'), {
      followsCount: 1,
      followers: [{ id: '5' }, { id: '6' }, { id: '7' }, { id: '10' }],
    });
  });

  await t.test('only people are editors of versions', async () => {
    assert.deepEqual(await read(15, 'versions { editor { id } }'), { versions: [{ editor: null }] });
    const { versions } = await read(20, 'versions { id changeset editor { id } }');
    assert.deepEqual(versions[1], {
      id: '133',
      changeset: {
        body: [
          { en: 'No loud music by the river after eleven at night.' },
          { en: 'No loud music by the river after ten at night.' },
        ],
        updated_at: ['2026-01-10T14:00:00.000Z', '2026-01-11T03:00:00.000Z'],
      },
      editor: { id: '4' },
    });
  });

  await t.test('drafts are left out, a hidden proposal is an error in its place', async () => {
    const { data, errors } = await send(proposals('proposals { nodes { id } }'), {}, 'admin');
    const listed = data.component.proposals.nodes.map((node: { id: string } | null) => Number(node?.id ?? 0));
    assert.deepEqual(listed, [1, 2, 3, 4, 5, 6, 7, 8, 0, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]);
    assert.deepEqual(errors![0]!.path, ['component', 'proposals', 'nodes', 8]);
  });

  await t.test('a filter includes the start of its day', async () => {
    assert.deepEqual(await ids('filter: { publishedBefore: "2026-01-10" }'), [1, 2, 3, 4, 5]);
    assert.deepEqual(await ids('filter: { publishedSince: "2026-01-20" }'), [17]);
  });
});

const answer = (state: string): string =>
  `answer(input: { attributes: { state: "${state}" } }) { state proposalState { id proposalsCount } }`;

test('mutations of proposals', async (t) => {
  const { send } = await startTownServer(t);
  const mutate = async (mutation: string, id: number, componentId = 1, actor: Actor = 'member') => {
    const document = `mutation { component(id: ${componentId}) { ... on ProposalsMutation { p: proposal(id: ${id}) { ${mutation} } } } }`;
    const { status, data, errors } = await send(document, {}, actor);
    return errors ? [status, errors[0]!.extensions?.code, errors[0]!.message] : data.component.p;
  };
  const notAuthorized = [200, 'MUTATION_NOT_AUTHORIZED_ERROR', 'You do not have permission to perform this mutation'];
  const serverError = [500, undefined, 'Internal Server error'];

  await t.test('votes depend on the settings and end in a server error', async () => {
    const vote = 'vote(input: {}) { id }';
    assert.deepEqual(await mutate(vote, 2), serverError);
    assert.deepEqual(await mutate('unvote(input: {}) { id }', 2), serverError);
    assert.deepEqual(await mutate(vote, 23, 9), notAuthorized);
    assert.deepEqual(await mutate('unvote(input: {}) { id }', 29, 17), notAuthorized);
    assert.deepEqual(await mutate(vote, 30, 18), [200, 'VALIDATION_ERROR', 'There was a problem voting the proposal.']);
    assert.deepEqual(await mutate(vote, 31, 18), serverError);
    assert.deepEqual(await mutate(vote, 10), [200, 'NOT_FOUND_ERROR', 'ProposalMutation not found']);
  });

  await t.test('a proposal with votes cannot be withdrawn', async () => {
    const withdraw = 'withdraw(input: {}) { state withdrawn }';
    assert.deepEqual(await mutate(withdraw, 16, 1, 'other'), notAuthorized);
    assert.deepEqual(await mutate(withdraw, 15), [
      200,
      'VALIDATION_ERROR',
      'This proposal cannot be withdrawn because it already has votes.',
    ]);
    assert.deepEqual(await mutate(withdraw, 16), { withdraw: { state: 'not_answered', withdrawn: true } });
    assert.deepEqual(await mutate(withdraw, 16), notAuthorized);
  });

  await t.test('answers have the states of the component', async () => {
    assert.deepEqual(await mutate(answer('under_way'), 20, 1, 'admin'), {
      answer: { state: 'under_way', proposalState: { id: '19', proposalsCount: 2 } },
    });
    assert.equal((await mutate(answer('under_way'), 29, 17, 'admin'))[1], 'ATTRIBUTE_VALIDATION_ERROR');
    assert.deepEqual(await mutate(answer('accepted'), 7, 1, 'admin'), {
      answer: { state: 'evaluating', proposalState: { id: '2', proposalsCount: 4 } },
    });
    assert.deepEqual(await mutate(answer('rejected'), 5, 1, 'admin'), {
      answer: { state: 'rejected', proposalState: { id: '3', proposalsCount: 3 } },
    });
  });
});

test('no version has the id of another one', async (t) => {
  const { send, store } = await startTownServer(t);
  for (const { id } of store.all('proposals'))
    store.update((transaction) => transaction.update('proposals', id, { changes: 2 }));
  const { data } = await send('{ component(id: 1) { ... on Proposals { proposals { nodes { versions { id } } } } } }');
  const nodes = data.component.proposals.nodes.filter((node: AnyData) => node !== null);
  const ids = nodes.flatMap(({ versions }: AnyData) => versions.map(({ id }: AnyData) => id));
  const others = store.all('versions').filter(({ item }) => !item.startsWith('proposals/'));
  const all = [...ids, ...others.map(({ id }) => String(id))];
  assert.ok(ids.length > 40);
  assert.equal(new Set(all).size, all.length);
});
