/** Where an answer differs from what was expected. */
export interface Difference {
  /** The path in the answer, dots between. */
  path: string;
  expected: unknown;
  actual: unknown;
}

type Names = ReadonlyMap<string, unknown>;

/** Whether a value is an object of JSON, and no list. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kinds: Record<string, (value: unknown) => boolean> = {
  object: (value) => isJsonObject(value),
  id: (value) => typeof value === 'string' && /^\d+$/.test(value),
  text: (value) => typeof value === 'string' && value !== '',
  number: (value) => typeof value === 'number',
  'date-time': (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(value),
  url: (value) => typeof value === 'string' && URL.canParse(value),
};

/**
 * A value of a case with its names filled in: `{"$": "meeting"}` is the named value, `{"$number": "meeting"}` that value as
 * a number, `{{run}}` in a text its text. An unknown name is an Error.
 */
export function fillPlaceholders(value: unknown, names: Names): unknown {
  const named = (name: string): unknown => {
    if (!names.has(name)) throw new Error(`nothing is named ${name}`);
    return names.get(name);
  };
  if (typeof value === 'string') return value.replace(/\{\{([\w-]+)\}\}/g, (_, name: string) => String(named(name)));
  if (Array.isArray(value)) return value.map((each) => fillPlaceholders(each, names));
  if (!isJsonObject(value)) return value;
  const { $: name, ...others } = value;
  if (typeof name === 'string' && Object.keys(others).length === 0) return named(name);
  if (typeof value['$number'] === 'string') return Number(named(value['$number']));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillPlaceholders(each, names)]));
}

/** The names that a value of a case uses. */
export function placeholdersIn(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(/\{\{([\w-]+)\}\}/g)].map(([, name]) => name!);
  if (Array.isArray(value)) return value.flatMap(placeholdersIn);
  if (!isJsonObject(value)) return [];
  if (typeof value['$'] === 'string') return [value['$']];
  if (typeof value['$number'] === 'string') return [value['$number']];
  return Object.values(value).flatMap(placeholdersIn);
}

/**
 * Every difference between an answer and a pattern. A pattern gives values, or says something of one: `{"$is": kind}`,
 * `{"$text": regular expression}`, `{"$not": pattern}`, and of a list `{"$set": patterns}` in any order, `{"$some": pattern}` and
 * `{"$none": pattern}`. Objects match member by member: what the pattern does not have is a difference.
 */
export function findDifferences(pattern: unknown, actual: unknown, at = ''): Difference[] {
  const differs = (matches: boolean): Difference[] => (matches ? [] : [{ path: at, expected: pattern, actual }]);
  if (Array.isArray(pattern)) {
    if (!Array.isArray(actual) || actual.length !== pattern.length) return differs(false);
    return pattern.flatMap((each, index) => findDifferences(each, actual[index], join(at, String(index))));
  }
  if (!isJsonObject(pattern)) return differs(Object.is(pattern, actual));
  const [operator] = Object.keys(pattern);
  const match = operator === undefined ? undefined : operators[operator];
  if (match) return differs(match(pattern[operator!], actual));
  if (!isJsonObject(actual)) return differs(false);
  const keys = new Set([...Object.keys(pattern), ...Object.keys(actual)]);
  return [...keys].flatMap((key) => {
    if (Object.hasOwn(pattern, key) && Object.hasOwn(actual, key))
      return findDifferences(pattern[key], actual[key], join(at, key));
    return [{ path: join(at, key), expected: pattern[key], actual: actual[key] }];
  });
}

const matches = (pattern: unknown, actual: unknown): boolean => findDifferences(pattern, actual).length === 0;

/** What a pattern may say of a value instead of giving it. */
const operators: Record<string, (argument: unknown, actual: unknown) => boolean> = {
  $is: (kind, actual) => kinds[kind as string]?.(actual) === true,
  $text: (expression, actual) => typeof actual === 'string' && new RegExp(expression as string, 'u').test(actual),
  $not: (pattern, actual) => actual !== undefined && !matches(pattern, actual),
  $set: (patterns, actual) => Array.isArray(actual) && sameMembers(patterns as unknown[], actual),
  $some: (pattern, actual) => Array.isArray(actual) && actual.some((each) => matches(pattern, each)),
  $none: (pattern, actual) => Array.isArray(actual) && !actual.some((each) => matches(pattern, each)),
};

function sameMembers(patterns: unknown[], actual: unknown[]): boolean {
  const left = [...actual];
  return (
    patterns.length === left.length &&
    patterns.every((pattern) => {
      const index = left.findIndex((each) => findDifferences(pattern, each).length === 0);
      if (index >= 0) left.splice(index, 1);
      return index >= 0;
    })
  );
}

const join = (at: string, key: string): string => (at === '' ? key : `${at}.${key}`);
