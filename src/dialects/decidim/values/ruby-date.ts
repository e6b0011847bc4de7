import type { DateTime, WeekdayNumbers } from 'luxon';
import { luxon } from '../../../packages.ts';

const sign = '[-+]?';
const extendedTime = String.raw`(?:T\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[-+]\d{2}(?::?\d{2})?)?)?`;
const basicTime = String.raw`(?:T?\d{4}(?:\d{2}(?:[.,]\d+)?)?(?:Z|[-+]\d{2}(?:\d{2})?)?)?`;

/** The notations of ISO 8601 that Ruby reads, the first one that fits. What follows the day is not checked, as long as it has digits. */
const notations: [date: string, time: string][] = [
  [String.raw`(?<year>${sign}\d{2,}|-)-(?<month>\d{2})?(?:-(?<day>\d{2}))?`, extendedTime],
  [String.raw`(?<year>${sign}\d{2,})?-(?<dayOfYear>\d{3})`, extendedTime],
  [String.raw`(?<weekYear>\d{4}|\d{2})?-?W(?<week>\d{2})-(?<weekday>\d)`, extendedTime],
  [String.raw`-W-(?<weekday>\d)`, extendedTime],
  [String.raw`(?<year>${sign}(?:\d{4}|\d{2})|--)(?<month>\d{2}|-)(?<day>\d{2})`, basicTime],
  [String.raw`(?<year>${sign}(?:\d{4}|\d{2}))(?<dayOfYear>\d{3})`, basicTime],
  [String.raw`-(?<dayOfYear>\d{3})`, basicTime],
  [String.raw`(?<weekYear>\d{4}|\d{2})W(?<week>\d{2})(?<weekday>\d)`, basicTime],
  [String.raw`-W(?<week>\d{2})(?<weekday>\d)`, basicTime],
  [String.raw`-W-(?<weekday>\d)`, basicTime],
];

const patterns = notations.map(([date, time]) => new RegExp(String.raw`^\s*${date}${time}\s*$`, 'i'));

/** A year of two digits is near the present. */
function toYear(text: string): number {
  const year = Number(text);
  if (text.replace(/^[-+]/, '').length !== 2 || /^[-+]/.test(text)) return year;
  return year + (year >= 69 ? 1900 : 2000);
}

/** Whether a part has digits: `-` takes the place of one that is missing. */
const isGiven = (part: string | undefined): part is string => part !== undefined && !/^-+$/.test(part);
const numberOf = (part: string | undefined, missing: number): number => (isGiven(part) ? Number(part) : missing);

/** Reads a day as Ruby's `Date.iso8601` does: the start of the day in milliseconds since 1970; undefined if there is no such day. */
export function parseIsoDay(text: string, today: DateTime): number | undefined {
  const groups = patterns.map((pattern) => pattern.exec(text)?.groups).find((each) => each !== undefined);
  if (!groups) return undefined;
  const { year, month, day, dayOfYear, weekYear, week, weekday } = groups;
  const date = weekday
    ? luxon().DateTime.fromObject(
        {
          weekYear: isGiven(weekYear) ? toYear(weekYear) : today.weekYear,
          weekNumber: numberOf(week, today.weekNumber),
          weekday: (Number(weekday) || 7) as WeekdayNumbers,
        },
        { zone: 'UTC' },
      )
    : luxon().DateTime.fromObject(
        {
          year: isGiven(year) ? toYear(year) : today.year,
          ...(dayOfYear
            ? { ordinal: Number(dayOfYear) }
            : { month: numberOf(month, today.month), day: numberOf(day, 1) }),
        },
        { zone: 'UTC' },
      );
  return date.isValid ? date.toMillis() : undefined;
}
