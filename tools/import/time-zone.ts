import { utcOffset } from '../../src/client/time.ts';

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d)$/;

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
