import { textOf } from '../../src/client/json-value.ts';
import { utcOffset } from '../../src/client/time.ts';
import { kindNames, kinds } from '../../src/records/kinds.ts';
import type { WorldBuilder } from './world-builder.ts';

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d)$/;

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
  const [url = sourceUrl] = world.urls;
  world.put('organization', {
    id: 1,
    host: URL.canParse(url) ? new URL(url).hostname : 'localhost',
    name: world.organizationName ?? { [defaultLocale]: 'Imported organization' },
    referencePrefix: prefixOf(world) ?? 'IMP',
    timeZone: timeZone ?? 'UTC',
    locales: [defaultLocale, ...[...locales].filter((each) => each !== defaultLocale)],
    defaultLocale,
    currency: world.currency,
  });
  return timeZone === undefined ? ['the time zone of the organization: the times fit several; it is set to UTC'] : [];
}

interface FieldSchema {
  organizationLocales?: boolean;
}

function localesOf(world: WorldBuilder): Set<string> {
  const locales = new Set<string>();
  const note = (texts: unknown) => Object.keys(texts ?? {}).forEach((locale) => locales.add(locale));
  note(world.organizationName);
  for (const kind of kindNames) {
    const fields = Object.entries(kinds[kind].schema.properties as Record<string, FieldSchema>).filter(
      ([, { organizationLocales }]) => organizationLocales,
    );
    for (const record of world.all(kind)) for (const [name] of fields) note(record[name]);
  }
  for (const { answer, costReport, executionPeriod } of world.all('proposals'))
    [answer, costReport, executionPeriod].forEach(note);
  return locales;
}

const maxTimes = 500;
const maxReferenceCharacters = 200;

/** Kinds whose records have times of many seasons. */
const timedKinds = ['components', 'proposals', 'meetings', 'results', 'debates', 'posts', 'comments'] as const;

function timesOf(world: WorldBuilder): string[] {
  const values = timedKinds.flatMap((kind) => world.all(kind)).flatMap((record) => Object.values(record));
  const times = values.filter((value): value is string => typeof value === 'string' && dateTime.test(value));
  // A time in each month of each year shows the offsets as well as all times do.
  return [...new Map(times.map((time) => [`${time.slice(0, 7)}${time.slice(19)}`, time])).values()].slice(0, maxTimes);
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
  if (first === undefined) return undefined;
  return others.every((zone) => offsets(zone) === offsets(first)) ? first : undefined;
}

function prefixOf(world: WorldBuilder): string | undefined {
  for (const kind of kindNames) {
    const { referenceCode } = kinds[kind];
    if (referenceCode === undefined) continue;
    for (const { reference } of world.all(kind)) {
      const [, prefix] =
        new RegExp(`^(.+)-${referenceCode}-\\d{4}-\\d{2}-\\d+$`).exec(
          textOf(reference).slice(0, maxReferenceCharacters),
        ) ?? [];
      if (prefix) return prefix;
    }
  }
  return undefined;
}
