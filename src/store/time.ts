import { DateTime, IANAZone } from 'luxon';
import { fullFormats } from 'ajv-formats/dist/formats.js';

const withOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const isoShape = fullFormats['iso-date-time'] as { validate(text: string): boolean };

/**
 * Whether a text is an ISO 8601 date and time, with seconds, of a day that exists, in a year of four digits in every zone.
 */
function isDateTime(text: string): boolean {
  return /^\d{4}-[^\s]+$/.test(text) && text >= '0001' && text < '9999' && isoShape.validate(text) && !/:60/.test(text);
}

/** Milliseconds since 1970 of an ISO 8601 date-time; without an offset it is one of `zone`, an IANA name. NaN if it is none. */
export function parseDateTime(text: string, zone: string): number {
  if (!isDateTime(text)) return NaN;
  if (withOffset.test(text)) return Date.parse(text);
  // Luxon reads at most 30 digits of a fraction.
  return DateTime.fromISO(text.toUpperCase().replace(/(\.\d{9})\d+/, '$1'), { zone }).toMillis();
}

/** A moment as the API prints it: in `zone`, to the second, with its offset: `2027-03-12T18:00:00+00:00`. */
export function formatDateTime(instant: number, zone: string): string {
  if (zone === 'UTC') return `${new Date(instant).toISOString().slice(0, 19)}+00:00`;
  return DateTime.fromMillis(instant, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
}

/** The formats of texts, for ajv: used for stored records and for input attributes alike. */
export const ajvFormats = {
  'iso-date-time': isDateTime,
  moment: (text: string) => /^\d{4}-/.test(text) && isoShape.validate(text),
  date: fullFormats.date as { validate(text: string): boolean },
  'http-url': (text: string) => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text),
  'time-zone': (text: string) => IANAZone.isValidZone(text),
};
