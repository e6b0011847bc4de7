import { type GraphQLResolveInfo, type GraphQLSchema, isInterfaceType } from 'graphql';
import { Refusal } from '../../../errors.ts';
import { type RequestContext, setLocale } from '../../../graphql/context.ts';
import { parseRecordReference } from '../../../records/kinds.ts';
import type { Component, Kind, RecordReference, Records } from '../../../records/records.ts';
import { isHidden } from '../../../resources/visible.ts';
import { componentUrl } from '../../../resources/urls.ts';
import type { Store } from '../../../store/store.ts';
import { formatComment } from '../values/comment-html.ts';
import { formatFriendlyDate } from '../values/dates.ts';
import { signedGlobalId } from '../values/files.ts';
import { parseRecordId } from '../values/ids.ts';
import { classNameOf, recordTypes, typeOf } from '../record-types.ts';
import type { FieldResolvers } from '../../../resources/resolver-types.ts';
import { authorOf, findComponentOf, isDeleted, referenceTo } from './relations.ts';

type CommentRecord = Records['comments'];

/** A record that can have comments. Projects are in the component of their budget, comments in that of their record. */
export interface CommentableRecord {
  id: number;
  componentId?: number;
  budgetId?: number;
  publishedAt?: string | null;
  deletedAt?: string | null;
}

/** A record that can have comments, and its kind. */
export interface Commentable {
  kind: Kind;
  record: CommentableRecord;
}

/** The record that a reference names. */
export function findReferenced(reference: RecordReference, store: Store): Commentable {
  const { kind, id } = parseRecordReference(reference);
  return { kind, record: store.find(kind, id) as CommentableRecord };
}

/** The comments above a comment, starting with the comment itself. */
function findPath(comment: CommentRecord, store: Store): CommentRecord[] {
  const { kind, record } = findReferenced(comment.commentable, store);
  return kind === 'comments' ? [comment, ...findPath(record as CommentRecord, store)] : [comment];
}

/** The record that a thread is about: of a comment, the one at the top; of another record, the record itself. */
export const findRoot = ({ kind, record }: Commentable, store: Store): Commentable =>
  kind === 'comments'
    ? findReferenced(findPath(record as CommentRecord, store).at(-1)!.commentable, store)
    : { kind, record };

/** The component of a record that can have comments. */
export const findComponent = (commentable: Commentable, store: Store): Component =>
  findComponentOf(findRoot(commentable, store).record, store)!;

const findComments = (kind: Kind, id: number, store: Store): readonly CommentRecord[] =>
  store.where('comments', 'commentable', referenceTo(kind, id));

/** All comments below a record, hidden and deleted ones included. */
export const findThread = (kind: Kind, id: number, store: Store): CommentRecord[] =>
  findComments(kind, id, store).flatMap((comment) => [comment, ...findThread('comments', comment.id, store)]);

/** The comments below a record that are neither deleted nor hidden. */
export const findReadableThread = (kind: Kind, id: number, store: Store): CommentRecord[] =>
  findThread(kind, id, store).filter((comment) => !isDeleted(comment) && !isHidden('comments', comment.id, store));

/** The URL of a comment: the page of its record, with the comment in the fragment. The platform has none for results. */
export function commentUrl(comment: CommentRecord, _: unknown, context: RequestContext): string {
  const root = findRoot({ kind: 'comments', record: comment }, context.store);
  if (root.kind === 'results') return '/';
  const { id, budgetId } = root.record;
  const folder = budgetId === undefined ? '' : `/budgets/${budgetId}`;
  const path = `${folder}/${root.kind}/${id}#comment_${comment.id}`;
  return componentUrl(findComponent(root, context.store), path, context);
}

/** The number of votes for (1) or against (-1) a comment. */
export const countVotes = (commentId: number, weight: 1 | -1, store: Store): number =>
  store.where('commentVotes', 'commentId', commentId).filter((vote) => vote.weight === weight).length;

/** What the orders with the highest number first compare. */
const scores = new Map<string | null | undefined, (comment: CommentRecord, store: Store) => number>([
  ['best_rated', ({ id }, store) => countVotes(id, 1, store) - countVotes(id, -1, store)],
  ['most_discussed', ({ id }, store) => findThread('comments', id, store).length],
  ['recent', () => 0],
]);

/** Sorts comments by `orderBy`: the oldest first if it is unknown; of the same score the newest first. */
function sortComments(comments: readonly CommentRecord[], orderBy: string | null | undefined, store: Store) {
  const time = ({ createdAt }: CommentRecord) => store.parseDateTime(createdAt);
  const oldestFirst = comments.toSorted((a, b) => time(a) - time(b) || a.id - b.id);
  const getScore = scores.get(orderBy);
  if (!getScore) return oldestFirst;
  const scored = oldestFirst.toReversed().map((comment) => ({ comment, score: getScore(comment, store) }));
  return scored.toSorted((a, b) => b.score - a.score).map(({ comment }) => comment);
}

/** Whether the present is between two times; a time that is null is no limit. */
function isNowBetween(start: string | null, end: string | null, store: Store): boolean {
  const now = store.parseDateTime(store.now());
  return (start === null || store.parseDateTime(start) <= now) && (end === null || now < store.parseDateTime(end));
}

/** Whether a debate is neither closed nor outside its times. A debate with one time has none. */
const isOpen = ({ closedAt, startTime, endTime }: Records['debates'], store: Store): boolean =>
  closedAt === null && (startTime === null || endTime === null || isNowBetween(startTime, endTime, store));

/** Whether a component shows comments. */
export const areCommentsEnabled = (commentable: Commentable, store: Store): boolean =>
  findComponent(commentable, store).settings.commentsEnabled;

/** The number of comments above a comment at which it has no replies. */
const maxDepth = 3;

/** Whether a record is a comment whose depth rules out replies. */
export const isOfLastLevel = ({ kind, record }: Commentable, store: Store): boolean =>
  kind === 'comments' && findPath(record as CommentRecord, store).length > maxDepth;

/** Whether participants can comment on a record at present. */
export function acceptsNewComments({ kind, record }: Commentable, store: Store): boolean {
  if (isDeleted(record) || isOfLastLevel({ kind, record }, store)) return false;
  if (kind === 'comments') return acceptsNewComments(findRoot({ kind, record }, store), store);
  if (kind === 'debates' && !isOpen(record as Records['debates'], store)) return false;
  const meeting = record as Partial<Records['meetings']>;
  const { commentsEnabled = true, commentsStartTime = null, commentsEndTime = null } = meeting;
  const { settings } = findComponent({ kind, record }, store);
  const isAllowed = commentsEnabled && isNowBetween(commentsStartTime, commentsEndTime, store);
  return isAllowed && settings.commentsEnabled && !settings.commentsBlocked;
}

export interface CommentsArguments {
  orderBy?: string | null;
  singleCommentId?: string | null;
}

/** A comment in the thread of a record; nothing is in the thread of a comment. */
function findInThread(root: Commentable, commentId: string, store: Store): CommentRecord[] {
  const comment = store.find('comments', parseRecordId(commentId));
  if (!comment) return [];
  const { kind, record } = findRoot({ kind: 'comments', record: comment }, store);
  return kind === root.kind && record.id === root.record.id ? [comment] : [];
}

/** `CommentableInterface`. */
export const commentFields = (kind: Kind) =>
  ({
    acceptsNewComments: (record, _, { store }) => acceptsNewComments({ kind, record }, store),
    /** The comments that are not hidden. */
    comments(record, { orderBy, singleCommentId }: CommentsArguments, { store }) {
      const comments = singleCommentId?.trim()
        ? findInThread({ kind, record }, singleCommentId, store)
        : findComments(kind, record.id, store);
      const shown = comments.filter(({ id }) => !isHidden('comments', id, store));
      return sortComments(shown, orderBy, store);
    },
    commentsHaveAlignment: () => kind !== 'projects' && kind !== 'comments',
    commentsHaveVotes: () => kind !== 'comments',
    /** Whether there are comments that are not hidden; deleted ones count. */
    hasComments: ({ id }, _, { store }) =>
      findComments(kind, id, store).some((each) => !isHidden('comments', each.id, store)),
    /** Replies included. */
    totalCommentsCount: ({ id }, _, { store }) =>
      kind === 'comments' ? 0 : findReadableThread(kind, id, store).length,
    type: () => classNameOf(kind),
    userAllowedToComment: (record, _, { store }) => areCommentsEnabled({ kind, record }, store),
  }) satisfies FieldResolvers<CommentableRecord>;

/** The text of a comment in the locale of the request, else as it was written. */
const bodyOf = ({ body }: CommentRecord, { store, locale = '' }: RequestContext): string =>
  body[locale] || body[store.organization.defaultLocale] || Object.values(body)[0] || '';

/** The vote of the viewer for or against a comment. */
export const findVote = (commentId: number, { store, viewer }: RequestContext) =>
  store.where('commentVotes', 'commentId', commentId).find(({ userId }) => userId === viewer?.id);

const Comment = {
  /** Whether the viewer has reported it. */
  alreadyReported: ({ id }, _, { store, viewer }) =>
    store
      .where('moderations', 'reportable', referenceTo('comments', id))
      .flatMap((moderation) => store.where('reports', 'moderationId', moderation.id))
      .some(({ userId }) => userId === viewer?.id),
  author: authorOf,
  body: (comment, _, context) => bodyOf(comment, context),
  downVoted: ({ id }, _, context) => findVote(id, context)?.weight === -1,
  downVotes: ({ id, downVotes }, _, { store }) => downVotes ?? countVotes(id, -1, store),
  formattedBody: (comment, _, context) => formatComment(bodyOf(comment, context), context),
  formattedCreatedAt: ({ createdAt }, _, { store, locale }) =>
    formatFriendlyDate(createdAt, locale ?? store.organization.defaultLocale, store),
  sgid: ({ id }) => signedGlobalId(classNameOf('comments'), id),
  upVoted: ({ id }, _, context) => findVote(id, context)?.weight === 1,
  upVotes: ({ id, upVotes }, _, { store }) => upVotes ?? countVotes(id, 1, store),
  url: commentUrl,
  // The result of a vote for a comment has the numbers of votes before.
} satisfies FieldResolvers<CommentRecord & { upVotes?: number; downVotes?: number }>;

/** The error for a Ruby class whose objects cannot have comments. */
export const invalidCommentableType = 'Invalid commentable type';

/** The kind of the type that implements `CommentableInterface` and has a Ruby class; undefined if there is none. */
function findCommentableKind(className: string, schema: GraphQLSchema): Kind | undefined {
  const commentable = schema.getType('CommentableInterface');
  const types = isInterfaceType(commentable) ? schema.getPossibleTypes(commentable) : [];
  const known = types.flatMap(({ name }) => (Object.hasOwn(recordTypes, name) ? [recordTypes[name]!] : []));
  return known.find((each) => each.className === className)?.kind;
}

export interface CommentableArguments {
  id: string;
  /** The name of a Ruby class. */
  type: string;
  locale?: string | null;
}

/**
 * Finds a record that can have comments, after `setLocale`; undefined if there is none, or if it is deleted. Deleted comments are found.
 * Throws a Refusal for a class whose objects cannot have comments.
 */
export function findCommentable(
  { id, type }: CommentableArguments,
  { store }: RequestContext,
  { schema }: GraphQLResolveInfo,
  setRequestLocale: () => void,
): Commentable | undefined {
  const className = type.replace(/^::/, '');
  const kind = findCommentableKind(className, schema);
  // The store has no sortitions, which releases with their type have.
  const isSortition = className === 'Decidim::Sortitions::Sortition' && schema.getType('Sortition') !== undefined;
  if (!kind && !isSortition) throw new Refusal(invalidCommentableType);
  setRequestLocale();
  const record = kind && (store.find(kind, parseRecordId(id)) as CommentableRecord | undefined);
  return record && (kind === 'comments' || !isDeleted(record)) ? { kind, record } : undefined;
}

/** `Query.commentable`: null if there is no such record. */
export const commentableQuery = {
  commentable(_, args: CommentableArguments, context, info) {
    const locale = args.locale ?? '';
    if (!context.store.organization.locales.includes(locale)) throw new Refusal(`${locale} is not a valid locale`);
    const commentable = findCommentable(args, context, info, () => setLocale(context, locale));
    if (!commentable) return null;
    return { ...commentable.record, __typename: typeOf(commentable.kind) };
  },
} satisfies FieldResolvers;

export const resolvers = {
  Comment,
  CommentableInterface: { __resolveType: ({ __typename }: { __typename: string }) => __typename },
  Query: commentableQuery,
};
