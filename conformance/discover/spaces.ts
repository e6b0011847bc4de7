import type { Actor } from '../model/case.ts';
import { valueAt } from '../model/json-value.ts';
import type { Target } from '../model/target.ts';
import { ask, idOf, objectsAt } from './ask.ts';

export interface FoundComponent {
  id: string;
  /** The type in the API, such as `Meetings`. */
  type: string;
}

/** A participatory process or an assembly, and those of its components that an actor may see. */
export interface FoundSpace {
  type: 'process' | 'assembly';
  slug: string;
  components: FoundComponent[];
}

/** Reads the participatory processes that an actor sees. */
export const readProcesses = (target: Target, actor: Actor): Promise<FoundSpace[]> =>
  readSpacesOf(target, actor, 'process');

/** Reads the processes and assemblies that an actor sees, processes first. */
export async function readSpaces(target: Target, actor: Actor): Promise<FoundSpace[]> {
  const processes = await readProcesses(target, actor);
  // The contract has no assemblies.
  if (target.dialect.family !== 'decidim') return processes;
  return [...processes, ...(await readSpacesOf(target, actor, 'assembly'))];
}

const fields = { process: 'participatoryProcesses', assembly: 'assemblies' };

async function readSpacesOf(target: Target, actor: Actor, type: FoundSpace['type']): Promise<FoundSpace[]> {
  const field = fields[type];
  const data = await ask(target, actor, `{ ${field} { slug components { type: __typename id } } }`);
  return objectsAt(data, [field]).map((space) => ({
    type,
    slug: String(space['slug']),
    components: objectsAt(space, ['components']).flatMap((component) => {
      const id = idOf(component);
      return id === undefined ? [] : [{ id, type: String(component['type']) }];
    }),
  }));
}

/** The type of a component as an actor sees it; undefined if the actor does not. */
export async function readComponentType(target: Target, actor: Actor, id: string): Promise<unknown> {
  const data = await ask(target, actor, '{ component(id: $id) { type: __typename } }', { id });
  return valueAt(data, ['component', 'type']);
}
