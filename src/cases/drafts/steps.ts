import { type GraphQLSchema, visit } from 'graphql';
import { isJsonObject, stringsIn } from '../../client/json-value.ts';
import type { GraphQLStep } from '../case.ts';
import type { Chain, DraftOptions } from './draft-cases.ts';
import { type Exchange, type RecordId, isSameRecord, mapIdsOf } from './exchange.ts';

/** Creates the steps that repeat a chain. A step that is repeated without a write in between is left out. */
export function createSteps(
  { exchanges, captures }: Chain,
  schema: GraphQLSchema,
  nameOf: DraftOptions['nameOf'],
): { exchange: Exchange; step: GraphQLStep }[] {
  const steps: { exchange: Exchange; step: GraphQLStep }[] = [];
  const captured: (RecordId & { name: string })[] = [];
  const sentStrings = new Set<string>();
  let stepsSinceWrite = new Set<string>();
  for (const exchange of exchanges) {
    const { actor, query, document, operationName, outcome } = exchange;
    for (const text of stringsIn(exchange.variables)) sentStrings.add(text);
    if (document) visit(document, { StringValue: ({ value }) => void sentStrings.add(value) });
    const capturedName = (record: RecordId) => captured.find((each) => isSameRecord(each, record))?.name;
    const { variables, data } = mapIdsOf(exchange, schema, (kind, given, place) => {
      const id = String(given);
      const isSent = exchange.sent.some((each) => isSameRecord(each, { kind, id }));
      if (place.in === 'data') {
        const name = (isSent ? nameOf(kind, id) : undefined) ?? capturedName({ kind, id });
        if (name !== undefined) return `$${name}`;
        return isSent || !/^\d+$/.test(id) ? id : { $is: 'id' };
      }
      const name = nameOf(kind, id) ?? capturedName({ kind, id });
      if (name === undefined) return given;
      // An id in an attribute keeps its type, number or string.
      return place.in === 'attribute' && typeof given === 'string' ? `\${${name}}` : `$${name}`;
    });
    const capture: Record<string, string> = {};
    for (const { kind, id, path, from } of captures) {
      if (from !== exchange) continue;
      const name = captureName(path, (each) => captured.some((other) => other.name === each));
      captured.push({ kind, id, name });
      capture[name] = path;
    }
    const step: GraphQLStep = {
      actor,
      query,
      ...(operationName !== undefined && { operationName }),
      ...(Object.keys(variables).length > 0 && { variables }),
      ...(Object.keys(capture).length > 0 && { capture }),
      expect: 'data' in outcome ? { ...outcome, data: toPattern(data, sentStrings) as object } : outcome,
    };
    const text = JSON.stringify(step);
    if (stepsSinceWrite.has(text)) continue;
    if (exchange.writes) stepsSinceWrite = new Set();
    stepsSinceWrite.add(text);
    steps.push({ exchange, step });
  }
  return steps;
}

/** An unused placeholder for an id, named after its field: `createMeetingId`. */
function captureName(path: string, isUsed: (name: string) => boolean): string {
  const field = path.split('.').findLast((each, index, all) => index < all.length - 1 && !/^\d+$/.test(each));
  const base = `${field ?? 'record'}Id`;
  let name = base;
  for (let number = 2; isUsed(name); number += 1) name = `${base}${number}`;
  return name;
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
// A reference contains the month in which the record was created, such as TH-MEET-2026-11-5.
const reference = /^\S+-\d{4}-\d\d-\d+$/;

/** Converts a value of a response into a pattern that also matches the responses of later runs: what was sent stays. */
function toPattern(value: unknown, sentStrings: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => toPattern(each, sentStrings));
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toPattern(each, sentStrings)]));
  if (typeof value !== 'string' || sentStrings.has(value)) return value;
  if (dateTime.test(value)) {
    const isSent = [...sentStrings].some(
      (each) => /^\d{4}-\d\d-\d\dT/.test(each) && Date.parse(each) === Date.parse(value),
    );
    return isSent ? value : { $is: 'date-time' };
  }
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return { $is: 'url' };
  return reference.test(value) ? { $is: 'text' } : value;
}
