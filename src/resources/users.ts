import type { RecordResolvers } from './resolver-types.ts';
import { pagePath } from './urls.ts';

const User = {
  deleted: () => false,
  nickname: ({ nickname }) => `@${nickname}`,
  organizationName: (_, __, { store }) => store.organization.name,
  profilePath: ({ nickname }, _, context) => pagePath(`/profiles/${nickname}`, context),
} satisfies RecordResolvers<'users'>;

export const resolvers = { Author: { __resolveType: () => 'User' as const }, User };
