import type { Context } from '../../../contract/context.ts';
import { notFound } from '../../../errors.ts';
import { isVisible } from '../../../resolvers/spaces.ts';
import type { Component, Process } from '../../../store/records.ts';
import { by, byId, byPublication, given, holding, publishedFilters } from './columns.ts';
import { type ListArguments, type ListRules, listOf } from './lists.ts';

/** Component kinds that have no comments and no map: their settings say nothing of either. */
const isPlain = ({ kind }: Component): boolean => kind === 'pages';

const componentRules: ListRules<Component> = {
  filters: {
    ...publishedFilters,
    name: (asked: string | null, _, locale) => {
      const holds = holding(`%${asked ?? ''}%`);
      return ({ name }) => holds(name[locale]);
    },
    type: (asked: string | null) => {
      const kind = inSnakeCase(given(asked, 'a type of component'));
      return (component) => component.kind === kind;
    },
    withCommentsEnabled: (asked: boolean | null) => (component) => asked === true && !isPlain(component),
    withGeolocationEnabled: (asked: boolean | null) => (component) =>
      component.kind === 'meetings' || (asked === false && !isPlain(component)),
  },
  orders: {
    id: byId,
    name: { column: 'name', of: ({ name }, _, locale) => name[locale] },
    type: by('manifest_name', 'kind'),
    weight: by('weight', 'weight'),
  },
};

/** `ParticipatoryProcesses` as the platform names things of its own: `participatory_processes`. */
const inSnakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

const processRules: ListRules<Process> = {
  filters: publishedFilters,
  orders: { id: byId, publishedAt: byPublication, startDate: by('start_date', 'startDate') },
};

const byWeight = (a: Component, b: Component): number =>
  a.weight - b.weight || (a.kind === b.kind ? a.id - b.id : a.kind < b.kind ? -1 : 1);

/** The components of a space: administrators see the unpublished ones as well. */
export const components = ({ id }: Process, asked: ListArguments, { store, viewer }: Context) =>
  listOf(
    store
      .where('components', 'processId', id)
      .filter(({ publishedAt }) => publishedAt !== null || viewer?.admin === true)
      .toSorted(byWeight),
    asked,
    componentRules,
    store,
  );

const inSight = ({ store, viewer }: Context): Process[] =>
  store.all('processes').filter((process) => viewer?.admin === true || isVisible(process, viewer));

/** `Query.participatoryProcesses`: administrators see all of them. */
export const participatoryProcesses = (_: unknown, asked: ListArguments, context: Context) =>
  listOf(inSight(context), asked, processRules, context.store);

/** `Query.participatoryProcess`: the first with this id and this slug, where they are given. */
export function participatoryProcess(
  _: unknown,
  wanted: { id?: string | null; slug?: string | null },
  context: Context,
): Process {
  const found = inSight(context).find(
    ({ id, slug }) => (wanted.id ?? String(id)) === String(id) && (wanted.slug ?? slug) === slug,
  );
  if (!found) throw notFound('ParticipatoryProcess');
  return found;
}

/** `Query.assemblies`: there are none, in whatever order. */
export const assemblies = (_: unknown, asked: ListArguments, { store }: Context) =>
  listOf([], asked, processRules, store);
