import type { RequestContext } from '../../../graphql/context.ts';
import type { Kind } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { findUsers } from './authors.ts';
import type { SortKey } from './filter-and-sort.ts';
import { referenceTo, referring } from './relations.ts';

/** The number of likes of a record. */
const countLikes = (kind: Kind, id: number, store: Store): number =>
  store.where('likes', 'resource', referenceTo(kind, id)).length;

/** Sorts by the number of likes; until 0.30, they are called endorsements. */
export const sortByLikes = (kind: Kind, column: string): SortKey<{ id: number }> => ({
  column,
  getValue: ({ id }, store) => countLikes(kind, id, store),
});

/** Creates `LikeableInterface` for the records of a kind. */
export const likeFields = (kind: Kind) => {
  const findLikes = referring('likes', 'resource', kind);
  return {
    likes: (record: { id: number }, _: unknown, context: RequestContext) =>
      findUsers(
        findLikes(record, _, context).map(({ userId }) => userId),
        context,
      ),
    likesCount: ({ id }: { id: number }, _: unknown, { store }: RequestContext) => countLikes(kind, id, store),
  };
};
