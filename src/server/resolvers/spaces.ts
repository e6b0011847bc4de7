import type { RequestContext } from '../../contract/request-context.ts';
import { notFound } from '../../errors.ts';
import type { Component, Process, User } from '../../store/records.ts';
import { processUrl } from './urls.ts';

const byWeight = (a: Component, b: Component): number => a.weight - b.weight || a.id - b.id;

/** Whether a viewer may see a space: a published one, and a restricted one only as an administrator. */
export const isSpaceVisible = ({ restricted, publishedAt }: Process, viewer: User | null): boolean =>
  publishedAt !== null && (!restricted || viewer?.admin === true);

/** The components of a space that a viewer may see, in no order: administrators see the unpublished ones as well. */
export const findVisibleComponents = ({ id }: Process, { store, viewer }: RequestContext): Component[] =>
  store
    .where('components', 'processId', id)
    .filter(({ publishedAt }) => publishedAt !== null || viewer?.admin === true);

const componentsOf = (process: Process, _: unknown, context: RequestContext) =>
  findVisibleComponents(process, context).toSorted(byWeight);

/** `Query.participatoryProcesses`: those that the viewer may see. */
export const participatoryProcesses = (_: unknown, __: unknown, { store, viewer }: RequestContext): Process[] =>
  store.all('processes').filter((process) => isSpaceVisible(process, viewer));

/** What is asked of a process. */
export interface ProcessArguments {
  id?: string | null;
  slug?: string | null;
}

/** The first of these processes with this id and this slug, where they are given. */
export function findProcess(processes: Process[], wanted: ProcessArguments): Process {
  const process = processes.find(
    ({ id, slug }) => (wanted.id ?? String(id)) === String(id) && (wanted.slug ?? slug) === slug,
  );
  if (!process) throw notFound('ParticipatoryProcess');
  return process;
}

/** `Query.participatoryProcess`: one that the viewer may see. */
export const participatoryProcess = (_: unknown, wanted: ProcessArguments, context: RequestContext): Process =>
  findProcess(participatoryProcesses(_, _, context), wanted);

export const ParticipatorySpace = { components: componentsOf };
export const ParticipatoryProcess = {
  components: componentsOf,
  url: (process: Process, _: unknown, context: RequestContext) => processUrl(process, context),
};
export const ParticipatorySpaceInterface = { __resolveType: () => 'ParticipatoryProcess' };
