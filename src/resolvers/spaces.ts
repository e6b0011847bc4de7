import type { Context } from '../contract/context.ts';
import { notFound } from '../errors.ts';
import type { Component, Process, User } from '../store/records.ts';
import { processUrl } from './urls.ts';

const byWeight = (a: Component, b: Component): number => a.weight - b.weight || a.id - b.id;

/** Whether a viewer may see a space: a published one, and a restricted one only as an administrator. */
export const isVisible = ({ restricted, publishedAt }: Process, viewer: User | null): boolean =>
  publishedAt !== null && (!restricted || viewer?.admin === true);

/** The components of a space: administrators see the unpublished ones as well. */
const componentsOf = ({ id }: Process, _: unknown, { store, viewer }: Context) =>
  store
    .where('components', 'processId', id)
    .filter(({ publishedAt }) => publishedAt !== null || viewer?.admin === true)
    .toSorted(byWeight);

/** `Query.participatoryProcesses`: those that the viewer may see. */
export const participatoryProcesses = (_: unknown, __: unknown, { store, viewer }: Context): Process[] =>
  store.all('processes').filter((process) => isVisible(process, viewer));

/** `Query.participatoryProcess`: the first that the viewer may see, with this id and this slug where they are given. */
export function participatoryProcess(
  _: unknown,
  wanted: { id?: string | null; slug?: string | null },
  context: Context,
): Process {
  const process = participatoryProcesses(_, _, context).find(
    ({ id, slug }) => (wanted.id ?? String(id)) === String(id) && (wanted.slug ?? slug) === slug,
  );
  if (!process) throw notFound('ParticipatoryProcess');
  return process;
}

export const ParticipatorySpace = { components: componentsOf };
export const ParticipatoryProcess = {
  components: componentsOf,
  url: (process: Process, _: unknown, context: Context) => processUrl(process, context),
};
export const ParticipatorySpaceInterface = { __resolveType: () => 'ParticipatoryProcess' };
