import * as fc from 'fast-check';

/** One of these arbitraries, by weight; it shrinks to the values of the first. */
export const weighted = <T>(...rows: [weight: number, arbitrary: fc.Arbitrary<T>][]): fc.Arbitrary<T> =>
  fc.oneof({ withCrossShrink: true }, ...rows.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const fragments = [
  'word|Word|WORD|a|É|ñ|日本|🎉|1',
  ' |\u00a0|\n|!|?|.|"|&|&lt;',
  '<p>|</p>|<b>|<br>|<script>',
].flatMap((list) => list.split('|'));
/** Blank texts, markup, capitals and marks, in any combination; also the empty text. */
export const unusualText: fc.Arbitrary<string> = weighted(
  [1, fc.constantFrom('', ' ', '<p> </p>')],
  [2, fc.array(fc.constantFrom(...fragments), { maxLength: 6 }).map((parts) => parts.join(''))],
);

const maxTextLength = 600;
/** A text without anything unusual but its length. */
export const plainText: fc.Arbitrary<string> = weighted(
  [2, fc.constant('A text for everybody')],
  [1, fc.nat(maxTextLength).map((length) => 'A'.padEnd(length, 'bc '))],
);

const hosts = ['example.org', 'localhost:3000', 'meet.jit.si', 'www.youtube.com', 'player.twitch.tv'];
const paths = ['', '/', '/room', '/watch?v=x', '/a b'];
const urlOf = (schemes: string[], allHosts: string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...schemes), fc.constantFrom(...allHosts), fc.constantFrom(...paths.slice(0, 4)))
    .map((parts) => parts.join(''));

/** An http or https URL. */
export const webUrl: fc.Arbitrary<string> = urlOf(['https://', 'http://'], hosts);
/** A text that looks like a URL. */
export const unusualUrl: fc.Arbitrary<string> = urlOf(
  ['https://', '', 'ftp://', 'javascript:', 'HTTPS://', ' https://', '//'],
  [...hosts, '', ' ', 'a b', '[::1]'],
);

const day = 24 * 60;
/** The date-times of `before` are earlier than this one, those of `after` are not. */
const pivot = Date.UTC(2027, 0, 1, 12);
const isoOf = (minutes: number): string => new Date(pivot + minutes * 60_000).toISOString();

/** A day that exists. */
export const date: fc.Arbitrary<string> = fc
  .integer({ min: -500, max: 3000 })
  .map((days) => isoOf(days * day).slice(0, 10));

const monthNames = 'None Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec None'.split(' ');
type DateNotation = (year: string, month: string, day: string) => string;
const dateNotations: DateNotation[] = [
  (year, month, dayOfMonth) => `${year}-${month}-${dayOfMonth}`,
  (year, month, dayOfMonth) => `${dayOfMonth}/${month}/${year}`,
  (year, month, dayOfMonth) => `${year}/${month}/${dayOfMonth}`,
  (year, month, dayOfMonth) => `${dayOfMonth}.${month}.${year}`,
  (year, month, dayOfMonth) => year + month + dayOfMonth,
  (year, month, dayOfMonth) => `${Number(dayOfMonth)} ${monthNames[Number(month)]} ${year}`,
  (year, month, dayOfMonth) => `${year}-${month}-${dayOfMonth}T23:59:59Z`,
  (year, month, dayOfMonth) => `${Number(year) % 100}-${month}-${dayOfMonth}`,
  () => 'tomorrow',
  () => ' ',
  () => '',
];
const pad = (value: number, length = 2): string => String(value).padStart(length, '0');
/** A text in the form of a day, which may not exist, in any notation. */
export const unusualDate: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(2027, 2028, 1, 9999),
    weighted([2, fc.integer({ min: 1, max: 12 })], [1, fc.nat(13)]),
    weighted([2, fc.integer({ min: 1, max: 28 })], [1, fc.nat(32)]),
    fc.constantFrom<DateNotation>(...dateNotations),
  )
  .map(([year, month, dayOfMonth, print]) => print(pad(year, 4), pad(month), pad(dayOfMonth)));

const offsets = weighted([4, fc.constant('Z')], [1, fc.constantFrom('+02:00', '-11:30', '.123456Z', '')]);
const minutesUntil = { before: fc.integer({ min: -500 * day, max: -day }), after: fc.nat(3000 * day) };
/** A date-time that exists, before a fixed moment or not. */
export const dateTime = (order: 'before' | 'after'): fc.Arbitrary<string> =>
  fc
    .tuple(weighted([3, minutesUntil[order]], [1, fc.constant(order === 'before' ? -day : 0)]), offsets)
    .map(([minutes, offset]) => isoOf(minutes).slice(0, 19) + offset);

/** Adds seconds to a date-time; a text that is none stays as it is, and so does a date-time to which nothing is added. */
export const addSeconds = (text: string, seconds: number): string => {
  const time = Date.parse(text);
  if (seconds === 0 || Number.isNaN(time)) return text;
  return `${new Date(time + 1000 * seconds).toISOString().slice(0, 19)}Z`;
};

const clockTime = fc.tuple(fc.nat(25), fc.nat(60), fc.nat(60)).map((parts) => parts.map((part) => pad(part)).join(':'));
/** The fixed moment, or a text in the form of a date-time, which may not exist. */
export const unusualDateTime: fc.Arbitrary<string> = weighted(
  [1, fc.constant(`${isoOf(0).slice(0, 19)}Z`)],
  [
    1,
    fc
      .tuple(
        weighted([1, date], [1, unusualDate]),
        fc.constantFrom('T', 'T', 't', ' ', ''),
        weighted([1, clockTime], [1, fc.constantFrom('12:00:00', '12:00', '')]),
        fc.constantFrom('Z', 'Z', 'z', '+02:00', '+0200', '+25:00', ''),
      )
      .map((parts) => parts.join('')),
  ],
);
