import { isJsonObject } from '../../conformance/model/json-value.ts';
import { type JsonObject, mapMembers } from './json-object.ts';
import { normalizeResponse } from './normalize.ts';
import type { RecordedResponse, RecordedExchange } from './recorded-exchange.ts';
import { collectSelectedFields } from './selected-fields.ts';

/** One place where two answers differ; `undefined` is what is not there. */
export interface ResponseDifference {
  /** Where, by the names and places that lead to it: `body.data.component.id`. */
  path: string;
  expected: unknown;
  found: unknown;
}

/** An exchange that was sent again, and how its answer compares with the recorded one. */
export interface ComparedExchange {
  recorded: RecordedExchange;
  /** Whether status, codes and paths of the errors, and what is null are the same. */
  sameOutcome: boolean;
  /** Whether status, headers and body are equal, but for what is volatile. */
  equal: boolean;
  differences: ResponseDifference[];
}

/** Compares an answer with the recorded one. */
export function compareWithRecording(recorded: RecordedExchange, answer: RecordedResponse): ComparedExchange {
  const { request, response, document, selectRecordedPart } = recorded;
  const { query, variables } = (request.json ?? {}) as JsonObject;
  const fields = collectSelectedFields(document ?? query ?? queryIn(request.text), variables);
  const inForm = selectRecordedPart ? selectRecordedPart(answer) : answer;
  const [expected, found] = [response, likeRecorded(inForm, response)].map((each) => normalizeResponse(each, fields));
  const sameOutcome = findDifferences(outcomeOf(expected!), outcomeOf(found!)).length === 0;
  const differences = findDifferences(expected, found);
  return { recorded, sameOutcome, equal: differences.length === 0, differences };
}

/** The document of a body that was recorded as the text that it was. */
function queryIn(text: string | undefined): unknown {
  try {
    return (JSON.parse(text ?? '') as JsonObject | null)?.['query'];
  } catch {
    return undefined;
  }
}

/** An answer reduced to what was recorded: a body as JSON or text, and headers. */
function likeRecorded({ status, headers, json, text }: RecordedResponse, response: RecordedResponse): RecordedResponse {
  const body = response.json !== undefined && json !== undefined ? { json } : { text };
  return { status, headers: response.headers && headers, ...body };
}

/** What became of a request: the status, codes and paths of the errors in order, and which values are null. */
function outcomeOf({ status, body }: JsonObject): JsonObject {
  if (!isJsonObject(body)) return { status };
  const { errors, ...rest } = body;
  const refusals = Array.isArray(errors)
    ? (errors as { path?: unknown; extensions?: { code?: unknown } }[]).map(({ path, extensions }) => ({
        path,
        code: extensions?.code,
      }))
    : errors;
  return { status, errors: refusals, nulls: nullsOf(rest) };
}

function nullsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nullsOf);
  if (isJsonObject(value)) return mapMembers(value, nullsOf);
  return value === null ? null : 'a value';
}

/** Every place where two values differ; in `data` the keys must also be in the same order, that of the selection. */
export function findDifferences(expected: unknown, found: unknown, path = ''): ResponseDifference[] {
  const at = (key: string | number) => (path ? `${path}.${key}` : String(key));
  if (isJsonObject(expected) && isJsonObject(found)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
    const inside = keys.flatMap((key) => findDifferences(expected[key], found[key], at(key)));
    if (inside.length > 0 || !path.startsWith('body.data')) return inside;
    const [order, other] = [Object.keys(expected), Object.keys(found)];
    return order.join() === other.join() ? [] : [{ path: `${path} (order)`, expected: order, found: other }];
  }
  if (Array.isArray(expected) && Array.isArray(found)) {
    const longest = expected.length > found.length ? expected : found;
    return longest.flatMap((_, index) => findDifferences(expected[index], found[index], at(index)));
  }
  return expected === found ? [] : [{ path, expected, found }];
}
