import type { Difference } from '../../src/client/http-message.ts';
import { isJsonObject, ownMember, parseJson } from '../../src/client/json-value.ts';
import { parseMoney } from '../../src/client/money.ts';

/** The kinds of value that `{"$is": kind}` checks. */
const kinds: Record<string, (value: unknown) => boolean> = {
  object: (value) => isJsonObject(value),
  id: (value) => typeof value === 'string' && /^\d+$/.test(value),
  text: (value) => typeof value === 'string' && value !== '',
  number: (value) => typeof value === 'number',
  'date-time': (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(value),
  url: (value) => typeof value === 'string' && URL.canParse(value),
};

/**
 * Finds every difference between a value and a pattern. A pattern is a JSON value, in which these objects check instead of
 * comparing: `{"$is": kind}`, `{"$text": regular expression}`, `{"$money": amount}`, `{"$time": instant}`, `{"$not": pattern}`, `{"$jwt": patterns of claims}`, and for
 * lists `{"$set": patterns}` (in any order), `{"$some": pattern}` and `{"$none": pattern}`. Objects must have exactly the members of the pattern.
 */
export function findDifferences(pattern: unknown, actual: unknown, path = ''): Difference[] {
  const differenceUnless = (isEqual: boolean): Difference[] => (isEqual ? [] : [{ path, expected: pattern, actual }]);
  if (Array.isArray(pattern)) {
    if (!Array.isArray(actual) || actual.length !== pattern.length) return differenceUnless(false);
    return pattern.flatMap((each, index) => findDifferences(each, actual[index], joinPath(path, String(index))));
  }
  if (!isJsonObject(pattern)) return differenceUnless(Object.is(pattern, actual));
  const [operator] = Object.keys(pattern);
  const check = operator === undefined ? undefined : operators[operator];
  if (check) return differenceUnless(check(pattern[operator!], actual));
  if (!isJsonObject(actual)) return differenceUnless(false);
  const keys = new Set([...Object.keys(pattern), ...Object.keys(actual)]);
  return [...keys].flatMap((key) => {
    if (Object.hasOwn(pattern, key) && Object.hasOwn(actual, key))
      return findDifferences(pattern[key], actual[key], joinPath(path, key));
    return [{ path: joinPath(path, key), expected: ownMember(pattern, key), actual: ownMember(actual, key) }];
  });
}

const matches = (pattern: unknown, actual: unknown): boolean => findDifferences(pattern, actual).length === 0;

const operators: Record<string, (argument: unknown, actual: unknown) => boolean> = {
  $is: (kind, actual) => kinds[kind as string]?.(actual) === true,
  $text: (expression, actual) => typeof actual === 'string' && new RegExp(expression as string, 'u').test(actual),
  $money: (amount, actual) => typeof actual === 'string' && parseMoney(actual) === amount,
  $time: (instant, actual) =>
    kinds['date-time']!(actual) && Date.parse(actual as string) === Date.parse(instant as string),
  $not: (pattern, actual) => actual !== undefined && !matches(pattern, actual),
  $jwt: (patterns, actual) => hasClaims(patterns as Record<string, unknown>, claimsOf(actual)),
  $set: (patterns, actual) => Array.isArray(actual) && hasSameMembers(patterns as unknown[], actual),
  $some: (pattern, actual) => Array.isArray(actual) && actual.some((each) => matches(pattern, each)),
  $none: (pattern, actual) => Array.isArray(actual) && !actual.some((each) => matches(pattern, each)),
};

/** The claims of a signed token, whose signature only the server can check; undefined if it is none. */
function claimsOf(token: unknown): unknown {
  const [, payload, ...signature] = String(token).split('.');
  return signature.length === 1 ? parseJson(Buffer.from(payload!, 'base64url').toString()) : undefined;
}

/** Whether a token has these claims; a client must ignore others (RFC 7519, section 4). */
const hasClaims = (patterns: Record<string, unknown>, claims: unknown): boolean =>
  isJsonObject(claims) &&
  Object.entries(patterns).every(([name, pattern]) => matches(pattern, ownMember(claims, name)));

function hasSameMembers(patterns: unknown[], actual: unknown[]): boolean {
  const unmatched = [...actual];
  return (
    patterns.length === unmatched.length &&
    patterns.every((pattern) => {
      const index = unmatched.findIndex((each) => matches(pattern, each));
      if (index >= 0) unmatched.splice(index, 1);
      return index >= 0;
    })
  );
}

const joinPath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
