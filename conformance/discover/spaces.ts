import type { Actor } from '../model/case.ts';
import { valueAt } from '../model/json-value.ts';
import type { Target } from '../model/target.ts';
import { ask, idOf, objectsAt } from './ask.ts';

export interface FoundComponent {
  id: string;
  /** The type in the API, such as `Meetings`. */
  type: string;
}

/** A participatory process and those of its components that an actor may see. */
export interface FoundProcess {
  slug: string;
  components: FoundComponent[];
}

/** Reads the processes that an actor sees. */
export async function readProcesses(target: Target, actor: Actor): Promise<FoundProcess[]> {
  const data = await ask(target, actor, '{ participatoryProcesses { slug components { type: __typename id } } }');
  return objectsAt(data, ['participatoryProcesses']).map((space) => ({
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
