import type { Context } from '../../../contract/context.ts';
import { type WantedProcess, isVisible, processAmong, visibleComponents } from '../../../resolvers/spaces.ts';
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

/** The components of a space. */
export const components = (process: Process, asked: ListArguments, context: Context) =>
  listOf(visibleComponents(process, context).toSorted(byWeight), asked, componentRules, context.store);

const inSight = ({ store, viewer }: Context): Process[] =>
  store.all('processes').filter((process) => viewer?.admin === true || isVisible(process, viewer));

/** `Query.participatoryProcesses`: administrators see all of them. */
export const participatoryProcesses = (_: unknown, asked: ListArguments, context: Context) =>
  listOf(inSight(context), asked, processRules, context.store);

/** `Query.participatoryProcess`: one of those. */
export const participatoryProcess = (_: unknown, wanted: WantedProcess, context: Context): Process =>
  processAmong(inSight(context), wanted);

/** `Query.assemblies`: there are none, in whatever order. */
export const assemblies = (_: unknown, asked: ListArguments, { store }: Context) =>
  listOf([], asked, processRules, store);
