import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '../../contract/request-context.ts';
import { notFound } from '../../errors.ts';
import type { Component, Process } from '../../store/records.ts';
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

/** The arguments of `Query.participatoryProcess`. */
export interface ProcessArguments {
  id?: string | null;
  slug?: string | null;
}

/** Returns the first of the processes that matches the arguments. Throws a not-found error if there is none. */
export function findProcess(processes: Process[], args: ProcessArguments): Process {
  const process = processes.find(
    ({ id, slug }) => (args.id ?? String(id)) === String(id) && (args.slug ?? slug) === slug,
  );
  if (!process) throw notFound('ParticipatoryProcess');
  return process;
}

/** `Query.participatoryProcess`: a process that the viewer may see. */
export const participatoryProcess = (_: unknown, args: ProcessArguments, context: RequestContext): Process =>
  findProcess(participatoryProcesses(_, _, context), args);

export const ParticipatorySpace = { components: resolveComponents };
export const ParticipatoryProcess = {
  components: resolveComponents,
  url: (process: Process, _: unknown, context: RequestContext) => spaceUrl(process, context),
};
export const ParticipatorySpaceInterface = {
  __resolveType: (space: Space) => (isAssembly(space) ? 'Assembly' : 'ParticipatoryProcess'),
};
