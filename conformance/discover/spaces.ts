import type { Actor } from '../../src/client/actor.ts';
import { textOf, valueAt } from '../../src/client/json-value.ts';
import type { Target } from '../../src/client/target.ts';
import { ask, idOf, objectsAt } from '../../src/client/query-target.ts';

export interface FoundComponent {
  id: string;
  /** The type in the API, such as `Meetings`. */
  type: string;
}

/** A participatory process or an assembly, and those of its components that an actor may see. */
export interface FoundSpace {
  type: 'process' | 'assembly';
  id: string | undefined;
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
  const data = await ask(target, actor, `{ ${field} { id slug components { type: __typename id } } }`);
  return objectsAt(data, [field]).map((space) => ({
    type,
    id: idOf(space),
    slug: textOf(space['slug']),
    components: objectsAt(space, ['components']).flatMap((component) => {
      const id = idOf(component);
      return id === undefined ? [] : [{ id, type: textOf(component['type']) }];
    }),
  }));
}

/** The type of a component as an actor sees it; undefined if the actor does not. */
export async function readComponentType(target: Target, actor: Actor, id: string): Promise<unknown> {
  const data = await ask(target, actor, '{ component(id: $id) { type: __typename } }', { id });
  return valueAt(data, ['component', 'type']);
}
