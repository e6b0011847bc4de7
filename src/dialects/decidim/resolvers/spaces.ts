import type { RequestContext } from '../../../graphql/context.ts';
import { type Space, isAssembly, isSpaceVisible, spaceReference } from '../../../server/resolvers/find-space.ts';
import { spaceUrl } from '../../../server/resolvers/urls.ts';
import { parseRecordReference } from '../../../records/kinds.ts';
import type { Assembly as AssemblyRecord, Process, Records } from '../../../records/records.ts';
import { findLabel } from './labels.ts';
import { classNameOf } from './record-types.ts';
import { byNumber, many, one } from './relations.ts';
import { resolveComponents } from './space-components.ts';
import { spaceStatistics } from './statistics.ts';

/** Whether a space exists for the viewer: administrators see all spaces, and members their restricted ones. */
export function isListed(space: Space, { store, viewer }: RequestContext): boolean {
  if (viewer?.admin || isSpaceVisible(space, viewer)) return true;
  const reference = spaceReference(space);
  return (
    viewer !== null &&
    space.publishedAt !== null &&
    store.where('members', 'userId', viewer.id).some((member) => member.space === reference)
  );
}

const findSteps = many('steps', 'processId', byNumber('position'));

/** The spaces that link to a space, and those that it links to, each with the space at the end of the link. */
function findLinks(space: Space, _: unknown, { store }: RequestContext): Records['spaceLinks'][] {
  const reference = spaceReference(space);
  const links = [...store.where('spaceLinks', 'from', reference), ...store.where('spaceLinks', 'to', reference)];
  return links.toSorted((a, b) => a.id - b.id);
}

/** The fields that all types of participatory spaces have. */
export const ParticipatorySpace = {
  allowsSteps: (space: Space) => !isAssembly(space),
  components: resolveComponents,
  hasSteps: (space: Space, _: unknown, context: RequestContext) =>
    !isAssembly(space) && findSteps(space, _, context).length > 0,
  manifest: (space: Space) => ({ name: isAssembly(space) ? 'assemblies' : 'participatory_processes' }),
  stats: spaceStatistics,
  type: (space: Space) => classNameOf(isAssembly(space) ? 'assemblies' : 'processes'),
};

const spaceFields = {
  ...ParticipatorySpace,
  categories: () => [],
  linkedParticipatorySpaces: findLinks,
};

export const ParticipatoryProcess = {
  ...spaceFields,
  accessMode: ({ restricted }: Process) => (restricted ? 'RESTRICTED' : 'OPEN'),
  participatoryProcessGroup: one('processGroups', 'groupId'),
  steps: findSteps,
};

export const ParticipatoryProcessGroup = {
  participatoryProcesses: ({ id }: { id: number }, _: unknown, context: RequestContext) =>
    context.store.where('processes', 'groupId', id).filter((process) => isListed(process, context)),
};

export const ParticipatoryProcessStep = { participatoryProcess: one('processes', 'processId') };

const findChildren = ({ id }: AssemblyRecord, _: unknown, context: RequestContext): AssemblyRecord[] =>
  context.store.where('assemblies', 'parentId', id).filter((child) => isListed(child, context));

/** The ids of the assemblies from the root to this one, such as `1.2`. */
function findParentsPath({ id, parentId }: AssemblyRecord, _: unknown, context: RequestContext): string {
  const parent = context.store.find('assemblies', parentId);
  return parent ? `${findParentsPath(parent, _, context)}.${id}` : String(id);
}

export const Assembly = {
  ...spaceFields,
  accessMode: ({ access }: AssemblyRecord) => access.toUpperCase(),
  children: findChildren,
  childrenCount: ({ id }: AssemblyRecord, _: unknown, { store }: RequestContext) =>
    store.where('assemblies', 'parentId', id).length,
  parent: one('assemblies', 'parentId'),
  parentsPath: findParentsPath,
  scopesEnabled: () => true,
  url: (assembly: AssemblyRecord, _: unknown, context: RequestContext) => spaceUrl(assembly, context),
};

const classOf = (reference: string): string => classNameOf(parseRecordReference(reference).kind);

type SpaceLink = Records['spaceLinks'];

export const ParticipatorySpaceLink = {
  fromType: ({ from }: SpaceLink) => classOf(from),
  participatorySpace: ({ to }: SpaceLink, _: unknown, { store }: RequestContext) => {
    const { kind, id } = parseRecordReference(to);
    return store.find(kind, id);
  },
  toType: ({ to }: SpaceLink) => classOf(to),
};

export const ParticipatorySpaceManifest = {
  humanName: ({ name }: { name: string }, _: unknown, { store }: RequestContext) => ({
    single: findLabel(`${name}.one`, store),
    plural: findLabel(`${name}.other`, store),
  }),
};
