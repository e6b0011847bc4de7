import assert from 'node:assert/strict';
import test from 'node:test';
import type { Actor, TestServer } from '../../../../test/support/test-server.ts';
import { startTownServer } from '../../../../test/support/town-server.ts';

const classes = {
  comment: 'Decidim::Comments::Comment',
  debate: 'Decidim::Debates::Debate',
  meeting: 'Decidim::Meetings::Meeting',
  proposal: 'Decidim::Proposals::Proposal',
};
type Name = `${keyof typeof classes} ${number}`;

interface Input {
  body?: string;
  alignment?: number | null;
}

function addComment(
  { send }: TestServer,
  name: Name,
  { body = 'Yes.', ...rest }: Input,
  actor: Actor,
  locale?: string,
) {
  const [kind, id] = name.split(' ') as [keyof typeof classes, string];
  return send(
    `mutation($type: String!, $body: String!, $alignment: Int = 0, $locale: String) { commentable(id: "${id}", type: $type, locale: $locale) {
      id addComment(body: $body, alignment: $alignment) { id body alignment author { id } } } }`,
    { type: classes[kind], body, ...rest, ...(locale && { locale }) },
    actor,
  );
}

/** The records that a request has stored: those with higher ids than before. */
async function newComments({ store }: TestServer, request: () => Promise<unknown>) {
  const before = store.highestId('comments');
  await request();
  return store.all('comments').filter(({ id }) => id > before);
}

test('comments are added', async (t) => {
  const server = await startTownServer(t);
  const { send, store } = server;

  await t.test('a comment belongs to the viewer, and changes the time of its record', async () => {
    const { data } = await addComment(server, 'proposal 2', { alignment: -1 }, 'member');
    const comment = { id: '62', body: 'Yes.', alignment: -1, author: { id: '2' } };
    assert.deepEqual(data.commentable, { id: '2', addComment: comment });
    assert.equal(store.find('comments', 62)!.createdAt, store.find('proposals', 2)!.updatedAt);
    const read = '{ component(id: 1) { ... on Proposals { proposal(id: 2) { totalCommentsCount } } } }';
    assert.equal((await send(read)).data.component.proposal.totalCommentsCount, 5);
  });

  await t.test('the text is stored in the locale, mentions of people as global ids', async () => {
    store.update((transaction) => transaction.update('users', 3, { nickname: 'robot' }));
    const [comment] = await newComments(server, () =>
      addComment(server, 'comment 21', { body: 'I tu, @ADA? @robot' }, 'other', 'ca'),
    );
    assert.deepEqual(
      [comment!.commentable, comment!.body],
      ['comments/21', { ca: 'I tu, gid://plenum/Decidim::User/4? @robot' }],
    );
    const { errors } = await addComment(server, 'comment 21', {}, 'other', 'fr');
    assert.equal(errors![0]!.message, 'Invalid locale provided');
  });

  for (const [title, name, input, actor] of [
    ['a blank text', 'proposal 2', { body: ' \n ' }, 'member'],
    ['1,001 characters', 'proposal 2', { body: 'x'.repeat(1001) }, 'member'],
    ['an unknown alignment', 'proposal 2', { alignment: 2 }, 'member'],
    ['an alignment of null', 'proposal 2', { alignment: null }, 'member'],
    ['a reply at the last level', 'comment 4', {}, 'admin'],
    ['a reply to a deleted comment', 'comment 16', {}, 'member'],
    ['a component without comments', 'proposal 23', {}, 'member'],
    ['a component without comments, for administrators', 'proposal 23', {}, 'admin'],
    ['a component with blocked comments', 'proposal 28', {}, 'member'],
    ['a closed debate', 'debate 3', {}, 'member'],
    ['a debate that is over', 'debate 7', {}, 'member'],
    ['a meeting without comments', 'meeting 5', {}, 'member'],
    ['a meeting after its time for comments', 'meeting 7', {}, 'member'],
  ] as const)
    await t.test(`${title} is a server error, and nothing is stored`, async () => {
      const stored = await newComments(server, async () =>
        assert.equal((await addComment(server, name, input, actor)).status, 500),
      );
      assert.deepEqual(stored, []);
    });

  for (const [title, name, input, actor] of [
    ['1,000 characters', 'proposal 2', { body: '😀'.repeat(1000) }, 'member'],
    ['tags alone', 'proposal 2', { body: '<p> </p>' }, 'member'],
    ['a draft', 'proposal 9', {}, 'member'],
    ['a withdrawn proposal', 'proposal 4', {}, 'member'],
    ['blocked comments, for administrators', 'proposal 28', {}, 'admin'],
  ] as const)
    await t.test(`${title} can be stored`, async () => {
      const { data } = await addComment(server, name, input, actor);
      assert.equal(data.commentable.addComment.id, String(store.highestId('comments')));
    });

  await t.test('a comment on a hidden proposal is stored, but its result is an error', async () => {
    const stored = await newComments(server, async () => {
      const { data, errors } = await addComment(server, 'proposal 10', {}, 'member');
      assert.deepEqual(data, { commentable: { id: '10', addComment: null } });
      assert.match(errors![0]!.message, /this Comment/);
    });
    assert.equal(stored.length, 1);
  });

  await t.test("an API user's first comment in a debate is a server error, but is stored", async () => {
    for (const [name, actor, status] of [
      ['debate 1', 'member', 500],
      ['comment 31', 'member', 200],
      ['comment 35', 'other', 500],
      ['debate 6', 'other', 200],
    ] as const) {
      const stored = await newComments(server, async () =>
        assert.equal((await addComment(server, name, {}, actor)).status, status),
      );
      assert.equal(stored.length, 1);
    }
  });

  for (const [name, actor, code] of [
    ['proposal 2', 'anonymous', 'UNAUTHORIZED_OBJECT_ERROR'],
    ['proposal 25', 'member', 'UNAUTHORIZED_OBJECT_ERROR'],
    ['proposal 999', 'member', 'NOT_FOUND_ERROR'],
  ] as const)
    await t.test(`${actor} gets ${code} for ${name}`, async () => {
      const { data, errors } = await addComment(server, name, {}, actor);
      assert.deepEqual([data, errors![0]!.extensions.code], [null, code]);
    });
});

test('comments are voted for', async (t) => {
  const { send, store } = await startTownServer(t);
  const vote = (id: number, field: string, actor: Actor = 'member') =>
    send(`mutation { comment(id: ${id}) { id ${field} { upVotes downVotes upVoted downVoted } } }`, {}, actor);
  const weights = (id: number) => store.where('commentVotes', 'commentId', id).map(({ weight }) => weight);

  await t.test('a vote is taken back by the same vote; the counts are those before it', async () => {
    for (const [field, upVotes, downVotes, upVoted, downVoted] of [
      ['upVote', 0, 0, true, false],
      ['upVote', 1, 0, false, false],
      ['downVote', 0, 0, false, true],
      ['downVote', 0, 1, false, false],
    ] as const)
      assert.deepEqual((await vote(11, field)).data.comment[field], { upVotes, downVotes, upVoted, downVoted });
    assert.deepEqual(weights(11), [0]);
  });

  await t.test('the opposite vote is a server error, and changes nothing', async () => {
    await vote(20, 'downVote');
    assert.equal((await vote(20, 'upVote')).status, 500);
    assert.deepEqual(weights(20), [-1]);
  });

  await t.test('a vote changes the times of the comment and of its record', async () => {
    await vote(24, 'upVote', 'admin');
    assert.deepEqual(
      [store.find('comments', 24)!.updatedAt, store.find('proposals', 2)!.updatedAt],
      [store.now(), store.now()],
    );
  });

  for (const id of [15, 16])
    await t.test(`the vote for comment ${id} is stored, but its result is an error`, async () => {
      const { data, errors } = await vote(id, 'upVote');
      assert.deepEqual(data, { comment: { id: String(id), upVote: null } });
      assert.equal(errors![0]!.extensions.code, 'UNAUTHORIZED_OBJECT_ERROR');
      assert.deepEqual(weights(id), [1]);
    });

  for (const [id, actor, code] of [
    [11, 'anonymous', 'UNAUTHORIZED_OBJECT_ERROR'],
    [29, 'member', 'UNAUTHORIZED_OBJECT_ERROR'],
    [999, 'member', 'NOT_FOUND_ERROR'],
  ] as const)
    await t.test(`${actor} gets ${code} for comment ${id}`, async () => {
      const { data, errors } = await vote(id, 'upVote', actor);
      assert.deepEqual([data, errors![0]!.extensions.code], [null, code]);
    });
});
