import { SimulatedServerError } from '../../../errors.ts';
import type { Translations } from '../../../store/records.ts';

const given = new WeakMap<object, object>();
const unreadable = new WeakSet<Translations>();

/** Whether a text is shown by the request that wrote it: its locales then come as they were given, else as the database has them. */
export const wasWrittenByRequest = (texts: object, request: object): boolean => given.get(texts) === request;

/** A text of an answer, or null; a Crash when what was stored for it is no map of texts. */
export function requireReadableTexts(texts: Translations | null): Translations | null {
  if (texts && unreadable.has(texts)) throw new SimulatedServerError('what is stored as a text is no map');
  return texts;
}

/** What a list or an object is as a text: as Ruby prints it. */
function inspected(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inspected).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return value === null ? 'nil' : JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)} => ${inspected(each)}`);
  return `{${pairs.join(', ')}}`;
}

const isEmpty = (value: unknown): boolean => typeof value === 'object' && Object.keys(value ?? {}).length === 0;

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === false || isEmpty(value)) return '';
  return typeof value === 'object' ? inspected(value) : String(value);
}

const isPair = (value: unknown): value is [string, unknown] => Array.isArray(value) && value.length === 2;

/** The pairs of a JSON value that is taken for a map; a Crash when it is a list of anything else. */
export function parseLocaleEntries(value: unknown): [string, unknown][] {
  if (!Array.isArray(value)) return Object.entries(Object(value ?? {}) as object);
  if (!value.every(isPair)) throw new SimulatedServerError('a list that is no list of pairs');
  return value;
}

/** The map that a JSON value is stored as: its locales are not looked at; null and false are an empty one, and so is what holds no texts at all. */
export function parseLocaleMap(value: unknown, request: object): Translations {
  const isMap = typeof value === 'object' || value === false;
  const pairs = isMap ? parseLocaleEntries(value) : [];
  const texts = Object.fromEntries(pairs.map(([locale, text]) => [String(locale), textOf(text)]));
  given.set(texts, request);
  if (!isMap) unreadable.add(texts);
  return texts;
}
