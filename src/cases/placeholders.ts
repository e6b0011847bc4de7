import type { Case, Step } from './case.ts';
import { isJsonObject } from '../client/json-value.ts';
import { formatTime } from '../client/time.ts';
import type { DocumentNode } from 'graphql';
import { operationDocument, parseDocument } from './documents.ts';

type Placeholders = ReadonlyMap<string, unknown>;

/**
 * Replaces the placeholders in a value of a case: `{"$": "meeting"}` becomes the value itself, `{"$number": "meeting"}` the
 * value as a number, and `{{run}}` in a string or in the name of a member its text. `{"$time": instant}` becomes the text of
 * the instant in the time zone of the target, and stays as it is if the zone is unknown. Throws an Error for an unknown
 * placeholder.
 */
export function fillPlaceholders(value: unknown, placeholders: Placeholders): unknown {
  const valueOf = (name: string): unknown => {
    if (!placeholders.has(name)) throw new Error(`unknown placeholder ${name}`);
    return placeholders.get(name);
  };
  const fillText = (text: string) => text.replace(/\{\{([\w-]+)\}\}/g, (_, name: string) => String(valueOf(name)));
  if (typeof value === 'string') return fillText(value);
  if (Array.isArray(value)) return value.map((each) => fillPlaceholders(each, placeholders));
  if (!isJsonObject(value)) return value;
  const { $: name, ...others } = value;
  if (typeof name === 'string' && Object.keys(others).length === 0) return valueOf(name);
  if (typeof value['$number'] === 'string') return Number(valueOf(value['$number']));
  const timeZone = placeholders.get('timeZone');
  if (typeof value['$time'] === 'string' && typeof timeZone === 'string')
    return formatTime(Date.parse(value['$time']), timeZone);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [fillText(key), fillPlaceholders(each, placeholders)]),
  );
}

/** Parses a document with placeholders, of which those outside of texts become texts; undefined if it has a syntax error. */
export const parseTemplate = (query: string): DocumentNode | undefined =>
  parseDocument(query.replaceAll(/(?<!")\{\{[\w-]+\}\}(?!")/g, '"$&"'));

/** The names of the placeholders in a value of a case, with repetitions. */
export function placeholdersIn(value: unknown): string[] {
  // Most texts have none.
  if (typeof value === 'string' && !value.includes('{{')) return [];
  if (typeof value === 'string') return [...value.matchAll(/\{\{([\w-]+)\}\}/g)].map(([, name]) => name!);
  if (Array.isArray(value)) return value.flatMap(placeholdersIn);
  if (!isJsonObject(value)) return [];
  if (typeof value['$'] === 'string') return [value['$']];
  if (typeof value['$number'] === 'string') return [value['$number']];
  return Object.entries(value).flatMap(placeholdersIn);
}

/** The names of the placeholders that steps get from responses. */
export const capturedNames = (steps: Pick<Step, 'capture'>[]): Set<string> =>
  new Set(steps.flatMap(({ capture }) => Object.keys(capture ?? {})));

/** The names of the placeholders that cases use, those of their operation documents included. */
export const usedNames = (cases: Case[], casesFolder?: string): Set<string> =>
  new Set(
    cases.flatMap(({ id, steps, afterwards }) =>
      placeholdersIn([{ steps, afterwards }, operationDocument(id, casesFolder) ?? '']),
    ),
  );
