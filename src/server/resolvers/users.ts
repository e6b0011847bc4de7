import type { RequestContext } from '../../graphql/context.ts';
import type { User as UserRecord } from '../../records/records.ts';
import { pagePath } from './urls.ts';

/** `Query.session`: null for an anonymous viewer. */
export const session = (_: unknown, __: unknown, { viewer }: RequestContext) => (viewer ? { user: viewer } : null);

export const Author = { __resolveType: () => 'User' as const };

export const User = {
  deleted: () => false,
  nickname: ({ nickname }: UserRecord) => `@${nickname}`,
  organizationName: (_: UserRecord, __: unknown, { store }: RequestContext) => store.organization.name,
  profilePath: ({ nickname }: UserRecord, _: unknown, context: RequestContext) =>
    pagePath(`/profiles/${nickname}`, context),
};
