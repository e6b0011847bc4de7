import { recordUrl } from '../../../server/resolvers/urls.ts';
import type { Post as PostRecord } from '../../../records/records.ts';
import type { ListCriteria } from './filter-and-sort.ts';
import { sortByLikes } from './likes.ts';
import { createDayFilters, sortById, sortByTime } from './filters-and-sort-keys.ts';

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
    endorsementCount: sortByLikes('posts', 'endorsements_count'),
    likeCount: sortByLikes('posts', 'likes_count'),
    updatedAt: sortByTime('updated_at', 'updatedAt'),
  },
};

export const Post = { url: recordUrl('posts') };
