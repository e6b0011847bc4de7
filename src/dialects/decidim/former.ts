import type { IResolvers } from '@graphql-tools/utils';
import type { GraphQLFieldResolver } from 'graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { Refusal, SimulatedServerError, notFound } from '../../errors.ts';
import type {
  Assembly,
  Comment,
  Component,
  Kind,
  Meeting,
  Process,
  Proposal,
  Taxonomy,
  User,
} from '../../records/records.ts';
import { resolvers as contractBudgets } from '../../resources/budgets.ts';
import { resolvers as contractComponents } from '../../resources/components.ts';
import { type Space, findComponents, findSpace, isRestricted } from '../../resources/find-space.ts';
import { type Taxonomizable, resolveTaxonomies } from '../../resources/taxonomies.ts';
import type { Store } from '../../store/store.ts';
import { mayTakePart } from './permissions.ts';
import { CommentMutation, CommentableMutation, Mutation } from './resources/comment-mutations.ts';
import {
  type CommentableRecord,
  type CommentsArguments,
  commentFields,
  commentableQuery,
  findComponent,
  findVote,
  invalidCommentableType,
} from './resources/comments.ts';
import { componentCriteria } from './resources/components.ts';
import { coordinates, likeFields } from './resources/interfaces.ts';
import { type ListArguments, filterAndSort } from './resources/lists.ts';
import { countOrganization, findRecords, isNotWithdrawn } from './resources/organization.ts';
import { recordTypes } from './record-types.ts';
import { authorOf, findComponentOf, isParticipant } from './resources/relations.ts';
import { createUserQueries } from './resources/users.ts';
import { compareLocales } from './values/texts.ts';

// The resolvers of the table of behaviors, the newest release first.

type Resolver = GraphQLFieldResolver<never, RequestContext>;

/** The same resolvers for several types. */
const forTypes = <T>(types: string, resolvers: T): Record<string, T> =>
  Object.fromEntries(types.split(' ').map((type) => [type, resolvers]));

/** A resolver that is a server error where it would refuse, or where it would with a message. */
const failInPlaceOf =
  (resolve: Resolver, message?: string): Resolver =>
  (...args) => {
    try {
      return resolve(...args);
    } catch (error) {
      if (!(error instanceof Refusal) || error.message !== (message ?? error.message)) throw error;
      throw new SimulatedServerError(error.message);
    }
  };

/** A component that no mutation can use is a server error. */
export const answersOnly = {
  Mutation: { component: failInPlaceOf(contractComponents.Mutation.component as Resolver) },
};

const choices = ['iframeAccessLevel', 'iframeEmbedType', 'registrationType', 'typeOfMeeting'] as const;

export const choicesAsTexts = {
  Meeting: Object.fromEntries(
    choices.map((name) => [name, ({ [name]: choice }: Meeting) => choice?.toLowerCase() ?? null]),
  ),
};

const isPrivate = (mode: unknown): boolean => mode !== 'open';
const isTransparent = (mode: unknown): boolean => mode !== 'restricted';

/** The columns of a changeset as they were called before the access mode. */
function toFormerColumns({ access_mode: access, ...columns }: Record<string, unknown>) {
  delete columns['has_members'];
  if (!access) return columns;
  const change = (name: string, read: (mode: unknown) => boolean) => {
    const [before, after] = (access as unknown[]).map(read);
    return before === after ? {} : { [name]: [before, after] };
  };
  const all = { ...columns, ...change('private_space', isPrivate), ...change('is_transparent', isTransparent) };
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => compareLocales(a, b)));
}

export const privateSpaces = {
  Assembly: {
    isTransparent: ({ access }: Assembly) => access !== 'restricted',
    privateSpace: ({ access }: Assembly) => access !== 'open',
  },
  ParticipatoryProcess: { privateSpace: (process: Process) => isRestricted(process) },
  TraceVersion: {
    changeset: ({ changeset }: { changeset?: Record<string, unknown> | null }) =>
      changeset ? toFormerColumns(changeset) : null,
  },
};

/** Texts that 0.32 does not show any more. A text that is missing has no translations. */
export const formerTexts = {
  ...forTypes('Assembly ParticipatoryProcess', { announcement: ({ announcement }: Assembly) => announcement ?? null }),
  ParticipatoryProcessStep: { callToActionText: () => ({}) },
};

export const hiddenComponentsAsNull = forTypes('Assembly ParticipatoryProcess ParticipatorySpace', {
  components: (space: Space, args: ListArguments, { store }: RequestContext) =>
    filterAndSort(findComponents(space, store), args, componentCriteria, store),
});

/** A resolver of users that is a server error if an API user is among them: such a user has no type. */
const failForApiUsers =
  (resolve: Resolver): Resolver =>
  (...args) => {
    const found = resolve(...args) as User | Error | null | (User | Error)[];
    if ([found].flat().some((each) => each !== null && !(each instanceof Error) && !isParticipant(each)))
      throw new SimulatedServerError('an API user has no type');
    return found;
  };

export const authorsArePeople = forTypes('Comment Debate Meeting Post', {
  author: failForApiUsers(authorOf as Resolver),
});

const likesOf = (kind: Kind) => ({ likes: failForApiUsers(likeFields(kind).likes as Resolver) });

export const likesOfPeople = { Debate: likesOf('debates'), Post: likesOf('posts'), Proposal: likesOf('proposals') };

export const unpublishedSurveys = {
  Surveys: {
    survey(component: Component, { id }: { id: string }, { store }: RequestContext) {
      const survey = store.find('surveys', id);
      if (survey?.componentId !== component.id) throw notFound('Survey');
      return survey;
    },
  },
};

/** The orders of comments that fail. */
export const brokenOrders = ['best_rated', 'most_discussed'];

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

export const brokenComments = {
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

export const anonymousRequests = {
  CommentMutation: {
    downVote: failForAnonymous(CommentMutation.downVote as Resolver),
    upVote: failForAnonymous(CommentMutation.upVote as Resolver),
  },
  CommentableMutation: { addComment: failForAnonymous(CommentableMutation.addComment as Resolver) },
  Mutation: { commentable: failInPlaceOf(Mutation.commentable as Resolver, invalidCommentableType) },
  Query: { commentable: failInPlaceOf(commentableQuery.commentable as Resolver, invalidCommentableType) },
};

const { user, users } = createUserQueries(() => true);

export const usersWithKeysArePeople: IResolvers = {
  Proposal: {
    author: ({ authorIds }: Proposal, _: unknown, { store }: RequestContext) =>
      store.findMany('users', authorIds)[0] ?? null,
  },
  Query: { user, users },
  TraceVersion: {
    editor: ({ editorId }: { editorId: number | null }, _: unknown, { store }: RequestContext) =>
      store.find('users', editorId) ?? null,
  },
  User: {
    badge: ({ officializedAt = null }: User) => (officializedAt === null ? '' : 'verified-badge'),
    directMessagesEnabled: () => 'true',
  },
};

/** A statistic is a key and a number, which can be 0. */
interface Statistic {
  key: string;
  value: number;
}

// In the order of the platform. Nobody follows or takes part in an organization itself.
const organizationKeys = ['users', 'processes', 'followers', 'participants', 'assemblies', 'comments'];

function organizationStatistics(_: unknown, __: unknown, { store }: RequestContext): Statistic[] {
  const counts = new Map(countOrganization(store, () => true));
  return organizationKeys.map((name) => ({ key: `${name}_count`, value: counts.get(`${name}_count`) ?? 0 }));
}

/** Counts the records of published components. The store has no sortitions. */
function spaceStatistics(space: Space, _: unknown, { store }: RequestContext): Statistic[] {
  const components = findComponents(space, store).filter(({ publishedAt }) => publishedAt !== null);
  const countIn = (kind: 'budgets' | 'pages') =>
    components.reduce((count, { id }) => count + store.where(kind, 'shownIn', id).length, 0);
  const count = (kind: Parameters<typeof findRecords>[0]) =>
    findRecords(kind, components, store).filter(isNotWithdrawn).length;
  return [
    { key: 'results_count', value: count('results') },
    { key: 'posts_count', value: count('posts') },
    { key: 'budgets_count', value: countIn('budgets') },
    { key: 'debates_count', value: count('debates') },
    { key: 'meetings_count', value: count('meetings') },
    { key: 'pages_count', value: countIn('pages') },
    { key: 'proposals_count', value: count('proposals') },
    { key: 'sortitions_count', value: 0 },
    { key: 'surveys_count', value: count('surveys') },
  ];
}

// A job of the platform counts them at night; the store has no counts.
const metrics = (
  'users blocked_users user_reports reported_users participants followers participatory_processes assemblies ' +
  'comments proposals accepted_proposals votes endorsements meetings survey_answers results debates'
)
  .split(' ')
  .map((name) => ({ name, count: 0, history: [] }));

export const statisticsWithoutLabels = {
  ...forTypes('Assembly ParticipatoryProcess ParticipatorySpace', { stats: spaceStatistics }),
  Organization: { stats: organizationStatistics },
  Query: {
    metrics: (_: unknown, { names }: { names?: string[] | null }) =>
      metrics.filter(({ name }) => names?.includes(name) ?? true),
  },
  Statistic: { name: ({ key }: Statistic) => key },
};

export const fieldsBefore031 = {
  ParticipatoryProcess: { hashtag: () => '', scopesEnabled: () => true },
  Proposal: { coordinates },
};

export const projectsAsNull = {
  Budget: {
    projects: (...args: Parameters<typeof contractBudgets.Budget.projects>) =>
      contractBudgets.Budget.projects(...args).map(() => null),
  },
};

/** The root of the taxonomies that were scopes, as the platform names it when a town moves to 0.30. */
const scopesRoot = /^(~ )?(Scopes|Àmbits|Ámbitos)$/;

const parentOf = ({ parentId }: Taxonomy, store: Store): Taxonomy | undefined => store.find('taxonomies', parentId);

function isScope(taxonomy: Taxonomy, store: Store): boolean {
  const parent = parentOf(taxonomy, store);
  return parent ? isScope(parent, store) : Object.values(taxonomy.name).some((name) => scopesRoot.test(name));
}

/** Resolves to the first scope of a record by weight, or to the first of its other taxonomies. */
const firstTaxonomy = (wantsScope: boolean) => (record: Taxonomizable, _: unknown, context: RequestContext) =>
  resolveTaxonomies(record, _, context).find((each) => isScope(each, context.store) === wantsScope) ?? null;

/** The taxonomy above; a root is neither a scope nor a category. */
function resolveParent(taxonomy: Taxonomy, _: unknown, { store }: RequestContext): Taxonomy | null {
  const parent = parentOf(taxonomy, store);
  return parent && parent.parentId !== null ? parent : null;
}

const resolveChildren = ({ id }: Taxonomy, _: unknown, { store }: RequestContext) =>
  store.where('taxonomies', 'parentId', id);

/** The kinds of records that have a category. */
const categorizedKinds = ['debates', 'meetings', 'projects', 'proposals', 'results'] as const;

/** The category at the top of the tree that a taxonomy belongs to. */
function topCategory(taxonomy: Taxonomy, store: Store): Taxonomy {
  const parent = parentOf(taxonomy, store);
  return parent && parent.parentId !== null ? topCategory(parent, store) : taxonomy;
}

/** The categories of a space: those of its records. The platform keeps them in the space. */
function resolveCategories(space: Space, _: unknown, { store }: RequestContext): Taxonomy[] {
  const records = categorizedKinds.flatMap((kind): { taxonomyIds?: number[] }[] =>
    store.all(kind).filter((record) => {
      const component = findComponentOf(record, store);
      return component !== undefined && findSpace(component, store) === space;
    }),
  );
  const taxonomies = store
    .findMany('taxonomies', [...new Set(records.flatMap(({ taxonomyIds = [] }) => taxonomyIds))])
    .filter((each) => each.parentId !== null && !isScope(each, store));
  return [...new Set(taxonomies.map((each) => topCategory(each, store)))].toSorted((a, b) => a.id - b.id);
}

export const categoriesAndScopes = {
  Assembly: { categories: resolveCategories },
  Budget: { scope: firstTaxonomy(true) },
  ParticipatoryProcess: { categories: resolveCategories, scope: firstTaxonomy(true) },
  ...forTypes('Debate Meeting Project Proposal Result', { category: firstTaxonomy(false), scope: firstTaxonomy(true) }),
  Category: { parent: resolveParent, subcategories: resolveChildren },
  Scope: { children: resolveChildren, parent: resolveParent },
};

const toDay = (name: 'createdAt' | 'updatedAt') => (record: { createdAt: string; updatedAt: string }) =>
  record[name].slice(0, 10);

export const daysOfStatuses = {
  Decidim: { version: () => '0.29.7' },
  Status: { createdAt: toDay('createdAt'), updatedAt: toDay('updatedAt') },
};
