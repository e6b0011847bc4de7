import type { RequestContext } from '../../../contract/request-context.ts';
import { unauthorizedObject } from '../../../errors.ts';
import { componentUrl } from '../../../server/resolvers/urls.ts';
import { parseRecordReference } from '../../../store/kinds.ts';
import type { Kind, Records } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';
import { typeOf } from './record-types.ts';
import { many, one, referenceTo } from './relations.ts';

/** Whether the moderators have hidden a record. */
export const isHidden = (kind: Kind, id: number, store: Store): boolean =>
  store.where('moderations', 'reportable', referenceTo(kind, id)).some(({ hiddenAt }) => hiddenAt !== null);

/** Puts an error in the place of each record that the moderators have hidden. */
export const refuseHidden = <K extends Kind>(
  kind: K,
  records: readonly Records[K][],
  store: Store,
): readonly (Records[K] | Error)[] =>
  store.highestId('moderations') === 0
    ? records
    : records.map((record) => (isHidden(kind, record.id, store) ? unauthorizedObject(typeOf(kind)) : record));

/** The URL of the list that a record of a component is in. */
function listUrlOf(kind: Kind, record: { componentId?: number; budgetId?: number }, context: RequestContext): string {
  const budget = context.store.find('budgets', record.budgetId ?? null);
  const component = context.store.find('components', budget?.componentId ?? record.componentId!)!;
  return componentUrl(component, budget ? `/budgets/${budget.id}/${kind}` : `/${kind}`, context);
}

/** The path of the list that a record is in; for a comment, its URL on the page of the record. */
function reportedUrl({ reportable }: Records['moderations'], _: unknown, context: RequestContext): string {
  const { store } = context;
  let { kind, id } = parseRecordReference(reportable);
  while (kind === 'comments') ({ kind, id } = parseRecordReference(store.find('comments', id)!.commentable));
  const listUrl = listUrlOf(kind, store.find(kind, id) as object, context);
  return reportable.startsWith('comments/')
    ? `${listUrl}/${id}#comment_${parseRecordReference(reportable).id}`
    : listUrl.slice(context.origin.length);
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
    store.find('users', userId)!.about ?? null,
  blockingUser: one('users', 'blockingUserId'),
  reports: many('userReports', 'userModerationId'),
};

export const ReportableUser = { user: one('users', 'userId') };

/** Everybody may read what the moderators have hidden and whom they have blocked, and who reported it. */
export const moderationQueries = {
  moderatedUsers: (_: unknown, __: unknown, { store }: RequestContext) =>
    store.all('userModerations').filter(({ userId }) => store.find('users', userId)!.blocked),
  moderations: (_: unknown, __: unknown, { store }: RequestContext) =>
    store.all('moderations').filter(({ hiddenAt }) => hiddenAt !== null),
};
