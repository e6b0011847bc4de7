import type { RequestContext } from '../../../graphql/context.ts';
import { SimulatedServerError, notFound } from '../../../errors.ts';
import { type SpaceArguments, findSpaceBy } from '../../../server/resolvers/spaces.ts';
import type { Assembly, Process, Records } from '../../../records/records.ts';
import { type ListArguments, type ListCriteria, filterAndSort } from './filter-and-sort.ts';
import { publicationFilters, sortByField, sortById, sortByPublication } from './filters-and-sort-keys.ts';
import { isListed } from './spaces.ts';

const findListed = <K extends 'processes' | 'assemblies'>(kind: K, context: RequestContext): Records[K][] =>
  context.store.all(kind).filter((space) => isListed(space, context));

const processCriteria: ListCriteria<Process> = {
  filters: publicationFilters,
  sortKeys: { id: sortById, publishedAt: sortByPublication, startDate: sortByField('start_date', 'startDate') },
};

const assemblyCriteria: ListCriteria<Assembly> = {
  filters: publicationFilters,
  sortKeys: {
    id: sortById,
    publishedAt: sortByPublication,
    startDate: {
      column: 'start_date',
      get getValue(): never {
        throw new SimulatedServerError('assemblies have no column start_date');
      },
    },
  },
};

export const spaceQueries = {
  assemblies: (_: unknown, args: ListArguments, context: RequestContext) =>
    filterAndSort(findListed('assemblies', context), args, assemblyCriteria, context.store),
  assembly: (_: unknown, args: SpaceArguments, context: RequestContext): Assembly =>
    findSpaceBy(findListed('assemblies', context), args, 'Assembly'),
  participatoryProcess: (_: unknown, args: SpaceArguments, context: RequestContext): Process =>
    findSpaceBy(findListed('processes', context), args, 'ParticipatoryProcess'),
  participatoryProcessGroup: (_: unknown, { id }: { id: string }, { store }: RequestContext) => {
    const group = store.find('processGroups', id);
    if (!group) throw notFound('ParticipatoryProcessGroup');
    return group;
  },
  participatoryProcessGroups: (_: unknown, __: unknown, { store }: RequestContext) => store.all('processGroups'),
  participatoryProcesses: (_: unknown, args: ListArguments, context: RequestContext) =>
    filterAndSort(findListed('processes', context), args, processCriteria, context.store),
};
