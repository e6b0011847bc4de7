import { DateTime, IANAZone } from 'luxon';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { LRUCache } from 'lru-cache';

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

/**
 * Whether a text is an ISO 8601 date-time with seconds, on an existing day, with a four-digit year in every time zone.
 */
const isDateTime = remember(
  (text: string): boolean =>
    /^\d{4}-[^\s]+$/.test(text) && text >= '0001' && text < '9999' && isoDateTime.validate(text) && !/:60/.test(text),
);

/** The functions of a time zone, an IANA name. */
const inZone = remember((zone: string) => ({
  parse: remember((text: string): number => {
    if (!isDateTime(text)) return NaN;
    if (dateTimeWithOffset.test(text)) return Date.parse(text);
    // Luxon reads at most 30 digits of a fraction.
    return DateTime.fromISO(text.toUpperCase().replace(/(\.\d{9})\d+/, '$1'), { zone }).toMillis();
  }),
  format: remember((epochSeconds: number): string => {
    const epochMs = epochSeconds * 1000;
    if (zone === 'UTC') return `${new Date(epochMs).toISOString().slice(0, 19)}+00:00`;
    return DateTime.fromMillis(epochMs, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
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

/** The string formats of the ajv schemas, for stored records and for input attributes. */
export const ajvFormats = {
  'iso-date-time': isDateTime,
  'stored-date-time': remember((text: string) => /^\d{4}-/.test(text) && isoDateTime.validate(text)),
  'stored-date': (text: string) => /^-?\d{4,}-\d\d-\d\d$/.test(text),
  date: fullFormats.date as { validate(text: string): boolean },
  'http-url': (text: string) => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text),
  'time-zone': (text: string) => IANAZone.isValidZone(text),
};
