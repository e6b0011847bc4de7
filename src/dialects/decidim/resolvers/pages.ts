import type { RequestContext } from '../../../contract/request-context.ts';
import { notFound } from '../../../errors.ts';
import type { ConnectionArguments } from '../../../server/resolvers/connections.ts';

/** A component of kind `pages`: the store has no pages. */
export const Pages = {
  page: () => {
    throw notFound('Page');
  },
  pages: (_: unknown, pagination: ConnectionArguments, { behavior }: RequestContext) => ({
    records: [],
    pagination,
    maxPageSize: behavior.maxPageSize,
  }),
};

export const staticPageQueries = {
  staticPageTopics: () => [],
  /** The terms of service, which every organization has; their texts are not stored. */
  staticPages: (_: unknown, __: unknown, { origin, store }: RequestContext) => [
    { id: 1, url: `${origin}/${store.organization.defaultLocale}/pages/terms-of-service`, topic: null },
  ],
};
