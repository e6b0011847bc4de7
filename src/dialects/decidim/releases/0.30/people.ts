import type { RequestContext } from '../../../../graphql/context.ts';
import type { Proposal, User } from '../../../../records/records.ts';
import { refuseDeleted } from '../../resolvers/relations.ts';
import type { DecidimOverrides } from '../../overrides.ts';
import { createUserQueries } from '../../resolvers/users.ts';

const { user, users } = createUserQueries({ isPerson: () => true, listsDeleted: true });

/** There are no API users: the users with a key are people too. */
export const overrides: DecidimOverrides = {
  resolvers: {
    Proposal: {
      author({ authorIds }: Proposal, _: unknown, { store }: RequestContext) {
        const [author] = store.findMany('users', authorIds);
        return author ? refuseDeleted(author) : null;
      },
    },
    Query: { user, users },
    TraceVersion: {
      editor({ editorId }: { editorId: number | null }, _: unknown, { store }: RequestContext) {
        const editor = store.find('users', editorId);
        return editor ? refuseDeleted(editor) : null;
      },
    },
    User: {
      badge: ({ officializedAt = null }: User) => (officializedAt === null ? '' : 'verified-badge'),
      directMessagesEnabled: () => 'true',
    },
  },
};
