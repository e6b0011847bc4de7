import { Refusal, SimulatedServerError } from '../../../errors.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import type { Comment, Kind } from '../../../records/records.ts';
import { recordTypes } from '../record-types.ts';
import { type PlatformBehavior, type Resolver, failInPlaceOf, note } from '../resource.ts';
import { CommentMutation, CommentableMutation, Mutation } from './comment-mutations.ts';
import {
  type CommentableRecord,
  type CommentsArguments,
  commentFields,
  commentableQuery,
  findComponent,
  findVote,
  invalidCommentableType,
} from './comments.ts';
import { isParticipant, mayTakePart } from './relations.ts';

/** The orders of comments that fail. */
const brokenOrders = ['best_rated', 'most_discussed'];

function brokenCommentFields(kind: Kind) {
  const { comments, userAllowedToComment } = commentFields(kind);
  return {
    comments(record: CommentableRecord, args: CommentsArguments, context: RequestContext) {
      if (brokenOrders.includes(args.orderBy ?? '')) throw new SimulatedServerError(`the order ${args.orderBy}`);
      return comments(record, args, context);
    },
    userAllowedToComment(record: CommentableRecord, _: unknown, context: RequestContext) {
      const { viewer } = context;
      const component = findComponent({ kind, record }, context.store);
      if (!userAllowedToComment(record, _, context) || !mayTakePart(component, context)) return false;
      if (viewer && !viewer.admin && !isParticipant(viewer))
        throw new SimulatedServerError('the rights of an API user');
      return true;
    },
  };
}

const refuseOpposite =
  (field: 'downVote' | 'upVote', weight: 1 | -1) => (comment: Comment, _: unknown, context: RequestContext) => {
    if (findVote(comment.id, context)?.weight === -weight) throw new Refusal('There was a problem voting the comment.');
    return CommentMutation[field](comment, _, context);
  };

const brokenComments = {
  ...Object.fromEntries(
    ['Comment', 'Debate', 'Meeting', 'Post', 'Project', 'Proposal', 'Result'].map((type) => [
      type,
      brokenCommentFields(recordTypes[type]!.kind),
    ]),
  ),
  CommentMutation: { downVote: refuseOpposite('downVote', -1), upVote: refuseOpposite('upVote', 1) },
};

/** Fails for an anonymous viewer, whom nothing has refused before. */
const failForAnonymous =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) => {
    if (!context.viewer) throw new SimulatedServerError('a comment has an author');
    return resolve(source, args, context, info);
  };

const anonymousComments = {
  CommentMutation: {
    downVote: failForAnonymous(CommentMutation.downVote as Resolver),
    upVote: failForAnonymous(CommentMutation.upVote as Resolver),
  },
  CommentableMutation: { addComment: failForAnonymous(CommentableMutation.addComment as Resolver) },
  Mutation: { commentable: failInPlaceOf(Mutation.commentable as Resolver, invalidCommentableType) },
  Query: { commentable: failInPlaceOf(commentableQuery.commentable as Resolver, invalidCommentableType) },
};

/** What began or ended with a release. */
export const behaviors: Record<string, PlatformBehavior> = {
  // Two orders and the rights of API users are status 500. A vote of the other kind is an error; in 0.32 it is status 500.
  brokenComments: {
    until: '0.31',
    resolvers: brokenComments,
    notes: [
      {
        coordinates: ['*.comments'],
        argument: { name: 'orderBy', values: brokenOrders },
        message: 'is status 500 in this order',
      },
      note('is status 500 for an API user', '*.userAllowedToComment'),
      note(
        'is an error for who has voted the other way; status 500 in 0.32',
        'CommentMutation.downVote',
        'CommentMutation.upVote',
      ),
    ],
  },
  // Nobody can sign in.
  anonymousComments: {
    until: '0.30',
    resolvers: anonymousComments,
    notes: [
      note(
        'is status 500: nobody can sign in',
        'CommentMutation.downVote',
        'CommentMutation.upVote',
        'CommentableMutation.addComment',
      ),
      note('is status 500 for a type that has no comments', 'Mutation.commentable', 'Query.commentable'),
    ],
  },
};
