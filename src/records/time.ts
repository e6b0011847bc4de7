import { fullFormats } from 'ajv-formats/dist/formats.js';
import { LRUCache } from 'lru-cache';
import { luxon } from '../packages.ts';

/** Returns the milliseconds since 1970 by some clock, such as `Date.now`. */
export type Now = () => number;

/** Remembers the last results: one request parses a time several times, and equal texts share their memory. */
function remember<Key extends string | number, Value extends {}>(compute: (key: Key) => Value): (key: Key) => Value {
  const results = new LRUCache<Key, Value>({ max: 1000 });
  return (key) => {
    // Texts that are not date-times can be long.
    if (typeof key === 'string' && key.length > 50) return compute(key);
    let result = results.get(key);
    if (result === undefined) results.set(key, (result = compute(key)));
    return result;
  };
}

const dateTimeWithOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const isoDateTime = fullFormats['iso-date-time'] as { validate(text: string): boolean };

const isStoredDateTime = remember((text: string): boolean => /^\d{4}-/.test(text) && isoDateTime.validate(text));

/** Whether a time, in milliseconds since 1970, has a year from 0 to 9999 in every time zone, as a record needs it. */
export const isStorableTime = (epochMs: number): boolean => epochMs >= minTime && epochMs <= maxTime;
const minTime = Date.parse('0000-01-02T00:00:00Z');
const maxTime = Date.parse('9999-12-31T00:00:00Z');

/** The last time that a clock can have, in milliseconds since 1970: tokens end after it, and their end has a year of four digits too. */
export const lastTimeOfClocks = Date.parse('9998-12-31T00:00:00Z');

const parseInZone = (text: string, zone: string): number =>
  dateTimeWithOffset.test(text)
    ? Date.parse(text)
    : // Luxon reads at most 30 digits of a fraction.
      luxon()
        .DateTime.fromISO(text.toUpperCase().replace(/(\.\d{9})\d+/, '$1'), { zone })
        .toMillis();

/**
 * Whether a text is an ISO 8601 date-time with seconds, on an existing day, that has a year from 0 to 9999 in every time zone: a
 * world has it in that of its organization.
 */
const isDateTime = remember((text: string): boolean => {
  if (!/^\d{4}-[^\s]+$/.test(text) || !isoDateTime.validate(text) || /:60/.test(text)) return false;
  return (text >= '0001' && text < '9999') || isStorableTime(parseInZone(text, 'UTC'));
});

/** The functions of a time zone, an IANA name. */
const inZone = remember((zone: string) => ({
  parse: remember((text: string): number => (isStoredDateTime(text) ? parseInZone(text, zone) : NaN)),
  format: remember((epochSeconds: number): string => {
    const epochMs = epochSeconds * 1000;
    if (zone === 'UTC') return `${new Date(epochMs).toISOString().slice(0, 19)}+00:00`;
    const { DateTime, FixedOffsetZone } = luxon();
    const time = DateTime.fromMillis(epochMs, { zone });
    // Until about 1930 some zones had offsets with seconds, which the format does not have.
    return time.setZone(FixedOffsetZone.instance(Math.trunc(time.offset))).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
  }),
}));

/**
 * Parses an ISO 8601 date-time to milliseconds since 1970, or NaN if it is invalid. A date-time without an offset is
 * local to `zone`, an IANA name.
 */
export const parseDateTime = (text: string, zone: string): number => inZone(zone).parse(text);

/**
 * Formats milliseconds since 1970 as the API does: in `zone`, to the second, with offset: `2027-03-12T18:00:00+00:00`.
 */
export const formatDateTime = (epochMs: number, zone: string): string =>
  inZone(zone).format(Math.floor(epochMs / 1000));

/** The offset of a time zone from UTC at a time in milliseconds since 1970, such as `+01:00`. */
export const utcOffset = (epochMs: number, zone: string): string =>
  luxon().DateTime.fromMillis(epochMs, { zone }).toFormat('ZZ');

/** Whether a text is the name of a time zone, such as `Europe/Madrid`. */
export const isTimeZone = (text: string): boolean => text === 'UTC' || luxon().IANAZone.isValidZone(text);

/** The string formats of the ajv schemas, for stored records and for input attributes. */
export const ajvFormats = {
  'iso-date-time': isDateTime,
  date: fullFormats.date as { validate(text: string): boolean },
  'http-url': (text: string) => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text),
  'time-zone': isTimeZone,
};
