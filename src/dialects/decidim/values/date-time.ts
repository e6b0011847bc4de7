import { SimulatedServerError } from '../../../errors.ts';

/** A date and time with the offset in which a client wrote it. */
export interface ParsedDateTime {
  /** Milliseconds since 1970, with fractions. */
  epochMs: number;
  /** Minutes by which the client's clock is ahead of UTC. */
  offsetMinutes: number;
}

const dateTimeFormat =
  /^[ \t-\r]*(\d{1,4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?[ \t-\r]*$/i;

// The store has years of four digits in every time zone.
const minTime = Date.parse('0000-01-02T00:00:00Z');
const maxTime = Date.parse('9999-12-31T00:00:00Z');

/** The usual format, on a day that every month has. */
const commonFormat = /^(?!0000|9999)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

const isBetween = (value: number, minimum: number, maximum: number): boolean => value >= minimum && value <= maximum;

/**
 * Parses a date and time as Ruby's `Time.iso8601` does; undefined if it is invalid. Without an offset it is in UTC. Every
 * month may have 31 days: excess days count into the next month, as 24:00:00 and the second 60 count into the next unit. Times
 * that have no year from 0 to 9999 in every time zone are invalid: the store does not have them.
 */
export function parseDateTime(text: string): ParsedDateTime | undefined {
  if (commonFormat.test(text)) return { epochMs: Date.parse(text), offsetMinutes: 0 };
  const match = dateTimeFormat.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [offsetHours, offsetRest] = [Number(match[9] ?? 0), Number(match[10] ?? 0)];
  const maxHour = minute === 0 && second === 0 ? 24 : 23;
  if (!isBetween(month, 1, 12) || !isBetween(day, 1, 31) || hour > maxHour || minute > 59 || second > 60)
    return undefined;
  if (offsetHours > 23 || offsetRest > 59) return undefined;
  const offsetMinutes = (offsetHours * 60 + offsetRest) * (match[8] === '-' ? -1 : 1);
  // Date.UTC would add 1900 to years before 100.
  const date = new Date(Date.UTC(2000, 0, 1, hour, minute, second));
  date.setUTCFullYear(year, month - 1, day + (date.getUTCDate() - 1));
  const epochMs = date.getTime() - offsetMinutes * 60_000 + Number(match[7] ?? 0) * 1000;
  return epochMs >= minTime && epochMs <= maxTime ? { epochMs, offsetMinutes } : undefined;
}

/** Parses a date and time; throws SimulatedServerError if it is invalid. */
export function requireDateTime(text: string): ParsedDateTime {
  const dateTime = parseDateTime(text);
  if (!dateTime) throw new SimulatedServerError(`invalid date and time: ${text}`);
  return dateTime;
}

/** Whole seconds since 1970: the precision in which the platform compares times. */
export const epochSeconds = ({ epochMs }: ParsedDateTime): number => Math.floor(epochMs / 1000);

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/** Formats a date and time for an error message, with its own offset: `Fri, 12 Mar 2027 18:00:00 +0530`. */
export function formatDateTime({ epochMs, offsetMinutes }: ParsedDateTime): string {
  const local = new Date(Math.floor(epochMs) + offsetMinutes * 60_000);
  const absoluteOffset = Math.abs(offsetMinutes);
  const offset = `${offsetMinutes < 0 ? '-' : '+'}${pad(Math.floor(absoluteOffset / 60))}${pad(absoluteOffset % 60)}`;
  const date = `${weekdays[local.getUTCDay()]}, ${pad(local.getUTCDate())} ${months[local.getUTCMonth()]} ${pad(local.getUTCFullYear(), 4)}`;
  return `${date} ${local.toISOString().slice(11, 19)} ${offset}`;
}
