import { SimulatedServerError } from '../../../errors.ts';
import { formatFloat } from '../../graphql-ruby/ruby-text.ts';
import type { AnswerText, Translations } from '../../../records/records.ts';

/** Whether a value is a boxed Number, which stands for a whole number that the client wrote as a float. */
export const isBoxedNumber = (value: unknown): value is object =>
  typeof value === 'object' && Object.prototype.toString.call(value) === '[object Number]';

/** Whether a value is blank as in Ruby on Rails: white space, false, null, or an empty list or object. */
export function isBlankValue(value: unknown): boolean {
  if (typeof value === 'string') return /^\s*$/.test(value);
  if (isBoxedNumber(value)) return false;
  return typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : (value ?? false) === false;
}

/** The member of stored texts with the texts that a machine has translated, which can be any JSON value. */
export const machineTranslations = 'machine_translations';

/** What Ruby prints between a key and its value; before Ruby 3.4, there are no blanks around it. */
export type HashArrow = ' => ' | '=>';

/** A list or an object as Ruby's `inspect` prints it. */
function inspect(value: unknown, arrow: HashArrow): string {
  if (isBoxedNumber(value)) return formatFloat(Number(value));
  if (Array.isArray(value)) return `[${value.map((each) => inspect(each, arrow)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return value === null ? 'nil' : JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}${arrow}${inspect(each, arrow)}`);
  return `{${pairs.join(', ')}}`;
}

function textOf(value: unknown, arrow: HashArrow): string {
  if (typeof value === 'string') return value;
  if (isBlankValue(value)) return '';
  return typeof value === 'object' ? inspect(value, arrow) : String(value);
}

const isPair = (value: unknown): value is [string, unknown] => Array.isArray(value) && value.length === 2;

/** Returns the locales and values of a JSON value that Ruby converts to a hash. Throws SimulatedServerError for a list of anything but pairs. */
export function parseLocaleEntries(value: unknown): [string, unknown][] {
  if (!Array.isArray(value)) return Object.entries(Object(value ?? {}) as object);
  if (!value.every(isPair)) throw new SimulatedServerError('a list that is not a list of pairs');
  return value;
}

/**
 * Returns what the platform stores for a JSON value of an answer: a text for each locale, unknown locales included, in the
 * order of the input; no texts for null and false; a text, a number or true unchanged.
 */
export function parseAnswerText(value: unknown, arrow: HashArrow = ' => '): AnswerText {
  if (typeof value === 'string' || typeof value === 'number' || value === true) return value;
  return Object.fromEntries(
    parseLocaleEntries(value).map(([locale, text]) => [
      locale,
      locale === machineTranslations ? (text as string) : textOf(text, arrow),
    ]),
  );
}

/** Returns the texts of an answer, or null. Throws SimulatedServerError if the stored value is not a map. */
export function requireTexts(stored: AnswerText | null): Translations | null {
  if (typeof stored !== 'object') throw new SimulatedServerError('the stored text is not a map');
  return stored;
}

/** Compares keys of a JSON object in the order in which PostgreSQL stores them (`jsonb`): shorter keys first, then by bytes. */
export function compareLocales(a: string, b: string): number {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length - right.length || Buffer.compare(left, right);
}
