import type { RequestContext } from '../../../../graphql/context.ts';
import { Refusal, SimulatedServerError } from '../../../../errors.ts';
import type { Comment, Kind } from '../../../../records/records.ts';
import type { DecidimOverrides } from '../../overrides.ts';
import { mayTakePart } from '../../permissions.ts';
import { CommentMutation } from '../../resolvers/comment-mutations.ts';
import {
  type CommentableRecord,
  type CommentsArguments,
  commentFields,
  findComponent,
  findVote,
} from '../../resolvers/comments.ts';
import { recordTypes } from '../../resolvers/record-types.ts';
import { isParticipant } from '../../resolvers/relations.ts';

const brokenOrders = new Set(['best_rated', 'most_discussed']);

/**
 * The fields of records with comments that fail: two orders, and the question whether an API user may comment where that is not
 * ruled out, unless it is an administrator.
 */
function createFields(kind: Kind) {
  const { comments, userAllowedToComment } = commentFields(kind);
  return {
    comments(record: CommentableRecord, args: CommentsArguments, context: RequestContext) {
      if (brokenOrders.has(args.orderBy ?? '')) throw new SimulatedServerError(`the order ${args.orderBy}`);
      return comments(record, args, context);
    },
    userAllowedToComment(record: CommentableRecord, _: unknown, context: RequestContext) {
      const { viewer } = context;
      if (
        !userAllowedToComment(record, _, context) ||
        !mayTakePart(findComponent({ kind, record }, context.store), context)
      )
        return false;
      if (viewer && !viewer.admin && !isParticipant(viewer))
        throw new SimulatedServerError('the rights of an API user');
      return true;
    },
  };
}

/** A vote of the other kind must be taken back first; 0.32 fails. */
const refuseOpposite =
  (field: 'downVote' | 'upVote', weight: 1 | -1) => (comment: Comment, _: unknown, context: RequestContext) => {
    if (findVote(comment.id, context)?.weight === -weight) throw new Refusal('There was a problem voting the comment.');
    return CommentMutation[field](comment, _, context);
  };

const typesWithComments = ['Comment', 'Debate', 'Meeting', 'Post', 'Project', 'Proposal', 'Result'];

export const overrides: DecidimOverrides = {
  resolvers: {
    ...Object.fromEntries(typesWithComments.map((type) => [type, createFields(recordTypes[type]!.kind)])),
    CommentMutation: { downVote: refuseOpposite('downVote', -1), upVote: refuseOpposite('upVote', 1) },
  },
};
