import type { RequestContext } from '../../../graphql/context.ts';
import { componentUrl } from '../../../server/resolvers/urls.ts';
import type { Comment, Records } from '../../../records/records.ts';
import { commentUrl, findComponent, findReferenced } from './comment-threads.ts';
import { many, one } from './relations.ts';

/** The path of the list that a record is in; for a comment, its URL on the page of the record. */
function reportedUrl({ reportable }: Records['moderations'], _: unknown, context: RequestContext): string {
  const reported = findReferenced(reportable, context.store);
  const { kind, record } = reported;
  if (kind === 'comments') return commentUrl(record as Comment, _, context);
  const path = record.budgetId === undefined ? `/${kind}` : `/budgets/${record.budgetId}/${kind}`;
  return componentUrl(findComponent(reported, context.store), path, context).slice(context.origin.length);
}

export const Moderation = {
  reportCount: ({ id }: { id: number }, _: unknown, { store }: RequestContext) =>
    store.where('reports', 'moderationId', id).length,
  reportedUrl,
  reports: many('reports', 'moderationId'),
};

export const Reportable = { user: one('users', 'userId') };

export const UserModeration = {
  about: ({ userId }: Records['userModerations'], _: unknown, { store }: RequestContext) =>
    store.get('users', userId).about ?? null,
  blockingUser: one('users', 'blockingUserId'),
  reports: many('userReports', 'userModerationId'),
};

export const ReportableUser = { user: one('users', 'userId') };

/** Everybody may read what the moderators have hidden and whom they have blocked, and who reported it. */
export const moderationQueries = {
  moderatedUsers: (_: unknown, __: unknown, { store }: RequestContext) =>
    store.all('userModerations').filter(({ userId }) => store.get('users', userId).blocked),
  moderations: (_: unknown, __: unknown, { store }: RequestContext) =>
    store.all('moderations').filter(({ hiddenAt }) => hiddenAt !== null),
};
