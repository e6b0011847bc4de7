import type { RequestContext } from '../../../graphql/context.ts';
import { unauthorizedObject } from '../../../errors.ts';
import type { Comment as CommentRecord, Debate, Kind, Meeting } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { formatComment } from '../values/comment-html.ts';
import { formatFriendlyDate } from '../values/dates.ts';
import { signedGlobalId } from '../values/files.ts';
import { parseRecordId } from '../values/ids.ts';
import { authorOf } from './authors.ts';
import { countVotes, sortComments } from './comment-orders.ts';
import {
  type Commentable,
  type CommentableRecord,
  commentUrl,
  countComments,
  depthOf,
  findComponent,
  findRoot,
} from './comment-threads.ts';
import { isHidden } from './hidden-records.ts';
import { classNameOf } from './record-types.ts';
import { referenceTo } from './relations.ts';

/** The depth at which comments have no replies. */
const maxDepth = 3;

/** Whether the present is between two times; a time that is null is no limit. */
function isNowBetween(start: string | null, end: string | null, store: Store): boolean {
  const now = store.parseDateTime(store.now());
  return (start === null || store.parseDateTime(start) <= now) && (end === null || now < store.parseDateTime(end));
}

/** Whether a debate is neither closed nor outside its times. A debate with one time has none. */
const isOpen = ({ closedAt, startTime, endTime }: Debate, store: Store): boolean =>
  closedAt === null && (startTime === null || endTime === null || isNowBetween(startTime, endTime, store));

/** Whether a component shows comments. */
export const areCommentsEnabled = (commentable: Commentable, store: Store): boolean =>
  findComponent(commentable, store).settings.commentsEnabled;

/** Whether a record is a comment whose depth rules out replies. */
export const isOfLastLevel = ({ kind, record }: Commentable, store: Store): boolean =>
  kind === 'comments' && depthOf(record as CommentRecord, store) >= maxDepth;

/** Whether participants can comment on a record at present. */
export function acceptsNewComments({ kind, record }: Commentable, store: Store): boolean {
  if ((record.deletedAt ?? null) !== null || isOfLastLevel({ kind, record }, store)) return false;
  if (kind === 'comments') return acceptsNewComments(findRoot({ kind, record }, store), store);
  if (kind === 'debates' && !isOpen(record as Debate, store)) return false;
  const { commentsEnabled = true, commentsStartTime = null, commentsEndTime = null } = record as Partial<Meeting>;
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

/** Returns the comments on a record without the hidden ones, with an error in the place of each deleted one. */
function listComments(commentable: Commentable, { orderBy, singleCommentId }: CommentsArguments, store: Store) {
  const { kind, record } = commentable;
  const comments = singleCommentId?.trim()
    ? findInThread(commentable, singleCommentId, store)
    : store.where('comments', 'commentable', referenceTo(kind, record.id));
  const shown = comments.filter(({ id }) => !isHidden('comments', id, store));
  return sortComments(shown, orderBy, store).map((comment) =>
    (comment.deletedAt ?? null) === null ? comment : unauthorizedObject('Comment'),
  );
}

/** Creates `CommentableInterface` for the records of a kind. */
export const commentFields = (kind: Kind) => ({
  acceptsNewComments: (record: CommentableRecord, _: unknown, { store }: RequestContext) =>
    acceptsNewComments({ kind, record }, store),
  comments: (record: CommentableRecord, args: CommentsArguments, { store }: RequestContext) =>
    listComments({ kind, record }, args, store),
  commentsHaveAlignment: () => kind !== 'projects' && kind !== 'comments',
  commentsHaveVotes: () => kind !== 'comments',
  /** Whether there are comments that are not hidden; deleted ones count. */
  hasComments: ({ id }: CommentableRecord, _: unknown, { store }: RequestContext) =>
    store.where('comments', 'commentable', referenceTo(kind, id)).some((each) => !isHidden('comments', each.id, store)),
  totalCommentsCount: ({ id }: CommentableRecord, _: unknown, { store }: RequestContext) =>
    kind === 'comments' ? 0 : countComments(kind, id, store),
  type: () => classNameOf(kind),
  userAllowedToComment: (record: CommentableRecord, _: unknown, { store }: RequestContext) =>
    areCommentsEnabled({ kind, record }, store),
});

/** A comment, or the result of a vote for it: with the numbers of votes before. */
type CommentSource = CommentRecord & { upVotes?: number; downVotes?: number };

/** The text of a comment in the locale of the request, else as it was written. */
function bodyOf({ body }: CommentRecord, { store, locale = '' }: RequestContext): string {
  return body[locale] || body[store.organization.defaultLocale] || Object.values(body)[0] || '';
}

const hasVoted =
  (weight: 1 | -1) =>
  ({ id }: CommentRecord, _: unknown, { store, viewer }: RequestContext): boolean =>
    store.where('commentVotes', 'commentId', id).some((vote) => vote.userId === viewer?.id && vote.weight === weight);

/** Whether the viewer has reported a comment. */
const isReported = ({ id }: CommentRecord, _: unknown, { store, viewer }: RequestContext): boolean =>
  store
    .where('moderations', 'reportable', referenceTo('comments', id))
    .flatMap((moderation) => store.where('reports', 'moderationId', moderation.id))
    .some(({ userId }) => userId === viewer?.id);

export const Comment = {
  alreadyReported: isReported,
  author: authorOf,
  body: (comment: CommentRecord, _: unknown, context: RequestContext) => bodyOf(comment, context),
  downVoted: hasVoted(-1),
  downVotes: ({ id, downVotes }: CommentSource, _: unknown, { store }: RequestContext) =>
    downVotes ?? countVotes(id, -1, store),
  formattedBody: (comment: CommentRecord, _: unknown, context: RequestContext) =>
    formatComment(bodyOf(comment, context), context),
  formattedCreatedAt: ({ createdAt }: CommentRecord, _: unknown, { store, locale }: RequestContext) =>
    formatFriendlyDate(createdAt, locale ?? store.organization.defaultLocale, store),
  sgid: ({ id }: CommentRecord) => signedGlobalId(classNameOf('comments'), id),
  upVoted: hasVoted(1),
  upVotes: ({ id, upVotes }: CommentSource, _: unknown, { store }: RequestContext) =>
    upVotes ?? countVotes(id, 1, store),
  url: commentUrl,
};
