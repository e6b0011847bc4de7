import { DateTime, IANAZone } from 'luxon';
import { fullFormats } from 'ajv-formats/dist/formats.js';

const dateTimeWithOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const isoDateTime = fullFormats['iso-date-time'] as { validate(text: string): boolean };

/**
 * Whether a text is an ISO 8601 date-time with seconds, on an existing day, with a four-digit year in every time zone.
 */
function isDateTime(text: string): boolean {
  return (
    /^\d{4}-[^\s]+$/.test(text) && text >= '0001' && text < '9999' && isoDateTime.validate(text) && !/:60/.test(text)
  );
}

/**
 * Parses an ISO 8601 date-time to milliseconds since 1970, or NaN if it is invalid. A date-time without an offset is
 * local to `zone`, an IANA name.
 */
export function parseDateTime(text: string, zone: string): number {
  if (!isDateTime(text)) return NaN;
  if (dateTimeWithOffset.test(text)) return Date.parse(text);
  // Luxon reads at most 30 digits of a fraction.
  return DateTime.fromISO(text.toUpperCase().replace(/(\.\d{9})\d+/, '$1'), { zone }).toMillis();
}

/**
 * Formats milliseconds since 1970 as the API does: in `zone`, to the second, with offset: `2027-03-12T18:00:00+00:00`.
 */
export function formatDateTime(epochMs: number, zone: string): string {
  if (zone === 'UTC') return `${new Date(epochMs).toISOString().slice(0, 19)}+00:00`;
  return DateTime.fromMillis(epochMs, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
}

/** The string formats of the ajv schemas, for stored records and for input attributes. */
export const ajvFormats = {
  'iso-date-time': isDateTime,
  'stored-date-time': (text: string) => /^\d{4}-/.test(text) && isoDateTime.validate(text),
  date: fullFormats.date as { validate(text: string): boolean },
  'http-url': (text: string) => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text),
  'time-zone': (text: string) => IANAZone.isValidZone(text),
};
