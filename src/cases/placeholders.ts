import type { DocumentNode } from 'graphql';
import { isJsonObject } from '../client/json-value.ts';
import { formatDateTime } from '../records/time.ts';
import type { Case, Step } from './case.ts';
import { parseDocument } from '../client/parse-document.ts';
import { isOperator } from './match.ts';

/** A text that is a placeholder, such as `$meeting`. */
const whole = /^\$([A-Za-z]\w*)$/;
/** `${run}` within a text, or `$$`, which stands for a dollar. */
const within = /\$\$|\$\{(\w+)\}/g;

/**
 * Replaces the placeholders in a value of a case, names of members included: `$meeting` by what `valueOf` returns, and `${run}` within
 * a text by its text. `valueOf` also gets the placeholder as it is written.
 */
export function replacePlaceholders(
  value: unknown,
  valueOf: (name: string, text: string) => unknown,
  dollar = '$$',
): unknown {
  const replace = (each: unknown): unknown => {
    if (typeof each === 'string') {
      const name = whole.exec(each)?.[1];
      if (name !== undefined) return valueOf(name, each);
      return each.replace(within, (text, inText?: string) =>
        inText === undefined ? dollar : String(valueOf(inText, text)),
      );
    }
    if (Array.isArray(each)) return each.map(replace);
    if (!isJsonObject(each)) return each;
    const members = Object.entries(each).map(([key, member]) => [
      isOperator(key) ? key : String(replace(key)),
      replace(member),
    ]);
    return Object.fromEntries(members) as object;
  };
  return replace(value);
}

/**
 * Fills the placeholders in a value of a case. Throws an Error for an unknown one. `{ $time: instant }` becomes a text in the time zone
 * of the target, and stays as it is if the zone is unknown.
 */
export function fillPlaceholders(
  value: unknown,
  placeholders: ReadonlyMap<string, unknown>,
  convert = (each: unknown): unknown => each,
): unknown {
  const valueOf = (name: string): unknown => {
    if (!placeholders.has(name)) throw new Error(`unknown placeholder ${name}`);
    return convert(placeholders.get(name));
  };
  const timeZone = placeholders.get('timeZone');
  const filled = replacePlaceholders(value, valueOf, '$');
  return typeof timeZone === 'string' ? inTimeZone(filled, timeZone) : filled;
}

/** Fills the placeholders in variables. A `$name` that is an id is sent as a number, which ID and Int accept; `${name}` is a text. */
export const fillVariables = (
  variables: Record<string, unknown>,
  placeholders: ReadonlyMap<string, unknown>,
): Record<string, unknown> =>
  fillPlaceholders(variables, placeholders, (each) =>
    typeof each === 'string' && /^\d{1,15}$/.test(each) ? Number(each) : each,
  ) as Record<string, unknown>;

function inTimeZone(value: unknown, timeZone: string): unknown {
  if (Array.isArray(value)) return value.map((each) => inTimeZone(each, timeZone));
  if (!isJsonObject(value)) return value;
  if (typeof value['$time'] === 'string') return formatDateTime(Date.parse(value['$time']), timeZone);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inTimeZone(each, timeZone)]));
}

/** Parses a document with placeholders, of which those outside of texts become texts; undefined if it has a syntax error. */
export const parseTemplate = (query: string): DocumentNode | undefined =>
  parseDocument(query.replaceAll(/(?<!")\$\{\w+\}(?!")/g, '"$&"'));

/** The names of the placeholders in a value of a case, with repetitions. */
export function placeholdersIn(value: unknown): string[] {
  const names: string[] = [];
  replacePlaceholders(value, (name) => names.push(name));
  return names;
}

/** The names of the placeholders that steps get from responses. */
export const capturedNames = (steps: Pick<Step, 'capture'>[]): Set<string> =>
  new Set(steps.flatMap(({ capture }) => Object.keys(capture ?? {})));

/** The names of the placeholders that cases use. */
export const usedNames = (cases: Pick<Case, 'steps'>[]): Set<string> =>
  new Set(cases.flatMap(({ steps }) => placeholdersIn(steps)));
