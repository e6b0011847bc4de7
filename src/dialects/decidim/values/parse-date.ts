/** What a text says about a date; `2027-02` has no day. */
interface DateParts {
  year?: string;
  month?: string;
  day?: string;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName = `(?<month>${months.join('|')})`;
const restOfWord = "[^-\\d\\s']*";
const era = '(?:c(?:e|\\.e\\.)|b(?:ce|\\.c\\.e\\.)|a(?:d|\\.d\\.)|b(?:c|\\.c\\.))?';

/** Whether a part can only be a year: it has more than two characters, or an apostrophe for the century. */
const isYear = (part: string | undefined): boolean => part !== undefined && (part.startsWith("'") || part.length > 2);

/** Assigns the parts of a date in the order year, month, day, and puts a year that is elsewhere in its place. */
function arrange({ year: first, month: name = '', day: third }: DateParts): DateParts {
  const second = String(months.indexOf(name.toLowerCase()) + 1 || name);
  // Without a third part, the others are month and day.
  let [year, month, day]: (string | undefined)[] =
    third === undefined ? [undefined, first, second] : [first, second, third];
  if (year === undefined && isYear(day)) [year, day] = [day, undefined];
  // Letters behind a number, as in 3rd, show that it is a day.
  if (year !== undefined && /\d\D/.test(year)) [year, day] = [day, /[-+]?\d+/.exec(year)![0]];
  if (isYear(month)) [year, month, day] = [month, day, year];
  if (isYear(day)) [year, day] = [day, year];
  return { year, month, day };
}

/** Reads the digits of a date without separators. */
function readDigits(sign: string, digits: string): DateParts {
  const yearLength = digits.length >= 7 ? 4 : 2;
  // Three, five and seven digits end with the day of the year, which has no month.
  if (digits.length % 2 === 1 || digits.length === 2) return {};
  if (digits.length === 4) return { month: digits.slice(0, 2), day: digits.slice(2) };
  return {
    year: sign + digits.slice(0, yearLength),
    month: digits.slice(yearLength, yearLength + 2),
    day: digits.slice(yearLength + 2, yearLength + 4),
  };
}

/** The notations with separators in the order in which they are tried; the first one that occurs in a text decides. */
const formats: RegExp[] = [
  // 3 Feb 2027
  new RegExp(
    `(?<day>'?\\d+)${restOfWord}\\s*${monthName}${restOfWord}(?:\\s*${era}\\s*(?<year>'?-?\\d+(?:(?:st|nd|rd|th)\\b)?))?`,
    'i',
  ),
  // February 3, 2027
  new RegExp(
    `\\b${monthName}${restOfWord}\\s*(?<day>'?\\d+)${restOfWord}(?:\\s*,?\\s*${era}\\s*(?<year>'?-?\\d+))?`,
    'i',
  ),
  // 2027-02-03
  /(?<year>'?[-+]?\d+)-(?<month>\d+)-(?<day>'?-?\d+)/,
  // 3-Feb-2027
  new RegExp(`(?<day>'?-?\\d+)-${monthName}[^-/.]*-(?<year>'?-?\\d+)`, 'i'),
  // Feb-3-2027
  new RegExp(`\\b${monthName}[^-/.]*-(?<day>'?-?\\d+)(?:-(?<year>'?-?\\d+))?`, 'i'),
  // 2027/02/03
  /(?<year>'?-?\d+)\/\s*(?<month>'?\d+)(?:\D\s*(?<day>'?-?\d+))?/,
  // 03.02.2027
  /(?<year>'?-?\d+)\.\s*(?<month>'?\d+)\.\s*(?<day>'?-?\d+)/,
];

const timeOfDay =
  /\d+\s*(?:h\b|:\s*\d+(?:\s*:\s*\d+(?:[.,]\d*)?)?(?:\s*[ap]m\b)?|[ap]m\b)(?:\s*(?:z\b|[-+]\d+(?:[.,:]\d+)*))?/i;

const numberIn = (part: string | undefined): number => Number(/\d+/.exec(part ?? '')?.[0] ?? NaN);

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/** Formats an existing day as `YYYY-MM-DD`; null for any other. */
function formatDay({ year: yearPart, month: monthPart, day: dayPart }: DateParts): string | null {
  const year = numberIn(yearPart) * (yearPart?.replace("'", '').startsWith('-') ? -1 : 1);
  const [month, day] = [numberIn(monthPart), numberIn(dayPart)];
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? `${year < 0 ? '-' : ''}${pad(Math.abs(year), 4)}-${pad(month, 2)}-${pad(day, 2)}` : null;
}

/**
 * Parses a date as the platform's forms do: as day, month and year with slashes, else in any order and notation that Ruby's
 * date parser knows. Returns `YYYY-MM-DD`; null if there is no such day.
 */
export function parseDate(text: string): string | null {
  const dayFirst = /^ ?(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>[-+]?\d+)/.exec(text)?.groups;
  const date = dayFirst ? formatDay(dayFirst) : null;
  if (date !== null) return date;
  const withoutTime = text.replaceAll(/[^-+',./:@\p{L}\p{N}[\]]+/gu, ' ').replace(timeOfDay, ' ');
  const parts = formats.map((format) => format.exec(withoutTime)?.groups).find((each) => each !== undefined);
  if (parts) return formatDay(arrange(parts));
  const [, sign = '', digits] = /([-+]?)(\d{2,14})/.exec(withoutTime) ?? [];
  return digits === undefined ? null : formatDay(readDigits(sign, digits));
}
