import type { RequestContext } from '../../../contract/request-context.ts';
import { notFound } from '../../../errors.ts';
import { isSpaceVisible } from '../../../server/resolvers/find-space.ts';
import { type ProcessArguments, findProcess, findVisibleComponents } from '../../../server/resolvers/spaces.ts';
import type { Component, Process } from '../../../store/records.ts';
import { type ListArguments, type ListCriteria, filterAndSort } from './filter-and-sort.ts';
import {
  createLikeMatcher,
  publicationFilters,
  requireNotNull,
  sortByField,
  sortById,
  sortByPublication,
} from './filters-and-sort-keys.ts';
import { findLabel } from './labels.ts';
import { processStatistics } from './statistics.ts';

/** Whether the settings of a component have neither comments nor a map. */
const hasNoCommentsAndMap = ({ kind }: Component): boolean => kind === 'pages';

/** `ParticipatoryProcesses` as Ruby's `underscore` prints it: `participatory_processes`. */
const underscore = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

const componentCriteria: ListCriteria<Component> = {
  filters: {
    ...publicationFilters,
    name: (text: string | null, _, locale) => {
      const matches = createLikeMatcher(`%${text ?? ''}%`);
      return ({ name }) => matches(name[locale]);
    },
    type: (type: string | null) => {
      const wanted = underscore(requireNotNull(type, 'a type of component'));
      return ({ kind }) => kind === wanted;
    },
    withCommentsEnabled: (isEnabled: boolean | null) => (component) =>
      component.settings.commentsEnabled === isEnabled && !hasNoCommentsAndMap(component),
    withGeolocationEnabled: (isEnabled: boolean | null) => (component) =>
      component.kind === 'meetings' || (isEnabled === false && !hasNoCommentsAndMap(component)),
  },
  sortKeys: {
    id: sortById,
    name: { column: 'name', getValue: ({ name }, _, locale) => name[locale] },
    type: sortByField('manifest_name', 'kind'),
    weight: sortByField('weight', 'weight'),
  },
};

const byWeight = (a: Component, b: Component): number =>
  a.weight - b.weight || (a.kind === b.kind ? a.id - b.id : a.kind < b.kind ? -1 : 1);

/** The fields that a process has as every type of participatory space. */
export const ParticipatorySpace = {
  allowsSteps: () => true,
  components: (process: Process, args: ListArguments, context: RequestContext) =>
    filterAndSort(findVisibleComponents(process, context).toSorted(byWeight), args, componentCriteria, context.store),
  hasSteps: () => false,
  manifest: () => ({ name: 'participatory_processes' }),
  stats: processStatistics,
  type: () => 'Decidim::ParticipatoryProcess',
};

export const ParticipatorySpaceManifest = {
  humanName: (_: unknown, __: unknown, { store }: RequestContext) => ({
    single: findLabel('space', store),
    plural: findLabel('spaces', store),
  }),
};

export const ParticipatoryProcess = {
  ...ParticipatorySpace,
  accessMode: ({ restricted }: Process) => (restricted ? 'RESTRICTED' : 'OPEN'),
  categories: () => [],
  linkedParticipatorySpaces: () => [],
  participatoryProcessGroup: () => null,
  steps: () => [],
};

const processCriteria: ListCriteria<Process> = {
  filters: publicationFilters,
  sortKeys: { id: sortById, publishedAt: sortByPublication, startDate: sortByField('start_date', 'startDate') },
};

/** Administrators see all processes, published or not. */
const findVisibleProcesses = ({ store, viewer }: RequestContext): Process[] =>
  store.all('processes').filter((process) => viewer?.admin === true || isSpaceVisible(process, viewer));

export const spaceQueries = {
  /** The store has no assemblies; the arguments are validated. */
  assemblies: (_: unknown, args: ListArguments, { store }: RequestContext) =>
    filterAndSort([], args, processCriteria, store),
  assembly: () => {
    throw notFound('Assembly');
  },
  participatoryProcess: (_: unknown, args: ProcessArguments, context: RequestContext): Process =>
    findProcess(findVisibleProcesses(context), args),
  participatoryProcessGroup: () => {
    throw notFound('ParticipatoryProcessGroup');
  },
  participatoryProcessGroups: () => [],
  participatoryProcesses: (_: unknown, args: ListArguments, context: RequestContext) =>
    filterAndSort(findVisibleProcesses(context), args, processCriteria, context.store),
};
