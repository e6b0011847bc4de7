import { textOf } from '../../client/json-value.ts';
import { utcOffset } from '../../records/time.ts';
import { kindNames } from '../../records/kinds.ts';
import { field, select } from './query.ts';
import type { Reader } from './reader.ts';
import { type Json, idOf, itemsAt, present, schemaOf, textsOf } from './record-reading.ts';
import type { WorldBuilder } from './world-builder.ts';

const taxonomyFields = ['id', 'name'];
const grandchildren = field('children', [taxonomyFields, 'childrenCount']);
const taxonomies = field('taxonomies', [taxonomyFields, field('children', [taxonomyFields, grandchildren])]);

/** Reads the name of the organization, and its taxonomies. */
export async function readOrganization(reader: Reader, world: WorldBuilder): Promise<void> {
  const found = await reader.readObject('organization', [field('organization', [])], select('name', taxonomies));
  const name = textsOf(found?.['name'], world);
  if (name) world.organization['name'] = name;
  const visit = (nodes: Json[], parentId: number | null): void => {
    for (const [weight, node] of nodes.entries()) {
      const id = idOf(node);
      // Every taxonomy is in the list, its children too.
      if (id === undefined || (world.find('taxonomies', id) && parentId === null)) continue;
      world.put('taxonomies', { id, name: textsOf(node['name'], world) ?? {}, parentId, weight });
      visit(present(itemsAt(node, 'children')), id);
      const hidden = Array.isArray(node['children']) ? 0 : Number(textOf(node['childrenCount']));
      if (hidden > 0) reader.miss('taxonomies', undefined, 'they are deeper than a query may ask', hidden);
    }
  };
  visit(present(itemsAt(found, 'taxonomies')), null);
}

/** The locale in URLs of the platform, such as that of `https://town.example/en/processes/a`. */
export function localeOf(url: string): string | undefined {
  const first = URL.canParse(url) ? new URL(url).pathname.split('/')[1]! : '';
  return /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(first) ? first : undefined;
}

/** Adds the organization: its locales are those of the texts, its time zone fits the times. Returns what is a guess. */
export function addOrganization(world: WorldBuilder, sourceUrl: string): string[] {
  const locales = localesOf(world);
  const defaultLocale = locales.has(world.locale) || locales.size === 0 ? world.locale : [...locales][0]!;
  const timeZone = findTimeZone(timesOf(world));
  world.put('organization', {
    host: new URL(sourceUrl).hostname,
    name: { [defaultLocale]: 'Imported organization' },
    referencePrefix: prefixOf(world) ?? 'IMP',
    timeZone: timeZone ?? 'UTC',
    locales: [defaultLocale, ...[...locales].filter((each) => each !== defaultLocale)],
    defaultLocale,
    ...world.organization,
    id: 1,
  });
  return timeZone === undefined ? ['the time zone of the organization: the times fit several; it is set to UTC'] : [];
}

function localesOf(world: WorldBuilder): Set<string> {
  const texts = kindNames.flatMap((kind) => {
    const names = Object.entries(schemaOf(kind).properties).filter(([, { locales }]) => locales === 'organization');
    return world.all(kind).flatMap((record) => names.map(([name]) => record[name]));
  });
  return new Set([world.organization['name'], ...texts].flatMap((each) => Object.keys(each ?? {})));
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d)$/;
/** Kinds whose records have times of many seasons. */
const timedKinds = ['components', 'proposals', 'meetings', 'results', 'debates', 'posts', 'comments'] as const;

/** The times of records, one of each offset in each month of each year: they show the time zone as well as all times do. */
function timesOf(world: WorldBuilder): string[] {
  const values = timedKinds.flatMap((kind) => world.all(kind)).flatMap((record) => Object.values(record));
  const times = values.filter((value): value is string => typeof value === 'string' && dateTime.test(value));
  return [...new Map(times.map((time) => [`${time.slice(0, 7)}${time.slice(19)}`, time])).values()];
}

/** Of zones with the same offsets, the ones that readers know best. */
const rank = (zone: string): number => ['UTC', 'Europe/', 'America/'].findIndex((each) => zone.startsWith(each)) >>> 0;

/** The middle of each month of one year. */
const samples = Array.from({ length: 12 }, (_, month) => Date.UTC(2031, month, 15));
const offsets = (zone: string): string => samples.map((each) => utcOffset(each, zone)).join();

/**
 * A time zone with the offsets of some times; undefined if zones with these offsets differ elsewhere in the year, as they do
 * when all times are in the same season.
 */
export function findTimeZone(times: string[]): string | undefined {
  const valid = times.filter((time) => !Number.isNaN(Date.parse(time)));
  if (valid.length === 0) return undefined;
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')].filter((zone) =>
    valid.every((time) => utcOffset(Date.parse(time), zone) === dateTime.exec(time)![1]),
  );
  const [first, ...others] = zones.toSorted((a, b) => rank(a) - rank(b));
  return first !== undefined && others.every((zone) => offsets(zone) === offsets(first)) ? first : undefined;
}

/** The prefix of the references of records, such as `RIV` of `RIV-PROP-2026-01-5`. */
const prefixOf = (world: WorldBuilder): string | undefined =>
  kindNames
    .flatMap((kind) => world.all(kind))
    .map(({ reference }) => /^(.+)-[A-Z]{4}-\d{4}-\d{2}-\d+$/.exec(textOf(reference))?.[1])
    .find((prefix) => prefix !== undefined);
