import type { DateTime, DateTimeUnit } from 'luxon';
import { luxon } from '../../../packages.ts';
import { SimulatedServerError } from '../../../errors.ts';
import { isStorableTime } from '../../../records/time.ts';
import type { Store } from '../../../store/store.ts';
import { platformTexts } from '../resources/texts.ts';

/** A date and time with the offset in which a client wrote it. */
export interface ParsedDateTime {
  /** Milliseconds since 1970, with fractions. */
  epochMs: number;
  /** Minutes by which the client's clock is ahead of UTC. */
  offsetMinutes: number;
}

const day = String.raw`(\d{1,4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;
const time = String.raw`([01]\d|2[0-3]|24(?=:00:00)):([0-5]\d):([0-5]\d|60)(\.\d+)?`;
const offset = String.raw`(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?`;
const dateTimeFormat = new RegExp(String.raw`^[ \t-\r]*${day}T${time}${offset}[ \t-\r]*$`, 'i');

/**
 * Parses a date and time of ISO 8601; undefined if it is invalid. Without an offset it is in UTC. As on the platform, every month may have
 * 31 days: excess days count into the next month, as 24:00:00 and the second 60 count into the next unit. Times that a record cannot
 * have are invalid.
 */
export function parseDateTime(text: string): ParsedDateTime | undefined {
  const match = dateTimeFormat.exec(text);
  if (!match) return undefined;
  const [year, month, date, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    ...number[],
  ];
  const [, , , , , , , fraction = '0', sign, offsetHours = '0', offsetRest = '0'] = match;
  const offsetMinutes = (Number(offsetHours) * 60 + Number(offsetRest)) * (sign === '-' ? -1 : 1);
  // Date.UTC would add 1900 to years before 100.
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, date);
  local.setUTCHours(hour!, minute, second);
  const epochMs = local.getTime() - offsetMinutes * 60_000 + Number(fraction) * 1000;
  return isStorableTime(epochMs) ? { epochMs, offsetMinutes } : undefined;
}

/** Parses a date and time; throws SimulatedServerError if it is invalid. */
export function requireDateTime(text: string): ParsedDateTime {
  const dateTime = parseDateTime(text);
  if (!dateTime) throw new SimulatedServerError(`invalid date and time: ${text}`);
  return dateTime;
}

/** Whole seconds since 1970: the precision in which the platform compares times. */
export const epochSeconds = ({ epochMs }: ParsedDateTime): number => Math.floor(epochMs / 1000);

/** Formats a date and time for an error message, with its own offset: `Fri, 12 Mar 2027 18:00:00 +0530`. */
export const formatDateTime = ({ epochMs, offsetMinutes }: ParsedDateTime): string =>
  luxon()
    .DateTime.fromMillis(Math.floor(epochMs), {
      zone: luxon().FixedOffsetZone.instance(offsetMinutes),
      locale: 'en',
    })
    .toFormat('ccc, dd LLL yyyy HH:mm:ss ZZZ');

/** The name and the English format of a time in the same unit as the present, the shortest unit first. */
const friendlyFormats: [DateTimeUnit, name: string, format: string][] = [
  ['day', 'timeOfDay', 'HH:mm'],
  ['week', 'dayOfWeek', 'ccc'],
  ['year', 'dayOfMonth', 'LLL dd'],
];

/** Formats a time relative to the present: `10:30` today, `Mon` in this week, `Jan 18` in this year, else `18.01.25`. */
export function formatFriendlyDate(text: string, locale: string, store: Store): string {
  const [date, now] = [text, store.now()].map((each) =>
    luxon().DateTime.fromMillis(store.parseDateTime(each), { zone: store.organization.timeZone, locale: 'en' }),
  ) as [DateTime, DateTime];
  const [, name, format] = friendlyFormats.find(([unit]) => date > now.startOf(unit)) ?? ['', 'dayOfYear', 'dd.LL.yy'];
  const { formats } = platformTexts().dates[locale] ?? {};
  return translateDate(date.toFormat(formats?.[name] ?? format), locale);
}

/** Translates the short names of days and months from English; those of unknown locales stay. */
export function translateDate(text: string, locale: string): string {
  const { dates } = platformTexts();
  const namesIn = ({ days, months } = dates['en']!) => [...days, ...months];
  const english = namesIn();
  const names = namesIn(dates[locale]);
  return text.replaceAll(/[A-Z][a-z]{2}/g, (name) => names[english.indexOf(name)] ?? name);
}

/** The notations in which the platform reads a day, the first one that fits. */
const dayFormats = ['y-M-d', 'd/M/y', 'd.M.y', 'd-M-y', 'd LLL y'];

/**
 * Parses a date as the platform's forms do: in ISO 8601, with or without a time, or with the day first, such as `3/2/2027` and
 * `3 Feb 2027`. Returns `YYYY-MM-DD`; null if there is no such day.
 */
export function parseDate(text: string): string | null {
  const [date = ''] = text.split('T');
  const parsed = dayFormats.map((format) => luxon().DateTime.fromFormat(date, format, { zone: 'UTC', locale: 'en' }));
  return parsed.find(({ isValid, year }) => isValid && year <= 9999)?.toISODate() ?? null;
}
