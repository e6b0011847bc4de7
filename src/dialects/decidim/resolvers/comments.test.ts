import assert from 'node:assert/strict';
import test from 'node:test';
import type { Actor } from '../../../../test/support/test-server.ts';
import { startTownServer } from '../../../../test/support/town-server.ts';

const classes = {
  comment: 'Decidim::Comments::Comment',
  debate: 'Decidim::Debates::Debate',
  meeting: 'Decidim::Meetings::Meeting',
  post: 'Decidim::Blogs::Post',
  project: 'Decidim::Budgets::Project',
  proposal: 'Decidim::Proposals::Proposal',
  result: 'Decidim::Accountability::Result',
};
type Name = `${keyof typeof classes} ${number}`;

/** A query for a record with comments, by its kind and id. */
function commentable(name: Name, selection: string, locale = 'en'): string {
  const [kind, id] = name.split(' ') as [keyof typeof classes, string];
  return `{ commentable(id: "${id}", type: "${classes[kind]}", locale: "${locale}", toggleTranslations: false) { ${selection} } }`;
}

const idsOf = (comments: { id: string }[]): string => comments.map(({ id }) => id).join(' ');

test('threads', async (t) => {
  const { send, store } = await startTownServer(t);
  const read = async (...args: Parameters<typeof commentable>) => (await send(commentable(...args))).data.commentable;

  await t.test('hidden comments are left out of lists and counts', async () => {
    const selection = 'hasComments totalCommentsCount comments { id hasComments totalCommentsCount comments { id } }';
    const { comments, ...counts } = await read('proposal 1', selection);
    assert.deepEqual(counts, { hasComments: true, totalCommentsCount: 18 });
    assert.equal(idsOf(comments), '1 5 9 11 14 18 20 60');
    assert.deepEqual(comments[1], {
      id: '5',
      hasComments: true,
      totalCommentsCount: 0,
      comments: [{ id: '6' }, { id: '8' }],
    });
  });

  for (const [orderBy, ids] of [
    ['older', '1 5 9 11 14 18 20 60'],
    ['nonsense', '1 5 9 11 14 18 20 60'],
    ['recent', '60 20 18 14 11 9 5 1'],
    ['best_rated', '1 18 9 60 20 11 14 5'],
    ['most_discussed', '5 1 11 18 9 60 20 14'],
  ] as const)
    await t.test(`the order ${orderBy} of comments is ${ids}`, async () =>
      assert.equal(idsOf((await read('proposal 1', `comments(orderBy: "${orderBy}") { id }`)).comments), ids),
    );

  for (const [name, singleId, ids] of [
    ['proposal 1', '3', '3'],
    ['proposal 1', '31', ''],
    ['proposal 1', '15', ''],
    ['proposal 1', '999', ''],
    ['proposal 2', ' ', '21 22'],
    ['comment 2', '3', ''],
  ] as const)
    await t.test(`the single comment "${singleId}" of ${name} gives [${ids}]`, async () =>
      assert.equal(idsOf((await read(name, `comments(singleCommentId: "${singleId}") { id }`)).comments), ids),
    );

  await t.test('a text with translations is in the requested locale, else in the default locale', async () => {
    store.update((transaction) => transaction.update('comments', 43, { body: { es: '¿Cuántos?', en: 'How many?' } }));
    for (const [locale, body] of [
      ['es', '¿Cuántos?'],
      ['ca', 'How many?'],
    ] as const)
      assert.equal((await read('post 1', 'comments { body }', locale)).comments[0].body, body);
  });

  await t.test('a text is in the requested locale, else as it was written', async () => {
    const { comments } = await read('proposal 2', 'comments { body url }', 'ca');
    assert.deepEqual(comments, [
      {
        body: 'Per fi!',
        url: `${comments[0].url.split('/ca/')[0]}/ca/processes/green-streets/f/1/proposals/2#comment_21`,
      },
      {
        body: 'No hay sitio para eso.',
        url: `${comments[0].url.split('/ca/')[0]}/ca/processes/green-streets/f/1/proposals/2#comment_22`,
      },
    ]);
  });

  for (const [name, path] of [
    ['project 1', 'processes/green-streets/f/4/budgets/1/projects/1#comment_57'],
    ['debate 6', 'assemblies/glass-committee/f/19/debates/6#comment_42'],
    ['comment 32', 'processes/green-streets/f/5/debates/1#comment_33'],
  ] as const)
    await t.test(`the URL of a comment on ${name} ends with ${path}`, async () => {
      const { comments } = await read(name, 'comments { url }');
      assert.equal(new URL(comments[0].url).href.split('/en/')[1], path);
    });

  await t.test('the fields of a comment follow its record, its text and the present', async () => {
    const selection = 'id formattedBody formattedCreatedAt sgid updatedAt commentsHaveAlignment type';
    const { comments } = await read('proposal 1', `comments(singleCommentId: "14") { ${selection} }`);
    const [{ sgid, ...comment }] = comments;
    const link = '<a href="https://trees.example.org" target="_blank" rel="nofollow noopener noreferrer ugc">';
    assert.deepEqual(comment, {
      id: '14',
      formattedBody: `<div><p>See ${link}https://trees.example.org</a> for the right kinds.</p></div>\n\n<div>lime\n<br />maple</div>`,
      formattedCreatedAt: 'Jan 19',
      updatedAt: '2026-01-21T16:00:00+00:00',
      commentsHaveAlignment: false,
      type: 'Decidim::Comments::Comment',
    });
    assert.match(
      Buffer.from(sgid.split('--')[0], 'base64').toString(),
      /gid:\/\/plenum\/Decidim::Comments::Comment\/14/,
    );
  });

  await t.test('a viewer sees their own votes', async () => {
    const document = commentable(
      'proposal 1',
      'comments(singleCommentId: "1") { upVotes upVoted downVoted alreadyReported }',
    );
    for (const [actor, upVoted] of [
      ['member', true],
      ['other', false],
      ['anonymous', false],
    ] as const) {
      const { data } = await send(document, {}, actor);
      assert.deepEqual(data.commentable.comments, [{ upVotes: 4, upVoted, downVoted: false, alreadyReported: false }]);
    }
  });

  await t.test('a deleted comment and a deleted author are errors', async () => {
    const deleted = await send(commentable('proposal 21', 'comments { id }'));
    assert.deepEqual([deleted.data.commentable, deleted.errors![0]!.path], [null, ['commentable', 'comments', 0]]);
    const author = await send(commentable('proposal 22', 'comments { author { id } }'));
    const path = ['commentable', 'comments', 0, 'author'];
    assert.deepEqual([author.data.commentable, author.errors![0]!.path], [null, path]);
    assert.deepEqual(await read('proposal 21', 'hasComments totalCommentsCount'), {
      hasComments: true,
      totalCommentsCount: 1,
    });
  });

  for (const [name, acceptsNewComments, userAllowedToComment] of [
    ['proposal 1', true, true],
    ['proposal 23', false, false],
    ['proposal 28', false, true],
    ['debate 1', true, true],
    ['debate 3', false, true],
    ['debate 4', false, true],
    ['debate 7', false, true],
    ['debate 8', false, true],
    ['meeting 1', true, true],
    ['meeting 5', false, true],
    ['meeting 7', false, true],
    ['comment 3', true, true],
    ['comment 4', false, true],
    ['comment 41', false, true],
    ['project 1', true, true],
  ] as const)
    await t.test(`${name} ${acceptsNewComments ? 'accepts' : 'rejects'} new comments`, async () =>
      assert.deepEqual(await read(name, 'acceptsNewComments userAllowedToComment'), {
        acceptsNewComments,
        userAllowedToComment,
      }),
    );

  for (const [name, actor, isVisible] of [
    ['proposal 9', 'admin', false],
    ['proposal 10', 'admin', false],
    ['proposal 25', 'anonymous', false],
    ['proposal 25', 'member', false],
    ['proposal 25', 'admin', true],
    ['comment 15', 'admin', false],
    ['comment 16', 'admin', false],
    ['comment 17', 'anonymous', true],
    ['comment 29', 'anonymous', false],
    ['comment 29', 'admin', true],
    ['post 3', 'anonymous', false],
    ['post 3', 'admin', true],
    ['meeting 8', 'admin', false],
    ['meeting 10', 'anonymous', true],
    ['debate 5', 'admin', false],
    ['debate 6', 'anonymous', true],
  ] as const satisfies [Name, Actor, boolean][])
    await t.test(`${name} is ${isVisible ? 'visible' : 'an error'} for ${actor}`, async () => {
      const { data, errors } = await send(commentable(name, 'id'), {}, actor);
      assert.deepEqual(data.commentable, isVisible ? { id: name.split(' ')[1] } : null);
      assert.equal(errors?.[0]?.extensions.code, isVisible ? undefined : 'UNAUTHORIZED_OBJECT_ERROR');
    });

  await t.test('unknown and deleted records are null', async () => {
    for (const name of ['proposal 999', 'result 10', 'comment 999'] as const)
      assert.deepEqual(await send(commentable(name, 'id')), { status: 200, data: { commentable: null } });
  });
});
