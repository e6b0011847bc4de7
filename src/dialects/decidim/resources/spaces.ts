import { SimulatedServerError, notFound } from '../../../errors.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import { parseRecordReference } from '../../../records/kinds.ts';
import type { Assembly as AssemblyRecord, Process, Records } from '../../../records/records.ts';
import { isSpaceVisible } from '../../../resources/visible.ts';
import { type Space, findComponents, isAssembly, isRestricted, spaceReference } from '../../../resources/find-space.ts';
import { type SpaceArguments, findSpaceBy } from '../../../resources/spaces.ts';
import { spaceUrl } from '../../../resources/urls.ts';
import { componentCriteria, resolveComponents } from './components.ts';
import {
  type ListArguments,
  type ListCriteria,
  filterAndSort,
  publicationFilters,
  sortByField,
  sortById,
  sortByPublication,
} from './lists.ts';
import { findLabel } from './texts.ts';
import { spaceStatistics } from './statistics.ts';
import { classNameOf } from '../record-types.ts';
import type { FieldResolvers, RecordResolvers } from '../../../resources/resolver-types.ts';
import { type DecidimOverrides, type PlatformBehavior, forTypes, note } from '../resource.ts';
import { compareLocales } from '../values/texts.ts';

const classOf = (reference: string): string => classNameOf(parseRecordReference(reference).kind);

/** The fields that all types of participatory spaces have. */
const ParticipatorySpace = {
  allowsSteps: (space) => !isAssembly(space),
  components: resolveComponents,
  hasSteps: (space, _, { store }) => !isAssembly(space) && store.where('steps', 'processId', space.id).length > 0,
  manifest: (space) => ({ name: isAssembly(space) ? 'assemblies' : 'participatory_processes' }),
  stats: spaceStatistics,
  type: (space) => classOf(spaceReference(space)),
} satisfies FieldResolvers<Space>;

const spaceFields = {
  ...ParticipatorySpace,
  categories: () => [],
  /** The spaces that link to a space, and those that it links to, each with the space at the end of the link. */
  linkedParticipatorySpaces(space, _, { store }) {
    const reference = spaceReference(space);
    const links = [...store.where('spaceLinks', 'from', reference), ...store.where('spaceLinks', 'to', reference)];
    return links.toSorted((a, b) => a.id - b.id);
  },
} satisfies FieldResolvers<Space>;

const ParticipatoryProcess = {
  ...spaceFields,
  accessMode: ({ restricted }) => (restricted ? 'RESTRICTED' : 'OPEN'),
} satisfies RecordResolvers<'processes'>;

const ParticipatoryProcessGroup = {
  participatoryProcesses: ({ id }, _, { store }) => store.where('processes', 'groupId', id),
} satisfies RecordResolvers<'processGroups'>;

/** The ids of the assemblies from the root to this one, such as `1.2`. */
function findParentsPath({ id, parentId }: AssemblyRecord, _: unknown, context: RequestContext): string {
  const parent = context.store.find('assemblies', parentId);
  return parent ? `${findParentsPath(parent, _, context)}.${id}` : String(id);
}

const Assembly = {
  ...spaceFields,
  accessMode: ({ access }) => access.toUpperCase(),
  children: ({ id }, _, { store }) => store.where('assemblies', 'parentId', id),
  childrenCount: ({ id }, _, { store }) => store.where('assemblies', 'parentId', id).length,
  parentsPath: findParentsPath,
  scopesEnabled: () => true,
  url: (assembly, _, context) => spaceUrl(assembly, context),
} satisfies RecordResolvers<'assemblies'>;

const ParticipatorySpaceLink = {
  fromType: ({ from }) => classOf(from),
  participatorySpace({ to }, _, { store }) {
    const { kind, id } = parseRecordReference(to);
    return store.find(kind, id);
  },
  toType: ({ to }) => classOf(to),
} satisfies RecordResolvers<'spaceLinks'>;

const ParticipatorySpaceManifest = {
  humanName: ({ name }, _, { store }) => ({
    single: findLabel(`${name}.one`, store),
    plural: findLabel(`${name}.other`, store),
  }),
} satisfies FieldResolvers<{ name: string }>;

const findListed = <K extends 'processes' | 'assemblies'>(kind: K, context: RequestContext): Records[K][] =>
  context.store.all(kind).filter((space) => isSpaceVisible(space, context));

const processCriteria: ListCriteria<Process> = {
  filters: publicationFilters,
  sortKeys: { id: sortById, publishedAt: sortByPublication, startDate: sortByField('start_date', 'startDate') },
};

const assemblyCriteria: ListCriteria<AssemblyRecord> = {
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

const Query = {
  assemblies: (_, args: ListArguments, context) =>
    filterAndSort(findListed('assemblies', context), args, assemblyCriteria, context.store),
  assembly: (_, args: SpaceArguments, context) => findSpaceBy(findListed('assemblies', context), args, 'Assembly'),
  participatoryProcess: (_, args: SpaceArguments, context) =>
    findSpaceBy(findListed('processes', context), args, 'ParticipatoryProcess'),
  participatoryProcessGroup(_, { id }: { id: string }, { store }) {
    const group = store.find('processGroups', id);
    if (!group) throw notFound('ParticipatoryProcessGroup');
    return group;
  },
  participatoryProcessGroups: (_, __, { store }) => store.all('processGroups'),
  participatoryProcesses: (_, args: ListArguments, context) =>
    filterAndSort(findListed('processes', context), args, processCriteria, context.store),
} satisfies FieldResolvers;

export const resolvers = {
  Assembly,
  ParticipatoryProcess,
  ParticipatoryProcessGroup,
  ParticipatorySpace,
  ParticipatorySpaceLink,
  ParticipatorySpaceManifest,
  Query,
};

const isPrivate = (mode: unknown): boolean => mode !== 'open';
const isTransparent = (mode: unknown): boolean => mode !== 'restricted';

/** The columns of a changeset as they were called before the access mode. */
function toFormerColumns({ access_mode: access, ...columns }: Record<string, unknown>) {
  delete columns['has_members'];
  if (!access) return columns;
  const change = (name: string, read: (mode: unknown) => boolean) => {
    const [before, after] = (access as unknown[]).map(read);
    return before === after ? {} : { [name]: [before, after] };
  };
  const all = { ...columns, ...change('private_space', isPrivate), ...change('is_transparent', isTransparent) };
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => compareLocales(a, b)));
}

const privateSpaces = {
  Assembly: {
    isTransparent: ({ access }: AssemblyRecord) => access !== 'restricted',
    privateSpace: ({ access }: AssemblyRecord) => access !== 'open',
  },
  ParticipatoryProcess: { privateSpace: (process: Process) => isRestricted(process) },
  TraceVersion: {
    changeset: ({ changeset }: { changeset?: Record<string, unknown> | null }) =>
      changeset ? toFormerColumns(changeset) : null,
  },
};

/** Texts that 0.32 does not show any more. A text that is missing has no translations. */
const formerTexts = {
  ...forTypes('Assembly ParticipatoryProcess', {
    announcement: ({ announcement }: AssemblyRecord) => announcement ?? null,
  }),
  ParticipatoryProcessStep: { callToActionText: () => ({}) },
};

const hiddenComponentsAsNull = forTypes('Assembly ParticipatoryProcess ParticipatorySpace', {
  components: (space: Space, args: ListArguments, { store }: RequestContext) =>
    filterAndSort(findComponents(space, store), args, componentCriteria, store),
});

export const refusals: DecidimOverrides['refusals'] = {
  'Assembly.children': 'leftOut',
  'ParticipatoryProcessGroup.participatoryProcesses': 'leftOut',
};

/** What began or ended with a release. */
export const behaviors: Record<string, PlatformBehavior> = {
  // `accessMode` replaced two fields of spaces.
  privateSpaces: {
    until: '0.31',
    resolvers: privateSpaces,
    notes: [note('has `private_space` and `is_transparent` in the place of `access_mode`', 'TraceVersion.changeset')],
  },
  formerTexts: { until: '0.31', resolvers: formerTexts },
  // 0.32 leaves out what a viewer may not see.
  hiddenComponentsAsNull: {
    until: '0.31',
    resolvers: hiddenComponentsAsNull,
    notes: [note('has null in the place of each component that is not published', '*.components')],
  },
};
