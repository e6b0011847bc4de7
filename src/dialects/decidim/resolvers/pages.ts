import type { RequestContext } from '../../../graphql/context.ts';
import { pagePath, recordUrl } from '../../../server/resolvers/urls.ts';
import type { Records } from '../../../records/records.ts';
import { byNumber, many, one } from './relations.ts';

/** The page of a component of kind `pages` has its name. */
export const Page = {
  title: ({ componentId }: Records['pages'], _: unknown, { store }: RequestContext) =>
    store.get('components', componentId).name,
  url: recordUrl('pages'),
};

type StaticPageRecord = Pick<Records['staticPages'], 'id' | 'slug' | 'topicId'>;

export const StaticPage = {
  topic: one('staticPageTopics', 'topicId'),
  url: ({ slug }: StaticPageRecord, _: unknown, context: RequestContext) =>
    `${context.origin}${pagePath(`/pages/${slug}`, context)}`,
};

export const StaticPageTopic = { staticPages: many('staticPages', 'topicId', byNumber('weight')) };

/** Every organization has terms of service. */
const termsOfService: StaticPageRecord = { id: 1, slug: 'terms-of-service', topicId: null };

export const staticPageQueries = {
  staticPageTopics: (_: unknown, __: unknown, { store }: RequestContext) => store.all('staticPageTopics'),
  staticPages(_: unknown, __: unknown, { store }: RequestContext): readonly StaticPageRecord[] {
    const pages = store.all('staticPages');
    return pages.length > 0 ? pages.toSorted(byNumber('weight')) : [termsOfService];
  },
};
