import { textOf } from '../../src/client/json-value.ts';
import { componentReadings } from './component-readings.ts';
import { type ComponentToRead, componentNode } from './component-query.ts';
import type { ImportContext } from './import-context.ts';
import { field, select } from './selection.ts';
import type { FoundSpace } from './space-readings.ts';
import { idOf, textsOf } from './values.ts';

/** Adds a component. Returns how its records are read; an empty list if the store has no such kind. */
export function readComponent(
  { reader, world }: ImportContext,
  parent: object,
  value: Record<string, unknown>,
): ComponentToRead[] {
  const [id, type] = [idOf(value), textOf(value['__typename'])];
  if (id === undefined) return [];
  if (!Object.hasOwn(componentReadings, type)) {
    reader.report(`component ${id} is of the type ${type}, which a world cannot have`);
    return [];
  }
  const reading = componentReadings[type]!;
  const { weight, createdAt, updatedAt, visible, url } = value;
  world.put('components', {
    id,
    ...parent,
    kind: reading.kind,
    name: textsOf(value['name'], world.locale) ?? {},
    weight: typeof weight === 'number' ? weight : 0,
    createdAt: createdAt ?? undefined,
    updatedAt: updatedAt ?? undefined,
    ...(visible === false && { hiddenFromMenu: true }),
    settings: {},
  });
  if (typeof url === 'string') world.urls.push(url);
  return [{ ...reading, id, type }];
}

/** Reads when components were published. One that the deployment does not show is a draft. */
export async function publishedOnes(
  { reader, world }: ImportContext,
  components: ComponentToRead[],
): Promise<ComponentToRead[]> {
  const published: ComponentToRead[] = [];
  for (const component of components) {
    const selection = select('ComponentInterface', 'id', 'publishedAt');
    const answer = await reader.readParts(selection, (part) => field('component', part, `id: "${component.id}"`));
    const node = componentNode(answer);
    const publishedAt = node ? (node.value['publishedAt'] ?? undefined) : null;
    world.put('components', { id: component.id, publishedAt });
    if (node) published.push(component);
    else reader.report(`component ${component.id} is not published, so that its records cannot be read`);
  }
  return published;
}

/** The components of a space for which a filter holds. */
const filtered = (alias: string, filter: string) => ({
  alias,
  ...field('components', select('ComponentInterface', 'id'), `filter: { ${filter}: true }`),
});

/** Reads the settings of components that lists can be filtered by. */
export async function readSettings({ reader, world }: ImportContext, { one, type, id }: FoundSpace): Promise<void> {
  const selection = select(
    type,
    filtered('withComments', 'withCommentsEnabled'),
    filtered('withMaps', 'withGeolocationEnabled'),
  );
  const { data } = await reader.readParts(selection, (part) => field(one, part, `id: "${id}"`));
  const space = data[one] as Record<string, unknown> | undefined | null;
  for (const [alias, setting] of [
    ['withComments', 'commentsEnabled'],
    ['withMaps', 'mapsEnabled'],
  ] as const) {
    if (!Array.isArray(space?.[alias])) continue;
    const ids = new Set(space[alias].map(idOf));
    for (const component of world.all('components'))
      if (
        (component['processId'] ?? component['assemblyId']) === id &&
        one === (component['processId'] ? 'participatoryProcess' : 'assembly')
      )
        Object.assign(component['settings'] as object, { [setting]: ids.has(component.id) });
  }
}
