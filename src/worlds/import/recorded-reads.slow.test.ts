import assert from 'node:assert/strict';
import test from 'node:test';
import { createMemoryStore } from '../../../test/support/stores.ts';
import { decidimServerDialect } from '../../../test/support/dialects.ts';
import { importFrom } from '../../../test/support/import-server.ts';
import { type TestServer, startTestServer } from '../../../test/support/test-server.ts';
import { startTownServer } from '../../../test/support/town-server.ts';
import { readOwnSequence } from '../../../test/support/own-recordings.ts';

const dayOfRecording = Date.parse('2026-11-21T12:00:00Z');
const asAdmin = { tokenVariable: 'TOKEN', environment: { TOKEN: 'admin-token' } };
const actors = ['admin', 'member', 'other', 'anonymous'] as const;

/** The recorded queries whose answers need what the API does not show, by what that is. */
const unanswerable = {
  'hidden records are not imported, and are missing where they, or their positions in a list, are read': [
    'field-values/Proposals, component(id: 1): proposals',
    'town-client/proposals-next',
    'town-comments/hidden-itself',
    'town-proposals/hidden',
    'town-proposals/hidden-as-admin',
    'town-proposals/order-votes-asc',
    'town-proposals/page-last',
  ],
  'a user can follow what is private': [
    'field-values/User, user(id: 4): followingCount',
    'town-users/everything',
    'town-users/officialized',
  ],
  'members of a restricted space, and votes for comments, are those of the users who sign in': [
    'town-processes/list-as-member',
    'town-processes/restricted-member',
  ],
  'nothing shows the ids of users who are deleted or not confirmed, and of deleted comments and drafts': [
    'town-comments/deleted-counts',
    'town-comments/deleted-itself',
    'town-comments/draft',
    'town-proposals/list',
    'town-users/deleted',
    'town-users/unconfirmed',
  ],
  'nothing shows when a user signed up, and when a hidden proposal was published': ['town-users/session'],
};

/** What an import does not copy: moderations, and the votes for comments and projects. Responses that count or list them may differ. */
const notImported = /moderation|report|hidden|[vV]otes?\b|upVote|downVote|stats/i;

/** The response of a server as text, without its address and without the signatures of files. */
const answerOf = async (server: TestServer, ...[query, variables, actor]: Parameters<TestServer['send']>) =>
  JSON.stringify(await server.send(query, variables, actor))
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/(\/active_storage\/[^"]*?\/)[\w-]+=*--?[\w-]+/g, '$1SIGNED');

test('a copy of the town answers recorded queries as the town does, but for what the API does not show', async (t) => {
  const town = await startTownServer(t);
  const { folder } = await importFrom(t, town.url, asAdmin);
  const copy = await startTestServer(t, {
    dialect: decidimServerDialect,
    store: createMemoryStore(folder, () => dayOfRecording),
  });
  const different: string[] = [];
  let equal = 0;
  for (const { name, actor, request } of readOwnSequence('fixtures/recordings/decidim-0.32.2-town').exchanges) {
    const sender = actors.find((each) => each === actor);
    const { query, variables } = (request.json ?? {}) as { query?: string; variables?: object };
    if (!sender || query === undefined || /\bmutation\b/.test(query)) continue;
    const [own, copied] = [
      await answerOf(town, query, variables, sender),
      await answerOf(copy, query, variables, sender),
    ];
    if (own === copied) equal += 1;
    else if (!notImported.test(query)) different.push(name);
  }
  assert.deepEqual(different.toSorted(), Object.values(unanswerable).flat().toSorted());
  assert.ok(equal > 1000, `${equal} equal answers`);
});
