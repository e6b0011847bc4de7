import type { Comment, Records } from '../../../records/records.ts';
import { componentUrl, pagePath } from '../../../resources/urls.ts';
import { commentUrl, findComponent, findReferenced } from './comments.ts';
import type { FieldResolvers, RecordResolvers } from '../../../resources/resolver-types.ts';
import { byNumber } from './relations.ts';
import { type PlatformBehavior, note } from '../resource.ts';

type StaticPageRecord = Pick<Records['staticPages'], 'id' | 'slug' | 'topicId'>;

const StaticPage = {
  url: ({ slug }, _, context) => `${context.origin}${pagePath(`/pages/${slug}`, context)}`,
} satisfies FieldResolvers<StaticPageRecord>;

/** Every organization has terms of service. */
const termsOfService: StaticPageRecord = { id: 1, slug: 'terms-of-service', topicId: null };

const Moderation = {
  reportCount: ({ id }, _, { store }) => store.where('reports', 'moderationId', id).length,
  /** The path of the list that a record is in; for a comment, its URL on the page of the record. */
  reportedUrl({ reportable }, _, context) {
    const reported = findReferenced(reportable, context.store);
    const { kind, record } = reported;
    if (kind === 'comments') return commentUrl(record as Comment, _, context);
    const path = record.budgetId === undefined ? `/${kind}` : `/budgets/${record.budgetId}/${kind}`;
    return componentUrl(findComponent(reported, context.store), path, context).slice(context.origin.length);
  },
} satisfies RecordResolvers<'moderations'>;

const UserModeration = {
  about: ({ userId }, _, { store }) => store.get('users', userId).about ?? null,
} satisfies RecordResolvers<'userModerations'>;

/** Everybody may read what the moderators have hidden and whom they have blocked, and who reported it. */
const Query = {
  decidim: () => ({ applicationName: 'My Application Name', version: null }),
  moderatedUsers: (_, __, { store }) =>
    store.all('userModerations').filter(({ userId }) => store.get('users', userId).blocked),
  moderations: (_, __, { store }) => store.all('moderations').filter(({ hiddenAt }) => hiddenAt !== null),
  staticPageTopics: (_, __, { store }) => store.all('staticPageTopics'),
  staticPages(_, __, { store }) {
    const pages = store.all('staticPages');
    return pages.length > 0 ? pages.toSorted(byNumber('weight')) : [termsOfService];
  },
} satisfies FieldResolvers;

export const resolvers = {
  Moderation,
  Query,
  StaticPage,
  UserModeration,
};

const toDay = (name: 'createdAt' | 'updatedAt') => (record: { createdAt: string; updatedAt: string }) =>
  record[name].slice(0, 10);

const daysOfStatuses = {
  Decidim: { version: () => '0.29.7' },
  Status: { createdAt: toDay('createdAt'), updatedAt: toDay('updatedAt') },
};

/** What began or ended with a release. */
export const behaviors: Record<string, PlatformBehavior> = {
  // The times of a status are days, and the version of the platform cannot be hidden.
  daysOfStatuses: {
    until: '0.29',
    resolvers: daysOfStatuses,
    notes: [note('is a day', 'Status.createdAt', 'Status.updatedAt'), note('is never hidden', 'Decidim.version')],
  },
};
