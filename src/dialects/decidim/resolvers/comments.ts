import type { RequestContext } from '../../../contract/request-context.ts';
import type { Comment as CommentRecord, Kind } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';
import { classNameOf } from './record-types.ts';
import { one, referenceTo, referring } from './relations.ts';

/** Whether the component of a record allows comments; records that are in no component themselves always do. */
const allowsComments = ({ componentId }: { componentId?: number }, _: unknown, { store }: RequestContext): boolean =>
  componentId === undefined || store.find('components', componentId)!.settings.commentsEnabled;

/** The number of comments on a record, replies included. */
export const countComments = (kind: Kind, id: number, store: Store): number =>
  store
    .where('comments', 'commentable', referenceTo(kind, id))
    .reduce((count, reply) => count + 1 + countComments('comments', reply.id, store), 0);

/** Creates `CommentableInterface` for the records of a kind. */
export const commentFields = (kind: Kind) => ({
  acceptsNewComments: allowsComments,
  comments: referring('comments', 'commentable', kind),
  commentsHaveAlignment: () => kind !== 'projects' && kind !== 'comments',
  commentsHaveVotes: () => kind !== 'comments',
  hasComments: ({ id }: { id: number }, _: unknown, { store }: RequestContext) =>
    store.where('comments', 'commentable', referenceTo(kind, id)).length > 0,
  totalCommentsCount: ({ id }: { id: number }, _: unknown, { store }: RequestContext) =>
    kind === 'comments' ? 0 : countComments(kind, id, store),
  type: () => classNameOf(kind),
  userAllowedToComment: allowsComments,
});

const countVotes =
  (weight: number) =>
  ({ id }: CommentRecord, _: unknown, { store }: RequestContext) =>
    store.where('commentVotes', 'commentId', id).filter((vote) => vote.weight === weight).length;

export const Comment = {
  author: one('users', 'authorId'),
  downVotes: countVotes(-1),
  upVotes: countVotes(1),
};
