import type { Context } from '../contract/context.ts';
import { notFound } from '../errors.ts';
import type { Component, Process } from '../store/records.ts';
import { processUrl } from './urls.ts';

const byWeight = (a: Component, b: Component): number => a.weight - b.weight || a.id - b.id;

const componentsOf = ({ id }: Process, _: unknown, { store }: Context) =>
  store
    .where('components', 'processId', id)
    .filter(({ publishedAt }) => publishedAt !== null)
    .toSorted(byWeight);

/** `Query.participatoryProcesses`: those that everybody may see. */
export const participatoryProcesses = (_: unknown, __: unknown, { store }: Context): Process[] =>
  store.all('processes').filter(({ restricted, publishedAt }) => !restricted && publishedAt !== null);

/** `Query.participatoryProcess`: the first that everybody may see, with this id and this slug where they are given. */
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
