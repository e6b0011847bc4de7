import { SimulatedServerError } from '../../../errors.ts';

/** A moment as a client wrote it. */
export interface ParsedDateTime {
  /** Milliseconds since 1970, with what is written below them. */
  epochMs: number;
  /** Minutes that the written clock is ahead of UTC. */
  offsetMinutes: number;
}

const shape =
  /^[ \t-\r]*(\d{1,4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?[ \t-\r]*$/i;

/** As clients write it, on a day that every month has. */
const plain = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

const within = (value: number, least: number, most: number): boolean => value >= least && value <= most;

/**
 * A date and time as Ruby's `Time.iso8601` takes it, UTC when no offset is written; undefined for what it refuses. Every
 * month has 31 days there: the ones too many run into the next month, and so do 24:00:00 and a second 60.
 */
export function parseDateTime(text: string): ParsedDateTime | undefined {
  if (plain.test(text)) return { epochMs: Date.parse(text), offsetMinutes: 0 };
  const found = shape.exec(text);
  if (!found) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [hours, minutes] = [Number(found[9] ?? 0), Number(found[10] ?? 0)];
  const lastHour = minute === 0 && second === 0 ? 24 : 23;
  if (!within(month, 1, 12) || !within(day, 1, 31) || hour > lastHour || minute > 59 || second > 60) return undefined;
  if (hours > 23 || minutes > 59) return undefined;
  const offsetMinutes = (hours * 60 + minutes) * (found[8] === '-' ? -1 : 1);
  // Date.UTC takes the years before 100 for ones of the twentieth century.
  const date = new Date(Date.UTC(2000, 0, 1, hour, minute, second));
  date.setUTCFullYear(year, month - 1, day + (date.getUTCDate() - 1));
  return { epochMs: date.getTime() - offsetMinutes * 60_000 + Number(found[7] ?? 0) * 1000, offsetMinutes };
}

/** A date and time that the scalar of the schema let pass; a Crash when it is none. */
export function requireDateTime(text: string): ParsedDateTime {
  const moment = parseDateTime(text);
  if (!moment) throw new SimulatedServerError(`not a date and time: ${text}`);
  return moment;
}

/** Whole seconds since 1970: what the platform compares. */
export const epochSeconds = ({ epochMs }: ParsedDateTime): number => Math.floor(epochMs / 1000);

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const digits = (value: number, length = 2): string => String(value).padStart(length, '0');

/** A moment as it is named in a message, on the clock it was written by: `Fri, 12 Mar 2027 18:00:00 +0530`. */
export function formatDateTime({ epochMs, offsetMinutes }: ParsedDateTime): string {
  const clock = new Date(Math.floor(epochMs) + offsetMinutes * 60_000);
  const ahead = Math.abs(offsetMinutes);
  const zone = `${offsetMinutes < 0 ? '-' : '+'}${digits(Math.floor(ahead / 60))}${digits(ahead % 60)}`;
  const date = `${days[clock.getUTCDay()]}, ${digits(clock.getUTCDate())} ${months[clock.getUTCMonth()]} ${digits(clock.getUTCFullYear(), 4)}`;
  return `${date} ${clock.toISOString().slice(11, 19)} ${zone}`;
}
