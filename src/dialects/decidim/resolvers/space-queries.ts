import type { RequestContext } from '../../../contract/request-context.ts';
import {
  type ProcessArguments,
  isSpaceVisible,
  findProcess,
  findVisibleComponents,
} from '../../../server/resolvers/spaces.ts';
import type { Component, Process } from '../../../store/records.ts';
import {
  sortByField,
  sortById,
  sortByPublication,
  requireNotNull,
  createLikeMatcher,
  publicationFilters,
} from './filters-and-sort-keys.ts';
import { type ListArguments, type ListCriteria, filterAndSort } from './filter-and-sort.ts';

/** Component kinds that have no comments and no map: their settings say nothing of either. */
const isPlain = ({ kind }: Component): boolean => kind === 'pages';

const componentRules: ListCriteria<Component> = {
  filters: {
    ...publicationFilters,
    name: (asked: string | null, _, locale) => {
      const holds = createLikeMatcher(`%${asked ?? ''}%`);
      return ({ name }) => holds(name[locale]);
    },
    type: (asked: string | null) => {
      const kind = inSnakeCase(requireNotNull(asked, 'a type of component'));
      return (component) => component.kind === kind;
    },
    withCommentsEnabled: (asked: boolean | null) => (component) => asked === true && !isPlain(component),
    withGeolocationEnabled: (asked: boolean | null) => (component) =>
      component.kind === 'meetings' || (asked === false && !isPlain(component)),
  },
  sortKeys: {
    id: sortById,
    name: { column: 'name', getValue: ({ name }, _, locale) => name[locale] },
    type: sortByField('manifest_name', 'kind'),
    weight: sortByField('weight', 'weight'),
  },
};

/** `ParticipatoryProcesses` as the platform names things of its own: `participatory_processes`. */
const inSnakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

const processRules: ListCriteria<Process> = {
  filters: publicationFilters,
  sortKeys: { id: sortById, publishedAt: sortByPublication, startDate: sortByField('start_date', 'startDate') },
};

const byWeight = (a: Component, b: Component): number =>
  a.weight - b.weight || (a.kind === b.kind ? a.id - b.id : a.kind < b.kind ? -1 : 1);

/** The components of a space. */
export const components = (process: Process, asked: ListArguments, context: RequestContext) =>
  filterAndSort(findVisibleComponents(process, context).toSorted(byWeight), asked, componentRules, context.store);

const inSight = ({ store, viewer }: RequestContext): Process[] =>
  store.all('processes').filter((process) => viewer?.admin === true || isSpaceVisible(process, viewer));

/** `Query.participatoryProcesses`: administrators see all of them. */
export const participatoryProcesses = (_: unknown, asked: ListArguments, context: RequestContext) =>
  filterAndSort(inSight(context), asked, processRules, context.store);

/** `Query.participatoryProcess`: one of those. */
export const participatoryProcess = (_: unknown, wanted: ProcessArguments, context: RequestContext): Process =>
  findProcess(inSight(context), wanted);

/** `Query.assemblies`: there are none, in whatever order. */
export const assemblies = (_: unknown, asked: ListArguments, { store }: RequestContext) =>
  filterAndSort([], asked, processRules, store);
