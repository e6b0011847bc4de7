import { formatValue, truncate } from '../client/format-text.ts';
import type { Difference } from '../client/http-message.ts';
import { isJsonObject, ownMember, parseJson } from '../client/json-value.ts';
import { parseMoney } from '../client/money.ts';
import { describeNames } from '../did-you-mean.ts';
import { ajvFormats } from '../records/time.ts';

const isDateTime = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(value);

/** The kinds of value that `{ $is: kind }` checks, in words. */
const kinds: Record<string, [inWords: string, includes: (value: unknown) => boolean]> = {
  object: ['an object', isJsonObject],
  id: ['an id, which is digits in a text', (value) => typeof value === 'string' && /^\d+$/.test(value)],
  text: ['a text that is not empty', (value) => typeof value === 'string' && value !== ''],
  number: ['a number', (value) => typeof value === 'number'],
  'date-time': ['a date-time with an offset', isDateTime],
  url: ['a URL', (value) => typeof value === 'string' && URL.canParse(value)],
};

interface Operator {
  /** What the argument must be. */
  expected: string;
  /** Whether an argument in a case is valid. */
  isArgument(argument: unknown): boolean;
  /** What a value must be, in words of a report. */
  inWords(argument: unknown): string;
  matches(argument: unknown, actual: unknown): boolean;
}

const anyPattern = { expected: 'a pattern', isArgument: () => true };

/** The operators of patterns; docs/reference/cases-and-reports.md lists them. */
const operators: Record<string, Operator> = {
  $is: {
    expected: `one of ${Object.keys(kinds).join(', ')}`,
    isArgument: (kind) => typeof kind === 'string' && Object.hasOwn(kinds, kind),
    inWords: (kind) => kinds[String(kind)]?.[0] ?? String(kind),
    matches: (kind, actual) => kinds[kind as string]![1](actual),
  },
  $text: {
    expected: 'a regular expression',
    isArgument: isRegularExpression,
    inWords: (expression) => `a text that matches /${String(expression)}/`,
    matches: (expression, actual) => typeof actual === 'string' && new RegExp(expression as string, 'u').test(actual),
  },
  $money: {
    expected: 'a number',
    isArgument: (amount) => typeof amount === 'number',
    inWords: (amount) => `money of the amount ${String(amount)}`,
    matches: (amount, actual) => typeof actual === 'string' && parseMoney(actual) === amount,
  },
  $time: {
    expected: 'a time such as 2031-03-12T18:00:00Z',
    isArgument: (time) => typeof time === 'string' && /:\d\dZ$/.test(time) && ajvFormats['iso-date-time'](time),
    inWords: (instant) => `the instant ${String(instant)}`,
    matches: (instant, actual) => isDateTime(actual) && Date.parse(actual as string) === Date.parse(instant as string),
  },
  $jwt: {
    expected: 'the patterns of claims',
    isArgument: isJsonObject,
    inWords: (claims) => `a token with the claims ${formatValue(claims)}`,
    matches: (claims, actual) => hasClaims(claims as Record<string, unknown>, claimsOf(actual)),
  },
  $set: {
    expected: 'a list of patterns',
    isArgument: Array.isArray,
    inWords: (patterns) => `in any order: ${(patterns as unknown[]).map((each) => expectedInWords(each)).join(', ')}`,
    matches: (patterns, actual) => Array.isArray(actual) && hasSameMembers(patterns as unknown[], actual),
  },
  $not: {
    ...anyPattern,
    inWords: (pattern) => `anything but ${expectedInWords(pattern)}`,
    matches: (pattern, actual) => actual !== undefined && !matches(pattern, actual),
  },
  $some: {
    ...anyPattern,
    inWords: (pattern) => `a list with ${expectedInWords(pattern)}`,
    matches: (pattern, actual) => Array.isArray(actual) && actual.some((each) => matches(pattern, each)),
  },
  $none: {
    ...anyPattern,
    inWords: (pattern) => `a list without ${expectedInWords(pattern)}`,
    matches: (pattern, actual) => Array.isArray(actual) && !actual.some((each) => matches(pattern, each)),
  },
};

export const isOperator = (key: string): boolean => Object.hasOwn(operators, key);

/** An expected value in words, such as `a date-time with an offset`; a value that is compared as it is stays JSON. */
export function expectedInWords(pattern: unknown, limit = Infinity): string {
  const [[operator, argument] = ['', undefined], ...more] = isJsonObject(pattern) ? Object.entries(pattern) : [];
  if (more.length > 0 || !isOperator(operator)) return formatValue(pattern, limit);
  return truncate(operators[operator]!.inWords(argument), limit);
}

/** Reports everything that is wrong with the operators in a pattern. Other members may be placeholders with these names. */
export function checkPattern(
  pattern: unknown,
  placeholders: string[],
  report: (path: (string | number)[], message: string) => void,
  path: (string | number)[] = [],
): void {
  if (typeof pattern !== 'object' || pattern === null) return;
  const keys = Object.keys(pattern);
  for (const key of keys) {
    const place = [...path, Array.isArray(pattern) ? Number(key) : key];
    const argument = (pattern as Record<string, unknown>)[key];
    if (isOperator(key)) {
      const { expected, isArgument } = operators[key]!;
      if (keys.length > 1) report(place, `expected no member beside ${key}`);
      if (!isArgument(argument)) report(place, `expected ${expected}, not ${JSON.stringify(argument)}`);
    } else if (key.startsWith('$') && !placeholders.includes(key.slice(1)))
      report(place, `there is no operator ${key}.${describeNames(key, 'operators', Object.keys(operators))}`);
    checkPattern(argument, placeholders, report, place);
  }
}

/** Finds every difference between a value and a pattern: a JSON value in which an object with an operator checks in place of comparing. */
export function findDifferences(pattern: unknown, actual: unknown, path = ''): Difference[] {
  const differenceUnless = (isEqual: boolean): Difference[] => (isEqual ? [] : [{ path, expected: pattern, actual }]);
  if (Array.isArray(pattern)) {
    if (!Array.isArray(actual) || actual.length !== pattern.length) return differenceUnless(false);
    return pattern.flatMap((each, index) => findDifferences(each, actual[index], joinPath(path, String(index))));
  }
  if (!isJsonObject(pattern)) return differenceUnless(Object.is(pattern, actual));
  const [operator = ''] = Object.keys(pattern);
  if (isOperator(operator)) return differenceUnless(operators[operator]!.matches(pattern[operator], actual));
  if (!isJsonObject(actual)) return differenceUnless(false);
  const keys = new Set([...Object.keys(pattern), ...Object.keys(actual)]);
  return [...keys].flatMap((key) => {
    if (Object.hasOwn(pattern, key) && Object.hasOwn(actual, key))
      return findDifferences(pattern[key], actual[key], joinPath(path, key));
    return [{ path: joinPath(path, key), expected: ownMember(pattern, key), actual: ownMember(actual, key) }];
  });
}

const matches = (pattern: unknown, actual: unknown): boolean => findDifferences(pattern, actual).length === 0;

function isRegularExpression(text: unknown): boolean {
  try {
    // A placeholder stands for a text without special characters.
    return typeof text === 'string' && new RegExp(text.replaceAll(/\$\{\w+\}/g, '0'), 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** The claims of a signed token, whose signature only the server can check; undefined if it is none. */
function claimsOf(token: unknown): unknown {
  const [, payload, ...signature] = String(token).split('.');
  return signature.length === 1 ? parseJson(Buffer.from(payload!, 'base64url').toString()) : undefined;
}

/** Whether a token has these claims; a client must ignore others (RFC 7519, section 4). */
const hasClaims = (patterns: Record<string, unknown>, claims: unknown): boolean =>
  isJsonObject(claims) &&
  Object.entries(patterns).every(([name, pattern]) => matches(pattern, ownMember(claims, name)));

/** Whether each pattern has a member of its own. A pattern takes the member of another one that matches a further member. */
function hasSameMembers(patterns: unknown[], actual: unknown[]): boolean {
  const takenBy = new Map<number, unknown>();
  const findMember = (pattern: unknown, tried: Set<number>): boolean =>
    actual.some((member, index) => {
      if (tried.has(index) || !matches(pattern, member)) return false;
      tried.add(index);
      if (takenBy.has(index) && !findMember(takenBy.get(index), tried)) return false;
      takenBy.set(index, pattern);
      return true;
    });
  return patterns.length === actual.length && patterns.every((pattern) => findMember(pattern, new Set()));
}

const joinPath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
