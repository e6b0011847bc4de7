import type { RequestContext } from '../../../contract/request-context.ts';
import type { Kind } from '../../../store/records.ts';
import { referring } from './relations.ts';

/** Creates `LikeableInterface` for the records of a kind. */
export const likeFields = (kind: Kind) => {
  const findLikes = referring('likes', 'resource', kind);
  return {
    likes: (record: { id: number }, _: unknown, context: RequestContext) =>
      context.store.findMany(
        'users',
        findLikes(record, _, context).map(({ userId }) => userId),
      ),
    likesCount: (record: { id: number }, _: unknown, context: RequestContext) => findLikes(record, _, context).length,
  };
};
