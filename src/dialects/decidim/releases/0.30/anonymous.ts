import type { GraphQLFieldResolver } from 'graphql';
import type { RequestContext } from '../../../../graphql/context.ts';
import { Refusal, SimulatedServerError } from '../../../../errors.ts';
import type { DecidimOverrides } from '../../overrides.ts';
import { CommentMutation, CommentableMutation, Mutation } from '../../resolvers/comment-mutations.ts';
import { commentableQuery, invalidCommentableType } from '../../resolvers/comments.ts';

type Resolver = GraphQLFieldResolver<never, RequestContext>;

/** Fails for a class whose objects cannot have comments. */
const failForInvalidType =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) => {
    try {
      return resolve(source, args, context, info);
    } catch (error) {
      if (error instanceof Refusal && error.message === invalidCommentableType)
        throw new SimulatedServerError(error.message);
      throw error;
    }
  };

/** Fails for an anonymous viewer, whom nothing has refused before. */
const failForAnonymous =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) => {
    if (!context.viewer) throw new SimulatedServerError('a comment has an author');
    return resolve(source, args, context, info);
  };

/** Everybody may start a mutation. There is no sign-in, so the API sees an anonymous viewer. */
export const overrides: DecidimOverrides = {
  auth: { Mutation: null },
  http: { hasSignIn: false },
  resolvers: {
    CommentMutation: {
      downVote: failForAnonymous(CommentMutation.downVote as Resolver),
      upVote: failForAnonymous(CommentMutation.upVote as Resolver),
    },
    CommentableMutation: { addComment: failForAnonymous(CommentableMutation.addComment as Resolver) },
    Mutation: { commentable: failForInvalidType(Mutation.commentable as Resolver) },
    Query: { commentable: failForInvalidType(commentableQuery.commentable as Resolver) },
  },
};
