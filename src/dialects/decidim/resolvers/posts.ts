import { recordUrl } from '../../../server/resolvers/urls.ts';
import type { Post as PostRecord } from '../../../store/records.ts';
import type { ListCriteria } from './filter-and-sort.ts';
import { createDayFilters, sortById, sortByTime } from './filters-and-sort-keys.ts';
import { referenceTo } from './relations.ts';

// The platform names this filter in the errors of all filters.
const filterInErrors = 'createdBefore';

export const postCriteria: ListCriteria<PostRecord> = {
  filters: {
    ...createDayFilters('created', 'createdAt', filterInErrors),
    ...createDayFilters('updated', 'updatedAt', filterInErrors),
  },
  sortKeys: {
    createdAt: sortByTime('created_at', 'createdAt'),
    id: sortById,
    likeCount: {
      column: 'likes_count',
      getValue: ({ id }, store) => store.where('likes', 'resource', referenceTo('posts', id)).length,
    },
    updatedAt: sortByTime('updated_at', 'updatedAt'),
  },
};

export const Post = { url: recordUrl('posts') };
