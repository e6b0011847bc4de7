import { type DocumentNode, visit } from 'graphql';
import { placeholdersIn } from '../placeholders.ts';
import { stringsIn } from '../../client/json-value.ts';
import { type IdLocations, joinPath } from './record-ids.ts';

/** What decides how a value of a response becomes a pattern. */
export interface PatternContext {
  responseIds: IdLocations['response'];
  /** The patterns of ids that were sent or captured, by `idKey`. */
  idPatterns: ReadonlyMap<string, string>;
  /** The strings in the requests so far. */
  sentStrings: ReadonlySet<string>;
}

/** Identifies a record by its kind and id. */
export const idKey = (kind: string | undefined, id: string | number): string => `${kind} ${id}`;

/** The strings in the variables and the literals of a request. */
export function stringsSent(variables: object, document: DocumentNode | undefined): string[] {
  const strings = stringsIn(variables);
  if (document) visit(document, { StringValue: ({ value }) => void strings.push(value) });
  return strings;
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const isUrl = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);
const isId = (text: string): boolean => /^\d+$/.test(text);
// A reference contains the month in which the record was created, such as TH-MEET-2026-11-5.
const reference = /^\S+-\d{4}-\d\d-\d+$/;

/** Converts a value of a response into a pattern that also matches the responses of later runs. */
export function toPattern(value: unknown, context: PatternContext, path = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => toPattern(each, context, path));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, toPattern(each, context, joinPath(path, key))]),
    );
  if (typeof value !== 'string') return value;
  const { responseIds, idPatterns, sentStrings } = context;
  if (responseIds.has(path))
    return idPatterns.get(idKey(responseIds.get(path), value)) ?? (isId(value) ? { $is: 'id' } : value);
  if (sentStrings.has(value)) return value;
  if (dateTime.test(value)) return isSentDateTime(value, sentStrings) ? value : { $is: 'date-time' };
  if (isUrl(value)) return { $is: 'url' };
  return reference.test(value) ? { $is: 'text' } : value;
}

const isSentDateTime = (text: string, sentStrings: ReadonlySet<string>): boolean =>
  [...sentStrings].some((each) => /^\d{4}-\d\d-\d\dT/.test(each) && Date.parse(each) === Date.parse(text));

/** Whether a recorded value contains something that a case would read as a placeholder or a pattern. */
export const looksLikePattern = (value: unknown): boolean =>
  placeholdersIn(stringsIn(value)).length > 0 || hasOperator(value);

function hasOperator(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, each]) => key.startsWith('$') || hasOperator(each));
}
