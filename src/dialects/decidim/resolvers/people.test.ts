import assert from 'node:assert/strict';
import test from 'node:test';
import { startTownServer } from '../../../../test/support/town-server.ts';

const image = (name: string): string =>
  `/decidim-packs/media/images/decidim_gamification_badges_${name}-0123456789abcdef0123.svg`;
const details = (id: number): string => `participantDetails(id: ${id}) { email nickname }`;

test('people', async (t) => {
  const { send, url } = await startTownServer(t);

  await t.test('only confirmed people who are neither blocked nor deleted are listed', async () => {
    const { data } = await send('{ users { id } organization { stats { key value } } }');
    assert.deepEqual(
      data.users.map(({ id }: { id: string }) => Number(id)),
      [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 18],
    );
    assert.deepEqual(data.organization.stats[0], { key: 'users_count', value: 13 });
  });

  await t.test('API users, blocked and unconfirmed people are not found; a deleted person is an error', async () => {
    const { data, errors } = await send(
      '{ api: user(id: 2) { id } blocked: user(id: 17) { id } unconfirmed: user(id: 19) { id } deleted: user(id: 16) { id } }',
    );
    assert.deepEqual(data, { api: null, blocked: null, unconfirmed: null, deleted: null });
    assert.deepEqual(
      errors!.map(({ path, extensions }) => [path, extensions.code]),
      [[['deleted'], 'UNAUTHORIZED_OBJECT_ERROR']],
    );
  });

  await t.test('badges have the descriptions of the platform', async () => {
    const { data } = await send('{ user(id: 5) { badges { name description } } }');
    assert.deepEqual(data.user.badges, [
      {
        name: 'commented_debates',
        description:
          'This badge is granted when you actively participate in the different debates by leaving your comments.',
      },
    ]);
  });

  await t.test('officialized people and API users have a badge; scores that reach a level are badges', async () => {
    const { data } = await send(
      '{ a: user(id: 7) { badge badges { name } } b: user(id: 4) { badge badges { name image level score } } session { user { badge directMessagesEnabled } } }',
      {},
      'member',
    );
    assert.deepEqual(data, {
      a: { badge: 'verified-badge', badges: [] },
      b: {
        badge: '',
        badges: [
          { name: 'followers', image: image('followers'), level: 1, score: 2 },
          { name: 'proposals', image: image('proposals'), level: 1, score: 4 },
        ],
      },
      session: { user: { badge: 'verified-badge', directMessagesEnabled: 'false' } },
    });
  });

  await t.test('administrators read mail addresses of people', async () => {
    const document = `{ a: ${details(5)} b: ${details(2)} c: ${details(16)} }`;
    const bruno = { email: 'bruno@example.org', nickname: 'bruno' };
    assert.deepEqual((await send(document, {}, 'admin')).data, { a: bruno, b: null, c: null });
    assert.deepEqual((await send(document, {}, 'member')).data, { a: null, b: null, c: null });
  });

  await t.test('everybody reads what is hidden and who is blocked, with the reports', async () => {
    const { data } = await send(
      '{ moderations { id reportCount reportedUrl reports { user { id } } } moderatedUsers { userId about blockReasons blockedAt blockingUser { id } } }',
    );
    const { origin } = new URL(url);
    assert.deepEqual(data, {
      moderations: [
        {
          id: '1',
          reportCount: 2,
          reportedUrl: '/en/processes/green-streets/f/1/proposals',
          reports: [{ user: { id: '4' } }, { user: { id: '5' } }],
        },
        {
          id: '2',
          reportCount: 1,
          reportedUrl: `${origin}/en/processes/green-streets/f/1/proposals/1#comment_15`,
          reports: [{ user: { id: '4' } }],
        },
      ],
      moderatedUsers: [
        {
          userId: '17',
          about: 'Buy cheap watches.',
          blockReasons: 'He sells watches, again and again.',
          blockedAt: '2026-01-22T07:00:00+00:00',
          blockingUser: { id: '18' },
        },
      ],
    });
  });
});
