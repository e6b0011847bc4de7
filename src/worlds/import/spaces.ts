import { textOf, valueAt } from '../../client/json-value.ts';
import { type Page, readPages } from '../../client/pages.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { localeOf } from './organization.ts';
import { field, idArgument, on, select } from './query.ts';
import { type Reader, UnreadableError, objectsIn } from './reader.ts';
import { type Json, type Owner, idOf, itemsAt, objectOf, ownerOf, present } from './record-reading.ts';
import { component, componentReadings, spaceReadings } from './readings.ts';
import type { WorldBuilder } from './world-builder.ts';

/** A space of the deployment, and how it is read. */
export type FoundSpace = (typeof spaceReadings)[number] & { id: number; slug: string };

/** A component to read. */
export type FoundComponent = (typeof componentReadings)[string] & { own: Owner; type: string };

/** Finds the spaces with these slugs, all if there are none, and what URLs show: the host and the default locale. */
export async function findSpaces(reader: Reader, world: WorldBuilder, slugs: readonly string[]): Promise<FoundSpace[]> {
  const all: FoundSpace[] = [];
  const urls: string[] = [];
  for (const each of spaceReadings) {
    const { many, reading } = each;
    const fields = select('id', 'slug', 'url', field('components', 'url'));
    for (const value of await reader.readList(reading.kind, many, fields)) {
      const id = idOf(value);
      if (id !== undefined) all.push({ ...each, id, slug: textOf(value['slug']) || `${reading.kind}-${id}` });
      urls.push(...[value, ...present(itemsAt(value, 'components'))].map(({ url }) => textOf(url)));
    }
  }
  world.locale = urls.map(localeOf).find((locale) => locale !== undefined) ?? world.locale;
  const url = urls.find((each) => URL.canParse(each));
  if (url !== undefined) world.organization['host'] = new URL(url).hostname;
  const unknown = slugs.filter((slug) => !all.some((each) => each.slug === slug));
  if (unknown.length === 0) return slugs.length === 0 ? all : all.filter(({ slug }) => slugs.includes(slug));
  throw new CommandError(
    `the deployment shows no space ${unknown.join(', ')}; its spaces are ${all.map(({ slug }) => slug).join(', ') || 'none'}`,
    exitCodes.usage,
  );
}

/** The settings of components that lists can be filtered by, with the filters. */
const filters = { commentsEnabled: 'withCommentsEnabled', mapsEnabled: 'withGeolocationEnabled' };
const components = [
  field('components', ['__typename', component.fields]),
  ...Object.entries(filters).map(([alias, filter]) => ({
    ...field('components', 'id', { filter: `{ ${filter}: true }` }),
    alias,
  })),
];

/** Adds a space and its components. Returns those components whose records a world can have. */
export async function readSpace(reader: Reader, world: WorldBuilder, space: FoundSpace): Promise<FoundComponent[]> {
  const { id, slug, one, reading } = space;
  const fields = select('id', reading.fields, components);
  const value = await reader.readObject(reading.kind, [field(one, [], idArgument(id))], fields);
  if (!value || !reading.read(value, world, undefined, { slug })) {
    reader.miss(reading.kind, undefined, 'the deployment does not show it');
    return [];
  }
  const listed = itemsAt(value, 'components');
  const hidden = listed.filter((each) => !each).length;
  if (hidden > 0) reader.miss('components', undefined, 'they are only for the members of their space', hidden);
  const owner = ownerOf(reading.kind, id);
  return present(listed).flatMap((each) => {
    const type = textOf(each['__typename']);
    const known = Object.hasOwn(componentReadings, type) ? componentReadings[type] : undefined;
    if (!known) reader.miss('components', undefined, `a world cannot have components of the type ${type}`);
    const settings = settingsOf(each, value);
    const record = known && component.read(each, world, owner, { settings });
    return record ? [{ ...known, own: ownerOf('components', record.id, owner), type }] : [];
  });
}

/** The settings of a component, by the lists of its space that have it. */
function settingsOf({ id }: Json, space: Json): Json {
  const shown = Object.keys(filters).filter((name) => Array.isArray(space[name]));
  return Object.fromEntries(shown.map((name) => [name, itemsAt(space, name).some((each) => each?.['id'] === id)]));
}

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
  async read(found: FoundComponent): Promise<void> {
    const { reader, world } = this;
    const { own, type, parts = [], reading } = found;
    const { id } = own;
    const fields = select(
      'id',
      'publishedAt',
      on(
        type,
        parts.map((each) => each.fields),
      ),
    );
    const value = await reader.readObject('components', [field('component', [], idArgument(id))], fields);
    world.put('components', { id, publishedAt: value ? (value['publishedAt'] ?? undefined) : null });
    if (!value) return reader.miss(reading.kind, undefined, `component ${id} is not published`);
    for (const part of parts) part.read(value, world, own);
    const problem = await readPages((after) => this.#readPage(found, after));
    if (problem !== undefined) reader.report(`${reading.kind}: component ${id}: ${problem}`);
  }

  async #readPage(found: FoundComponent, after: string | undefined): Promise<Page> {
    const { own, type, reading } = found;
    const { reader, world } = this;
    const { kind, fields } = reading;
    const size = this.#pageSizes.get(type) ?? firstPageSize;
    const inComponent = [field('component', [], idArgument(own.id)), on(type, [])];
    const args = { first: String(size), ...(after !== undefined && { after: JSON.stringify(after) }) };
    const pageInfo = field('pageInfo', ['hasNextPage', 'endCursor']);
    const page = [...inComponent, field(kind, [pageInfo], args)];
    const place = [...page, field('nodes', 'id')];
    const placeOf = (record: number) => [...inComponent, field(kind.slice(0, -1), [], idArgument(record))];
    try {
      const data = await reader.readAll({ kind, place, placeOf, canBeSmaller: size > 1 }, fields);
      const items = objectsIn(data, place).map(objectOf);
      for (const each of present(items)) reading.read(each, world, own);
      const unreadable = items.filter((each) => !each).length;
      if (unreadable > 0) reader.miss(kind, undefined, 'moderators have hidden it, or it cannot be read', unreadable);
      // What was refused is known now.
      if (size === 1) this.#pageSizes.set(type, sizeAfterFailure);
      return { next: nextCursor(objectsIn(data, page)), ids: items.map((each) => each && idOf(each)) };
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      if (size > 1) {
        this.#pageSizes.set(type, Math.floor(size / 2));
        return this.#readPage(found, after);
      }
      reader.miss(kind, undefined, error.message);
      this.#pageSizes.set(type, sizeAfterFailure);
      return { next: nextCursor([await reader.readObject(kind, page, [pageInfo])]), ids: [undefined] };
    }
  }
}

/** The cursor of the page after one; undefined for the last one. */
function nextCursor([connection]: unknown[]): string | undefined {
  const { endCursor, hasNextPage } = objectOf(valueAt(connection, ['pageInfo'])) ?? {};
  return hasNextPage === true && typeof endCursor === 'string' ? endCursor : undefined;
}
