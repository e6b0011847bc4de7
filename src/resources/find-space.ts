import type { Assembly, Component, Process, RecordReference } from '../records/records.ts';
import type { Store } from '../store/store.ts';

/** A participatory space. */
export type Space = Process | Assembly;

export const isAssembly = (space: Space): space is Assembly => 'access' in space;

/** The space as other records refer to it: `processes/1`. */
export const spaceReference = (space: Space): RecordReference =>
  `${isAssembly(space) ? 'assemblies' : 'processes'}/${space.id}`;

/** The space that a component belongs to. */
export const findSpace = ({ processId, assemblyId = null }: Component, store: Store): Space =>
  assemblyId === null ? store.get('processes', processId) : store.get('assemblies', assemblyId);

/** Whether only administrators and members may see a space. */
export const isRestricted = (space: Space): boolean =>
  isAssembly(space) ? space.access === 'restricted' : space.restricted;

/** Whether everybody may see a space. */
export const isPublic = (space: Space): boolean => space.publishedAt !== null && !isRestricted(space);

/** The components of a space, published or not, sorted by id. */
export const findComponents = (space: Space, store: Store): readonly Component[] =>
  store.where('components', isAssembly(space) ? 'assemblyId' : 'processId', space.id);
