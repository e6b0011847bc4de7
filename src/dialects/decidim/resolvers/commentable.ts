import type { RequestContext } from '../../../contract/request-context.ts';
import { Refusal, invalidLocale, notFound, unauthorizedObject } from '../../../errors.ts';
import { findSpace, isSpaceVisible } from '../../../server/resolvers/find-space.ts';
import { isShown } from '../../../store/kinds.ts';
import type { Store } from '../../../store/store.ts';
import { parseRecordId } from '../values/ids.ts';

/** A record that can have comments. */
interface Commentable {
  id: number;
  componentId: number;
  publishedAt?: string | null;
}

/** The GraphQL type of a Ruby class, and how its records are found; the store has no records of some classes. */
interface CommentableClass {
  type: string;
  find(id: string, store: Store): Commentable | undefined;
}

function findShownResult(id: string, store: Store) {
  const result = store.find('results', id);
  return result && isShown(result) ? result : undefined;
}

const classes: Record<string, CommentableClass> = {
  'Decidim::Accountability::Result': { type: 'Result', find: findShownResult },
  'Decidim::Blogs::Post': { type: 'Post', find: () => undefined },
  'Decidim::Budgets::Project': {
    type: 'Project',
    find: (id, store) => {
      const project = store.find('projects', id);
      return project && { ...project, componentId: store.find('budgets', project.budgetId)!.componentId };
    },
  },
  'Decidim::Comments::Comment': { type: 'Comment', find: () => undefined },
  'Decidim::Debates::Debate': { type: 'Debate', find: () => undefined },
  'Decidim::Meetings::Meeting': { type: 'Meeting', find: (id, store) => store.find('meetings', id) },
  'Decidim::Proposals::Proposal': { type: 'Proposal', find: (id, store) => store.find('proposals', id) },
};

interface CommentableArguments {
  id: string;
  /** The name of a Ruby class. */
  type: string;
  locale?: string | null;
}

function findCommentable({ id, type: className }: CommentableArguments, { store }: RequestContext) {
  const name = className.replace(/^::/, '');
  const commentableClass = Object.hasOwn(classes, name) && classes[name];
  if (!commentableClass) throw new Refusal('Invalid commentable type');
  return { type: commentableClass.type, record: commentableClass.find(parseRecordId(id), store) };
}

/** Whether the component of a record is published and its space is visible to the viewer. */
function isComponentVisible({ componentId }: Commentable, { store, viewer }: RequestContext): boolean {
  const component = store.find('components', componentId)!;
  return component.publishedAt !== null && isSpaceVisible(findSpace(component, store), viewer);
}

/** `Query.commentable`: null if there is no such record, an error for drafts and for records that the viewer may not see. */
export function resolveCommentable(_: unknown, args: CommentableArguments, context: RequestContext) {
  const locale = args.locale ?? '';
  if (!context.store.organization.locales.includes(locale)) throw new Refusal(`${locale} is not a valid locale`);
  const { type, record } = findCommentable(args, context);
  if (!record) return null;
  if (record.publishedAt === null || !isComponentVisible(record, context)) throw unauthorizedObject(type);
  return { ...record, __typename: type };
}

/** `Mutation.commentable`: finds drafts too; an error if there is no such record. */
export function resolveCommentableMutation(_: unknown, args: CommentableArguments, context: RequestContext) {
  if (args.locale && !context.store.organization.locales.includes(args.locale)) throw invalidLocale();
  const { record } = findCommentable(args, context);
  if (!record) throw notFound('CommentableMutation');
  if (!isComponentVisible(record, context)) throw unauthorizedObject('CommentableMutation');
  return record;
}

/** `Mutation.comment`: the store has no comments. */
export function resolveCommentMutation(): never {
  throw notFound('CommentMutation');
}

export const CommentableInterface = { __resolveType: ({ __typename }: { __typename: string }) => __typename };
