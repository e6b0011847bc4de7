import { componentUrl } from '../../../server/resolvers/urls.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import { parseRecordReference } from '../../../records/kinds.ts';
import type { Comment, Component, Kind, RecordReference } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { findComponentOf } from '../values/record-space.ts';
import { isHidden } from './hidden-records.ts';
import { referenceTo } from './relations.ts';

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

/** What a comment was written on: a record, or another comment. */
export const findTarget = ({ commentable }: Comment, store: Store): Commentable => findReferenced(commentable, store);

/** The comments above a comment, starting with the comment itself. */
function findPath(comment: Comment, store: Store): Comment[] {
  const { kind, record } = findTarget(comment, store);
  return kind === 'comments' ? [comment, ...findPath(record as Comment, store)] : [comment];
}

/** How many comments are above a comment. */
export const depthOf = (comment: Comment, store: Store): number => findPath(comment, store).length - 1;

/** The record that a thread is about: of a comment, the one at the top; of another record, the record itself. */
export const findRoot = ({ kind, record }: Commentable, store: Store): Commentable =>
  kind === 'comments' ? findTarget(findPath(record as Comment, store).at(-1)!, store) : { kind, record };

/** The component of a record that can have comments. */
export const findComponent = (commentable: Commentable, store: Store): Component =>
  findComponentOf(findRoot(commentable, store).record, store)!;

/** All comments below a record, hidden and deleted ones included. */
export const findThread = (kind: Kind, id: number, store: Store): Comment[] =>
  store
    .where('comments', 'commentable', referenceTo(kind, id))
    .flatMap((comment) => [comment, ...findThread('comments', comment.id, store)]);

/** Whether a comment is neither deleted nor hidden. */
export const isReadable = ({ id, deletedAt = null }: Comment, store: Store): boolean =>
  deletedAt === null && !isHidden('comments', id, store);

/** The number of comments on a record that can be read, replies included. */
export const countComments = (kind: Kind, id: number, store: Store): number =>
  findThread(kind, id, store).filter((comment) => isReadable(comment, store)).length;

/** The URL of a comment: the page of its record, with the comment in the fragment. */
export function commentUrl(comment: Comment, _: unknown, context: RequestContext): string {
  const root = findRoot({ kind: 'comments', record: comment }, context.store);
  const { id, budgetId } = root.record;
  const folder = budgetId === undefined ? '' : `/budgets/${budgetId}`;
  return componentUrl(
    findComponent(root, context.store),
    `${folder}/${root.kind}/${id}#comment_${comment.id}`,
    context,
  );
}
