import type { Post as PostRecord } from '../../../store/records.ts';
import type { ListCriteria } from './filter-and-sort.ts';
import { sortById } from './filters-and-sort-keys.ts';

export const postCriteria: ListCriteria<PostRecord> = { filters: {}, sortKeys: { id: sortById } };
