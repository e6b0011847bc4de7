import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { notFound } from '../../errors.ts';
import type { Component, Process } from '../../records/records.ts';
import { hasComponentType } from './components.ts';
import { type Space, findComponents, isAssembly, isSpaceVisible } from './find-space.ts';
import { spaceUrl } from './urls.ts';

const byWeight = (a: Component, b: Component): number => a.weight - b.weight || a.id - b.id;

/** Returns the components of a space that the viewer may see, unsorted. Administrators also see unpublished components. */
export const findVisibleComponents = (space: Space, { store, viewer }: RequestContext): Component[] =>
  findComponents(space, store).filter(({ publishedAt }) => publishedAt !== null || viewer?.admin === true);

const resolveComponents = (space: Space, _: unknown, context: RequestContext, { schema }: GraphQLResolveInfo) =>
  findVisibleComponents(space, context)
    .filter((component) => hasComponentType(component, schema))
    .toSorted(byWeight);

/** `Query.participatoryProcesses`: the processes that the viewer may see. */
export const participatoryProcesses = (_: unknown, __: unknown, { store, viewer }: RequestContext): Process[] =>
  store.all('processes').filter((process) => isSpaceVisible(process, viewer));

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

/** `Query.participatoryProcess`: a process that the viewer may see. */
export const participatoryProcess = (_: unknown, args: SpaceArguments, context: RequestContext): Process =>
  findSpaceBy(participatoryProcesses(_, _, context), args, 'ParticipatoryProcess');

export const ParticipatorySpace = { components: resolveComponents };
export const ParticipatoryProcess = {
  components: resolveComponents,
  url: (process: Process, _: unknown, context: RequestContext) => spaceUrl(process, context),
};
export const ParticipatorySpaceInterface = {
  __resolveType: (space: Space) => (isAssembly(space) ? 'Assembly' : 'ParticipatoryProcess'),
};
