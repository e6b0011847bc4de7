import type { RequestContext } from '../../../contract/request-context.ts';
import { Refusal, invalidLocale, notFound, unauthorizedObject } from '../../../errors.ts';
import { isSpaceVisible } from '../../../server/resolvers/spaces.ts';
import type { Store } from '../../../store/store.ts';
import { parseRecordId } from '../values/record-id.ts';

/** A record that takes comments, with what tells its kind and its component. */
interface Commentable {
  id: number;
  componentId: number;
  publishedAt?: string | null;
}

/** How the records of a class of the platform are found; null where the store keeps none of them. */
type Find = (id: string, store: Store) => Commentable | undefined;

const classes: Record<string, { type: string; find: Find }> = {
  'Decidim::Accountability::Result': { type: 'Result', find: (id, store) => store.find('results', id) },
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

interface Asked {
  id: string;
  type: string;
  locale?: string | null;
}

/** The record of a class with this id, and the name of its type. */
function find({ id, type: name }: Asked, { store }: RequestContext): { type: string; record: Commentable | undefined } {
  const known = classes[name.replace(/^::/, '')];
  if (!known) throw new Refusal('Invalid commentable type');
  return { type: known.type, record: known.find(parseRecordId(id), store) };
}

/** Whether a viewer may see what a component holds: a published one of a space that is in sight. */
function isReadable({ componentId }: Commentable, { store, viewer }: RequestContext): boolean {
  const component = store.find('components', componentId)!;
  return component.publishedAt !== null && isSpaceVisible(store.find('processes', component.processId)!, viewer);
}

/** `Query.commentable`: the record of a class with this id, or null; refused where the viewer may not see it. */
export function commentable(_: unknown, asked: Asked, context: RequestContext) {
  const locale = asked.locale ?? '';
  if (!context.store.organization.locales.includes(locale)) throw new Refusal(`${locale} is not a valid locale`);
  const { type, record } = find(asked, context);
  if (!record) return null;
  if (record.publishedAt === null || !isReadable(record, context)) throw unauthorizedObject(type);
  return { ...record, __typename: type };
}

/** `Mutation.commentable`: the same, drafts included, and not null. */
export function commentableMutation(_: unknown, asked: Asked, context: RequestContext) {
  if (asked.locale && !context.store.organization.locales.includes(asked.locale)) throw invalidLocale();
  const { record } = find(asked, context);
  if (!record) throw notFound('CommentableMutation');
  if (!isReadable(record, context)) throw unauthorizedObject('CommentableMutation');
  return record;
}

/** `Mutation.comment`: there are no comments. */
export function commentMutation(): never {
  throw notFound('CommentMutation');
}

export const CommentableInterface = { __resolveType: ({ __typename }: { __typename: string }) => __typename };
