import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '../../contract/request-context.ts';
import { mutationTypeNotFound, notFound, unauthorizedObject } from '../../errors.ts';
import type { Component } from '../../store/records.ts';
import { isSpaceVisible } from './spaces.ts';
import { componentUrl } from './urls.ts';

/** What a kind of component is called: its type, its type among the mutations, and the end of its page's URL. */
interface KindNames {
  type: string;
  mutations?: string;
  page: string;
}
const names: Record<Component['kind'], KindNames> = {
  accountability: { type: 'Accountability', mutations: 'AccountabilityMutation', page: '/' },
  budgets: { type: 'Budgets', page: '/budgets' },
  meetings: { type: 'Meetings', mutations: 'MeetingsMutation', page: '/meetings' },
  pages: { type: 'Pages', page: '/' },
  proposals: { type: 'Proposals', mutations: 'ProposalsMutation', page: '/proposals' },
};

const spaceOf = (component: Component, { store }: RequestContext) => store.find('processes', component.processId)!;

/** Whether everybody may see the space that a component is in. */
const isOpen = (component: Component, context: RequestContext): boolean =>
  isSpaceVisible(spaceOf(component, context), null);

function published(id: string, { store }: RequestContext): Component | undefined {
  const component = store.find('components', id);
  return component?.publishedAt ? component : undefined;
}

/** `Query.component`: null for an unknown or unpublished one, refused in a restricted space but to administrators. */
export function resolveQueryComponent(_: unknown, { id }: { id: string }, context: RequestContext): Component | null {
  const component = published(id, context);
  if (!component) return null;
  if (!isSpaceVisible(spaceOf(component, context), context.viewer))
    throw unauthorizedObject(names[component.kind].type);
  return component;
}

/** `Mutation.component`: unknown, unpublished and restricted ones are not found, by anybody; a kind without mutations is said. */
export function resolveMutationComponent(
  _: unknown,
  { id }: { id: string },
  context: RequestContext,
  { schema }: GraphQLResolveInfo,
): Component {
  const component = published(id, context);
  if (!component || !isOpen(component, context)) throw notFound('ComponentMutation');
  const { type, mutations } = names[component.kind];
  if (!mutations || !schema.getType(mutations)) throw mutationTypeNotFound(type);
  return component;
}

export const ComponentInterface = { __resolveType: ({ kind }: Component) => names[kind].type };
export const ComponentMutation = { __resolveType: ({ kind }: Component) => names[kind].mutations };

/** The fields that every kind of component has. */
export const componentFields = {
  participatorySpace: (component: Component, _: unknown, context: RequestContext) => spaceOf(component, context),
  url: (component: Component, _: unknown, context: RequestContext) =>
    componentUrl(component, names[component.kind].page, context),
  visible: () => true,
};
