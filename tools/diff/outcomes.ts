import { parseInvalidAttributes } from '../../src/client/invalid-attributes.ts';
import type { TargetResponse } from '../../src/client/http-message.ts';
import { isJsonObject, valueAt } from '../../src/client/json-value.ts';
import type { Target } from '../../src/client/target.ts';
import { formatValue } from '../../src/client/format-text.ts';
import type { ResponseDifference } from '../fidelity/compare.ts';
import type { SideBySideExchange, Targets } from './side-by-side-exchange.ts';

/** The attributes that only one of the servers refuses. */
export function compareInvalidAttributes({ a, b }: SideBySideExchange, targets: Targets): ResponseDifference[] {
  const [found, expected] = [invalidAttributes(a, targets.a), invalidAttributes(b, targets.b)];
  if (!found || !expected) return [];
  return [...new Set([...found, ...expected])]
    .map((path) => ({ path, found: verdictOn(found, path), expected: verdictOn(expected, path) }))
    .filter((each) => each.found !== each.expected);
}

const verdictOn = (refused: string[], path: string): string => (refused.includes(path) ? 'refused' : 'accepted');

/** The attributes that a response refuses; undefined if it fails for another reason. */
function invalidAttributes(response: TargetResponse, { dialect }: Target): string[] | undefined {
  if (response.status !== 200 || response.problem !== undefined) return undefined;
  const errors = errorsOf(response);
  const attributes = errors.map((error) =>
    isJsonObject(error) ? parseInvalidAttributes(error, dialect.translator) : [],
  );
  return attributes.every((each) => each !== undefined && each.length > 0)
    ? attributes.flatMap((each) => each!)
    : undefined;
}

const errorsOf = ({ json }: TargetResponse): unknown[] => {
  const errors = valueAt(json, ['errors']);
  return Array.isArray(errors) ? errors : [];
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : formatValue(value, 100));

/** What is wrong with a response, in a few words: the HTTP status, or the codes of the errors with their fields. */
function problemsOf(response: TargetResponse): string[] {
  if (response.problem !== undefined) return [response.problem];
  if (response.status !== 200) return [`HTTP ${response.status}`];
  const problems = errorsOf(response).map((error) => {
    // A message without a code starts with its topic; the rest differs from one request to the next.
    const code = valueAt(error, ['extensions', 'code']) ?? `${textOf(valueAt(error, ['message'])).split(' ')[0]} …`;
    const path = valueAt(error, ['path']);
    const field = Array.isArray(path) ? path.findLast((key) => typeof key === 'string') : undefined;
    return `${textOf(code)}${field ? ` at ${field}` : ''}`;
  });
  return [...new Set(problems)];
}

/** The first problem of each response that the other one does not have; undefined if both have the same problems. */
export function compareOutcomes({ a, b }: SideBySideExchange): [found: string, expected: string] | undefined {
  const [found, expected] = [problemsOf(a), problemsOf(b)];
  const [one, other] = [firstOnlyIn(found, expected), firstOnlyIn(expected, found)];
  return one === other ? undefined : [one, other];
}

const firstOnlyIn = (problems: string[], others: string[]): string =>
  problems.find((problem) => !others.includes(problem)) ?? (problems.length > 0 ? 'no other error' : 'success');
