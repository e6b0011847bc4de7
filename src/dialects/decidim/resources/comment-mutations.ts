import { SimulatedServerError, invalidLocale, notFound } from '../../../errors.ts';
import { type RequestContext, setLocale } from '../../../graphql/context.ts';
import type { Kind, Records } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { storeText } from '../values/stored-text.ts';
import {
  type Commentable,
  type CommentableArguments,
  type CommentableRecord,
  acceptsNewComments,
  areCommentsEnabled,
  countVotes,
  findCommentable,
  findComponent,
  findRoot,
  findThread,
  findVote,
  isOfLastLevel,
} from './comments.ts';
import type { FieldResolvers, RecordResolvers } from '../../../resources/resolver-types.ts';
import { isParticipant, referenceTo } from './relations.ts';
import { platformTexts } from './texts.ts';

/** Sets the locale of a request to one that the platform has. */
function setPlatformLocale(locale: string | null | undefined, context: RequestContext): void {
  if (locale && !platformTexts().locales.includes(locale)) throw invalidLocale();
  setLocale(context, locale || undefined);
}

export const Mutation = {
  /** Finds drafts and hidden records too; an error if there is no such record. */
  commentable(_, args: CommentableArguments, context, info) {
    const commentable = findCommentable(args, context, info, () => setPlatformLocale(args.locale, context));
    if (!commentable) throw notFound('CommentableMutation');
    return { id: commentable.record.id, kind: commentable.kind };
  },

  /** Finds deleted and hidden comments too; an error if there is no such comment. */
  comment(_, { id, locale }: { id: string; locale?: string | null }, context) {
    setPlatformLocale(locale, context);
    const record = context.store.find('comments', id);
    if (!record) throw notFound('CommentMutation');
    return record;
  },
} satisfies FieldResolvers;

interface CommentInput {
  body: string;
  alignment?: number | null;
}

const defaultMaxLength = 1000;

/** Why the platform does not store a comment; undefined if it does. Administrators may comment where participants may not. */
function findProblem(
  commentable: Commentable,
  { body, alignment }: CommentInput,
  { store, viewer }: RequestContext,
): string | undefined {
  const maxLength = findComponent(commentable, store).settings.commentsMaxLength || defaultMaxLength;
  if (/^\s*$/.test(body)) return 'the text is blank';
  // The platform counts characters, not code units.
  if ([...body].length > maxLength) return 'the text is too long';
  if (![-1, 0, 1].includes(alignment ?? NaN)) return 'the alignment is invalid';
  if (isOfLastLevel(commentable, store)) return 'the comment is at the last level';
  if (commentable.kind !== 'comments' && !areCommentsEnabled(commentable, store)) return 'comments are disabled';
  if (!viewer!.admin && !acceptsNewComments(commentable, store)) return 'there can be no new comments';
  return undefined;
}

/** Sets the time of the last change of the record that a thread is about, as every change of its comments does. */
function touchRoot(commentable: Commentable, transaction: Transaction, store: Store): void {
  const { kind, record } = findRoot(commentable, store);
  transaction.update(kind, record.id, {});
}

/** Whether a debate, replies included, has one comment of the viewer. */
function isFirstInDebate(commentable: Commentable, { store, viewer }: RequestContext): boolean {
  const { kind, record } = findRoot(commentable, store);
  if (kind !== 'debates') return false;
  return findThread(kind, record.id, store).filter(({ authorId }) => authorId === viewer!.id).length === 1;
}

export const CommentableMutation = {
  /** Stores a comment on a hidden record too, but its result is an error. */
  addComment({ id, kind }, input: CommentInput, context) {
    const { store, viewer, locale = store.organization.defaultLocale } = context;
    const commentable = { kind, record: store.find(kind, id) as CommentableRecord };
    const body = storeText(input.body.replaceAll('\r', ''), store);
    const problem = findProblem(commentable, { ...input, body }, context);
    if (problem) throw new SimulatedServerError(problem);
    const comment = store.update((transaction) => {
      touchRoot(commentable, transaction, store);
      return transaction.create('comments', {
        commentable: referenceTo(kind, id),
        authorId: viewer!.id,
        body: { [locale]: body },
        alignment: input.alignment as Records['comments']['alignment'],
      });
    });
    // The platform gives the author a score for the first comment in a debate, and API users cannot have scores.
    if (!isParticipant(viewer!) && isFirstInDebate(commentable, context))
      throw new SimulatedServerError('the score of an API user');
    return comment;
  },
} satisfies FieldResolvers<{ id: number; kind: Kind }>;

/**
 * Creates the resolver of a vote, which the same vote takes back. The result has the numbers of votes before it. For deleted
 * and hidden comments, the vote is stored, but the result is an error.
 */
const voteWith =
  (weight: 1 | -1) =>
  ({ id }: { id: number }, _: unknown, context: RequestContext) => {
    const { store, viewer } = context;
    const comment = store.get('comments', id);
    const before = { ...comment, upVotes: countVotes(id, 1, store), downVotes: countVotes(id, -1, store) };
    const vote = findVote(id, context);
    if (vote?.weight === -weight) throw new SimulatedServerError('the opposite vote is not taken back');
    store.update((transaction) => {
      if (vote) transaction.update('commentVotes', vote.id, { weight: vote.weight === weight ? 0 : weight });
      else transaction.create('commentVotes', { commentId: id, userId: viewer!.id, weight });
      transaction.update('comments', id, {});
      touchRoot({ kind: 'comments', record: comment }, transaction, store);
    });
    return before;
  };

export const CommentMutation = { downVote: voteWith(-1), upVote: voteWith(1) } satisfies RecordResolvers<'comments'>;

export const resolvers = { CommentMutation, CommentableMutation, Mutation };
