import type { RequestContext } from '../graphql/context.ts';
import { notFound } from '../errors.ts';
import type { Component, Process } from '../records/records.ts';
import { hasComponentType } from './components.ts';
import { isSpaceVisible } from './visible.ts';
import { type Space, findComponents, isAssembly } from './find-space.ts';
import type { FieldResolvers, RecordResolvers } from './resolver-types.ts';
import { spaceUrl } from './urls.ts';

const byWeight = (a: Component, b: Component): number => a.weight - b.weight || a.id - b.id;

/** Returns the components of a space, unsorted; for administrators also those that are not published. */
export const findListedComponents = (space: Space, { store, viewer }: RequestContext): Component[] =>
  findComponents(space, store).filter(({ publishedAt }) => publishedAt !== null || viewer?.admin === true);

/** The arguments that select a space. */
export interface SpaceArguments {
  id?: string | null;
  slug?: string | null;
}

/** Returns the first of the spaces that matches the arguments. Throws a not-found error with the name of `type` if there is none. */
export function findSpaceBy<T extends Space>(spaces: T[], args: SpaceArguments, type: string): T {
  const space = spaces.find(({ id, slug }) => (args.id ?? String(id)) === String(id) && (args.slug ?? slug) === slug);
  if (!space) throw notFound(type);
  return space;
}

/** The processes that a viewer may see. */
const findProcesses = (context: RequestContext): Process[] =>
  context.store.all('processes').filter((process) => isSpaceVisible(process, context));

const Query = {
  participatoryProcess: (_, args: SpaceArguments, context) =>
    findSpaceBy(findProcesses(context), args, 'ParticipatoryProcess'),
  participatoryProcesses: (_, __, context) => findProcesses(context),
} satisfies FieldResolvers;

const ParticipatorySpace = {
  components: (space, _, context, { schema }) =>
    findListedComponents(space, context)
      .filter((component) => hasComponentType(component, schema))
      .toSorted(byWeight),
} satisfies FieldResolvers<Space>;

const ParticipatoryProcess = {
  ...ParticipatorySpace,
  url: (process, _, context) => spaceUrl(process, context),
} satisfies RecordResolvers<'processes'>;

export const resolvers = {
  ParticipatoryProcess,
  ParticipatorySpace,
  ParticipatorySpaceInterface: {
    __resolveType: (space: Space) => (isAssembly(space) ? 'Assembly' : 'ParticipatoryProcess'),
  },
  Query,
};
