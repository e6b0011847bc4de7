import type { RequestContext } from '../../contract/request-context.ts';
import type { User as UserRecord } from '../../store/records.ts';

/** `Query.session`: null for an anonymous viewer. */
export const session = (_: unknown, __: unknown, { viewer }: RequestContext) => (viewer ? { user: viewer } : null);

export const Author = { __resolveType: () => 'User' };

export const User = {
  deleted: () => false,
  nickname: ({ nickname }: UserRecord) => `@${nickname}`,
  organizationName: (_: UserRecord, __: unknown, { store }: RequestContext) => store.organization.name,
  profilePath: ({ nickname }: UserRecord, _: unknown, { store }: RequestContext) =>
    `/${store.organization.defaultLocale}/profiles/${nickname}`,
};
