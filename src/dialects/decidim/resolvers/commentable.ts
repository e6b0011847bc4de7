import { type GraphQLResolveInfo, type GraphQLSchema, isInterfaceType } from 'graphql';
import type { RequestContext } from '../../../graphql/context.ts';
import { Refusal, unauthorizedObject } from '../../../errors.ts';
import { findSpace, isSpaceVisible } from '../../../server/resolvers/find-space.ts';
import { isShown } from '../../../records/kinds.ts';
import type { Comment, Kind } from '../../../records/records.ts';
import { parseRecordId } from '../values/ids.ts';
import { type Commentable, type CommentableRecord, findComponent, findTarget, isReadable } from './comment-threads.ts';
import { isVisibleFor } from './component-lists.ts';
import { isHidden } from './hidden-records.ts';
import { recordTypes, typeOf } from './record-types.ts';

/** The kinds of the types that implement `CommentableInterface`, by Ruby class. */
function findCommentableKinds(schema: GraphQLSchema): Map<string, Kind> {
  const commentable = schema.getType('CommentableInterface');
  const types = isInterfaceType(commentable)
    ? schema.getPossibleTypes(commentable).filter(({ name }) => Object.hasOwn(recordTypes, name))
    : [];
  return new Map(types.map(({ name }) => [recordTypes[name]!.className, recordTypes[name]!.kind]));
}

/** The error for a Ruby class whose objects cannot have comments. */
export const invalidCommentableType = 'Invalid commentable type';

const commentableKinds = new WeakMap<GraphQLSchema, Map<string, Kind>>();

export interface CommentableArguments {
  id: string;
  /** The name of a Ruby class. */
  type: string;
  locale?: string | null;
}

/** Finds a record that can have comments; undefined if there is none, or if it is deleted. Deleted comments are found. */
export function findCommentable(
  { id, type }: CommentableArguments,
  { store }: RequestContext,
  { schema }: GraphQLResolveInfo,
): Commentable | undefined {
  let kinds = commentableKinds.get(schema);
  if (!kinds) commentableKinds.set(schema, (kinds = findCommentableKinds(schema)));
  const kind = kinds.get(type.replace(/^::/, ''));
  if (!kind) throw new Refusal(invalidCommentableType);
  const record = store.find(kind, parseRecordId(id)) as CommentableRecord | undefined;
  return record && (kind === 'comments' || (record.deletedAt ?? null) === null) ? { kind, record } : undefined;
}

/** Whether the component of a record is published and its space is visible to the viewer. */
export function isComponentVisible(commentable: Commentable, { store, viewer }: RequestContext): boolean {
  const component = findComponent(commentable, store);
  return component.publishedAt !== null && isSpaceVisible(findSpace(component, store), viewer);
}

const isRecordVisible = ({ kind, record }: Commentable, context: RequestContext): boolean =>
  !isHidden(kind, record.id, context.store) && isVisibleFor(kind, record as never, context);

/** Whether a viewer may see a comment. Comments on drafts are visible. */
export function isCommentVisible(comment: Comment, context: RequestContext): boolean {
  const target = findTarget(comment, context.store);
  return (
    isReadable(comment, context.store) &&
    isComponentVisible(target, context) &&
    (target.kind === 'comments' || isRecordVisible(target, context))
  );
}

const isCommentableVisible = ({ kind, record }: Commentable, context: RequestContext): boolean =>
  kind === 'comments'
    ? isCommentVisible(record as Comment, context)
    : isShown(record) && isComponentVisible({ kind, record }, context) && isRecordVisible({ kind, record }, context);

/** `Query.commentable`: null if there is no such record, an error for drafts and for records that the viewer may not see. */
export function resolveCommentable(
  _: unknown,
  args: CommentableArguments,
  context: RequestContext,
  info: GraphQLResolveInfo,
) {
  const locale = args.locale ?? '';
  if (!context.store.organization.locales.includes(locale)) throw new Refusal(`${locale} is not a valid locale`);
  context.locale = locale;
  const commentable = findCommentable(args, context, info);
  if (!commentable) return null;
  const type = typeOf(commentable.kind);
  if (!isCommentableVisible(commentable, context)) throw unauthorizedObject(type);
  return { ...commentable.record, __typename: type };
}

export const CommentableInterface = { __resolveType: ({ __typename }: { __typename: string }) => __typename };
