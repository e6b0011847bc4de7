import type { Comment } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { findThread } from './comment-threads.ts';

/** The number of votes for (1) or against (-1) a comment. */
export const countVotes = (commentId: number, weight: 1 | -1, store: Store): number =>
  store.where('commentVotes', 'commentId', commentId).filter((vote) => vote.weight === weight).length;

/** What the orders with the highest number first compare. */
const scores = new Map<string, (comment: Comment, store: Store) => number>([
  ['best_rated', ({ id }, store) => countVotes(id, 1, store) - countVotes(id, -1, store)],
  ['most_discussed', ({ id }, store) => findThread('comments', id, store).length],
]);

/** Sorts comments by `orderBy`: the oldest first if it is unknown; of the same score the newest first. */
export function sortComments(
  comments: readonly Comment[],
  orderBy: string | null | undefined,
  store: Store,
): Comment[] {
  const time = ({ createdAt }: Comment) => store.parseDateTime(createdAt);
  const oldestFirst = comments.toSorted((a, b) => time(a) - time(b) || a.id - b.id);
  const getScore = scores.get(orderBy ?? '');
  if (!getScore) return orderBy === 'recent' ? oldestFirst.toReversed() : oldestFirst;
  const scored = oldestFirst.toReversed().map((comment) => ({ comment, score: getScore(comment, store) }));
  return scored.toSorted((a, b) => b.score - a.score).map(({ comment }) => comment);
}
