import { type DocumentNode, visit } from 'graphql';
import { placeholdersIn } from '../cases/placeholders.ts';
import { stringsIn } from '../model/json-value.ts';
import { type IdLocations, joinPath } from './record-ids.ts';

/** What is known where an answer becomes a pattern. */
export interface PatternContext {
  responseIds: IdLocations['response'];
  /** How ids are written that were sent or captured; by `idKey`. */
  idPatterns: ReadonlyMap<string, string>;
  /** The texts of the requests so far. */
  sentStrings: ReadonlySet<string>;
}

/** What tells the id of one record from every other. */
export const idKey = (kind: string | undefined, id: string | number): string => `${kind} ${id}`;

/** The texts that a request sends, in its variables and as literals of its document. */
export function stringsSent(variables: object, document: DocumentNode | undefined): string[] {
  const texts = stringsIn(variables);
  if (document) visit(document, { StringValue: ({ value }) => void texts.push(value) });
  return texts;
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const isUrl = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);
// A reference, such as TH-MEET-2026-11-5, has the month of its record in it.
const reference = /^\S+-\d{4}-\d\d-\d+$/;

/** The pattern of case.schema.json that a recorded value matches, and one of another run as well. */
export function toPattern(value: unknown, around: PatternContext, path = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => toPattern(each, around, path));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, toPattern(each, around, joinPath(path, key))]),
    );
  if (typeof value !== 'string') return value;
  const { responseIds, idPatterns, sentStrings } = around;
  if (responseIds.has(path))
    return idPatterns.get(idKey(responseIds.get(path), value)) ?? (isId(value) ? { $is: 'id' } : value);
  if (sentStrings.has(value)) return value;
  if (dateTime.test(value)) return isSentMoment(value, sentStrings) ? value : { $is: 'date-time' };
  if (isUrl(value)) return { $is: 'url' };
  return reference.test(value) ? { $is: 'text' } : value;
}

const isId = (text: string): boolean => /^\d+$/.test(text);

const isSentMoment = (moment: string, sent: ReadonlySet<string>): boolean =>
  [...sent].some((text) => /^\d{4}-\d\d-\d\dT/.test(text) && Date.parse(text) === Date.parse(moment));

/** Whether a case would take a recorded value for one of its own names or patterns. */
export const looksLikePattern = (value: unknown): boolean =>
  placeholdersIn(stringsIn(value)).length > 0 || hasOperator(value);

function hasOperator(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, each]) => key.startsWith('$') || hasOperator(each));
}
