import type { ImportContext } from './import-context.ts';
import { type ComponentToRead, inComponent } from './component-query.ts';
import { field, select } from './selection.ts';
import { referenceTo } from './world-builder.ts';

/** How many ids between two listed records are tried. */
const maxTries = 20;

/**
 * Finds the ids of records that the moderators have hidden: the list has an error in their place, and asked for by its id, a
 * hidden record is not allowed, while an unknown one is not found.
 */
export async function findHiddenIds(
  { reader, world }: ImportContext,
  component: ComponentToRead,
  ids: readonly (number | undefined)[],
): Promise<void> {
  for (const [index, id] of ids.entries()) {
    if (id !== undefined) continue;
    const before = ids.slice(0, index).findLast((each) => each !== undefined) ?? 0;
    const next = ids.slice(index + 1).find((each) => each !== undefined) ?? before + maxTries;
    const found = await findBetween(before, next);
    if (found === undefined) {
      reader.report(`a hidden ${component.one} of component ${component.id} after id ${before}: its id is unknown`);
      continue;
    }
    const { kind } = component.reading;
    world.hidden.push(referenceTo(kind, found));
    world.put(kind, { id: found, componentId: component.id });
  }

  async function findBetween(before: number, next: number): Promise<number | undefined> {
    for (let id = before + 1; id < next && id <= before + maxTries; id++) {
      if (world.find(component.reading.kind, id)) continue;
      const args = `id: ${JSON.stringify(String(id))}`;
      const { errors } = await reader.readParts(select(component.reading.selection.type, 'id'), (part) =>
        inComponent(component, field(component.one, part, args)),
      );
      const message = [...errors.values()][0]?.message ?? '';
      if (message !== '' && !/not found/i.test(message)) return id;
    }
    return undefined;
  }
}
