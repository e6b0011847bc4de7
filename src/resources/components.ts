import type { GraphQLSchema } from 'graphql';
import type { RequestContext } from '../graphql/context.ts';
import { mutationTypeNotFound, notFound } from '../errors.ts';
import type { Component } from '../records/records.ts';
import { findSpace, isPublic } from './find-space.ts';
import type { FieldResolvers } from './resolver-types.ts';
import { componentUrl } from './urls.ts';

interface KindNames {
  type: string;
  /** The type of its mutations; some kinds have none. */
  mutationType?: string;
  /** The end of the URL of the component's page. */
  path: string;
}
const kindNames: Record<Component['kind'], KindNames> = {
  accountability: { type: 'Accountability', mutationType: 'AccountabilityMutation', path: '/' },
  blogs: { type: 'Blogs', path: '/posts' },
  budgets: { type: 'Budgets', mutationType: 'BudgetsMutation', path: '/budgets' },
  debates: { type: 'Debates', mutationType: 'DebatesMutation', path: '/debates' },
  meetings: { type: 'Meetings', mutationType: 'MeetingsMutation', path: '/meetings' },
  pages: { type: 'Pages', path: '/' },
  proposals: { type: 'Proposals', mutationType: 'ProposalsMutation', path: '/proposals' },
  surveys: { type: 'Surveys', path: '/' },
};

function findPublished(id: string, { store }: RequestContext): Component | undefined {
  const component = store.find('components', id);
  return component?.publishedAt ? component : undefined;
}

/** The GraphQL types of components. */
export const componentTypes: readonly string[] = Object.values(kindNames).map(({ type }) => type);

/** The GraphQL type of a component. */
const typeOfComponent = ({ kind }: Component): string => kindNames[kind].type;

/** Whether the schema has a type for a component. */
export const hasComponentType = (component: Component, schema: GraphQLSchema): boolean =>
  schema.getType(typeOfComponent(component)) !== undefined;

/** The resolvers that all kinds of components share. */
export const componentFields = {
  participatorySpace: (component, _, { store }) => findSpace(component, store),
  url: (component, _, context) => componentUrl(component, kindNames[component.kind].path, context),
  visible: ({ hiddenFromMenu = false }) => !hiddenFromMenu,
} satisfies FieldResolvers<Component>;

const Query = {
  /** Null for an unknown or unpublished component, and for kinds that the schema does not have. */
  component(_, { id }: { id: string }, context, { schema }) {
    const component = findPublished(id, context);
    return component && hasComponentType(component, schema) ? component : null;
  },
} satisfies FieldResolvers;

const Mutation = {
  /** Throws not-found for an unknown or unpublished component and, for every role, in a restricted space. */
  component(_, { id }: { id: string }, context, { schema }) {
    const component = findPublished(id, context);
    if (!component || !isPublic(findSpace(component, context.store))) throw notFound('ComponentMutation');
    const { type, mutationType } = kindNames[component.kind];
    if (!mutationType || !schema.getType(mutationType)) throw mutationTypeNotFound(type);
    return component;
  },
} satisfies FieldResolvers;

export const resolvers = {
  ComponentInterface: { __resolveType: typeOfComponent },
  ComponentMutation: { __resolveType: ({ kind }: Component) => kindNames[kind].mutationType },
  Mutation,
  Pages: componentFields,
  Query,
};
