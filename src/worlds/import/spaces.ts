import { textOf, valueAt } from '../../client/json-value.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { localeOf } from './organization.ts';
import { type Field, field, on, select, translations } from './query.ts';
import { type Reader, UnreadableError } from './reader.ts';
import {
  FieldError,
  type Json,
  belongsTo,
  idOf,
  itemsAt,
  objectOf,
  ownerOf,
  present,
  textsOf,
} from './record-reading.ts';
import { componentReadings, spaceReadings } from './readings.ts';
import type { WorldBuilder } from './world-builder.ts';

/** A space of the deployment, and how it is read. */
export type FoundSpace = (typeof spaceReadings)[number] & { id: number; slug: string };

/** A component to read. */
export type FoundComponent = (typeof componentReadings)[string] & { id: number; type: string };

/** Finds the spaces with these slugs, all if there are none, and the default locale, which is in the URLs. */
export async function findSpaces(reader: Reader, world: WorldBuilder, slugs: readonly string[]): Promise<FoundSpace[]> {
  const all: FoundSpace[] = [];
  for (const each of spaceReadings) {
    const { many, reading } = each;
    const fields = select('id', 'slug', 'url', field('components', 'url'));
    const data = await reader.readParts(reading.kind, fields, (of) => field(many, of));
    for (const value of present(itemsAt(data, many))) {
      const id = idOf(value);
      if (id !== undefined) all.push({ ...each, id, slug: textOf(value['slug']) || `${reading.kind}-${id}` });
      world.urls.push(...[value, ...present(itemsAt(value, 'components'))].map(({ url }) => textOf(url)));
    }
  }
  world.locale = world.urls.map(localeOf).find((locale) => locale !== undefined) ?? world.locale;
  const unknown = slugs.filter((slug) => !all.some((each) => each.slug === slug));
  if (unknown.length === 0) return slugs.length === 0 ? all : all.filter(({ slug }) => slugs.includes(slug));
  throw new CommandError(
    `the deployment shows no space ${unknown.join(', ')}; its spaces are ${all.map(({ slug }) => slug).join(', ') || 'none'}`,
    exitCodes.usage,
  );
}

/** The settings of components that lists can be filtered by, with the filters. */
const filters = { commentsEnabled: 'withCommentsEnabled', mapsEnabled: 'withGeolocationEnabled' };
const componentFields = [
  '__typename',
  'id',
  'weight',
  'visible',
  'createdAt',
  'updatedAt',
  field('name', translations),
];
const components = [
  field('components', componentFields),
  ...Object.entries(filters).map(([alias, filter]) => ({
    ...field('components', 'id', { filter: `{ ${filter}: true }` }),
    alias,
  })),
];

/** Adds a space and its components. Returns those components whose records a world can have. */
export async function readSpace(reader: Reader, world: WorldBuilder, space: FoundSpace): Promise<FoundComponent[]> {
  const { id, slug, reading } = space;
  const value = await readSpaceObject(reader, space);
  if (
    !value ||
    !reading.read(value, world, undefined, { slug, ...(value['isDraft'] === true && { publishedAt: null }) })
  ) {
    reader.miss(reading.kind, undefined, 'the deployment does not show it');
    return [];
  }
  const listed = itemsAt(value, 'components');
  const hidden = listed.filter((each) => !each).length;
  if (hidden > 0) reader.miss('components', undefined, 'they are only for the members of their space', hidden);
  const settings = Object.keys(filters).flatMap((name) =>
    Array.isArray(value[name]) ? [{ name, ids: new Set(itemsAt(value, name).map(idOf)) }] : [],
  );
  return present(listed).flatMap((each) => {
    const [componentId, type] = [idOf(each), textOf(each['__typename'])];
    if (componentId === undefined) return [];
    if (!Object.hasOwn(componentReadings, type)) {
      reader.miss('components', undefined, `a world cannot have components of the type ${type}`);
      return [];
    }
    const { weight, createdAt, updatedAt, visible } = each;
    world.put('components', {
      id: componentId,
      ...belongsTo('components', ownerOf(reading.kind, id)),
      kind: type.toLowerCase(),
      name: textsOf(each['name'], world.locale) ?? {},
      weight: typeof weight === 'number' ? weight : 0,
      createdAt: createdAt ?? undefined,
      updatedAt: updatedAt ?? undefined,
      ...(visible === false && { hiddenFromMenu: true }),
      settings: Object.fromEntries(settings.map(({ name, ids }) => [name, ids.has(componentId)])),
    });
    return [{ ...componentReadings[type]!, id: componentId, type }];
  });
}

/** Reads a space. One that is not published, which administrators see, has an error at the time of publication. */
async function readSpaceObject(reader: Reader, { one, id, reading }: FoundSpace): Promise<Json | undefined> {
  const fields = select(reading.fields, components);
  const read = async (of: Field[]) =>
    (await reader.readParts(reading.kind, of, (part) => field(one, part, idArgs(id))))[one];
  const found = await read(fields);
  if (!(found instanceof FieldError) || found.at !== 'publishedAt') return objectOf(found);
  const draft = objectOf(await read(fields.filter(({ name }) => name !== 'publishedAt')));
  return draft && { ...draft, isDraft: true };
}

const idArgs = (id: number) => ({ id: `"${id}"` });

/** The page size at which reading begins; a server that finds the query too large makes it smaller. */
const firstPageSize = 25;
const sizeAfterFailure = 4;

/** Reads the records of components, page by page. */
export class ComponentReader {
  /** The page size that the server accepts, by type of component. */
  readonly #pageSizes = new Map<string, number>();

  constructor(
    readonly reader: Reader,
    readonly world: WorldBuilder,
  ) {}

  /** Reads a component, and all its records. One that the deployment lists and does not show is a draft. */
  async read(component: FoundComponent): Promise<void> {
    const { reader, world } = this;
    const { id, type, parts = [], reading } = component;
    const own = parts.map(({ fields }) => on(type, fields));
    const { component: value } = await reader.readParts('components', select('id', 'publishedAt', own), (of) =>
      field('component', of, idArgs(id)),
    );
    const found = objectOf(value);
    world.put('components', { id, publishedAt: found ? (found['publishedAt'] ?? undefined) : null });
    if (!found) return reader.miss(reading.kind, undefined, `component ${id} is not published`);
    for (const part of parts) part.read(found, ownerOf('components', id), world);
    let after: string | undefined;
    do after = await this.#readPage(component, after);
    while (after !== undefined);
  }

  /** Reads the page after a cursor. Returns the cursor of the next one. */
  async #readPage(component: FoundComponent, after: string | undefined): Promise<string | undefined> {
    const { id, type, reading } = component;
    const { reader, world } = this;
    const { kind, fields } = reading;
    const one = kind.slice(0, -1);
    const size = this.#pageSizes.get(type) ?? firstPageSize;
    const inComponent = (of: Field) => field('component', ['id', on(type, of)], idArgs(id));
    const args = { first: String(size), ...(after !== undefined && { after: JSON.stringify(after) }) };
    const pageInfo = field('pageInfo', ['hasNextPage', 'endCursor']);
    try {
      const { items, data } = await reader.readList({
        kind,
        fields,
        list: (of) => inComponent(field(kind, [pageInfo, field('nodes', of)], args)),
        itemsOf: (found) => valueAt(found, ['component', kind, 'nodes']),
        one: {
          of: (record, of) => inComponent(field(one, of, idArgs(record))),
          in: (found) => valueAt(found, ['component', one]),
        },
        isWhole: size <= 1,
      });
      for (const each of present(items)) reading.read(each, world, ownerOf('components', id));
      const unreadable = items.filter((each) => !each).length;
      if (unreadable > 0) reader.miss(kind, undefined, 'moderators have hidden it, or it cannot be read', unreadable);
      // What was refused is known now.
      if (size === 1) this.#pageSizes.set(type, sizeAfterFailure);
      return nextCursor(valueAt(data, ['component', kind, 'pageInfo']));
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      if (size > 1) {
        this.#pageSizes.set(type, Math.max(1, Math.floor(size * error.share)));
        return this.#readPage(component, after);
      }
      reader.miss(kind, undefined, error.message);
      this.#pageSizes.set(type, sizeAfterFailure);
      const data = await reader.readParts(kind, [pageInfo], (of) => inComponent(field(kind, of, args)));
      return nextCursor(valueAt(data, ['component', kind, 'pageInfo']));
    }
  }
}

/** The cursor of the next page; undefined for the last one. */
function nextCursor(pageInfo: unknown): string | undefined {
  const { endCursor, hasNextPage } = objectOf(pageInfo) ?? {};
  return hasNextPage === true && typeof endCursor === 'string' ? endCursor : undefined;
}
