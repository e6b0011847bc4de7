import { isJsonObject, ownMember, valueAt } from '../../src/client/json-value.ts';
import { type JsonObject, mapMembers, normalizeResponse } from './normalize.ts';
import type { RecordedExchange, RecordedResponse } from './recorded-exchange.ts';
import { collectRequestedFields } from './requested-fields.ts';

/** One difference between two responses; an absent value is `undefined`. */
export interface ResponseDifference {
  /** The names and indexes that lead to the value: `body.data.component.id`. */
  path: string;
  expected: unknown;
  found: unknown;
}

/** A recorded exchange, and how the response of another server compares with it. */
export interface ComparedExchange {
  recorded: RecordedExchange;
  /** Whether the status, the codes and paths of the errors, and the null values are the same. */
  sameOutcome: boolean;
  /** Whether status, headers and body are equal, except for volatile parts. */
  equal: boolean;
  differences: ResponseDifference[];
}

/** Compares a response with the recorded response, except for volatile parts. */
export function compareWithRecording(recorded: RecordedExchange, received: RecordedResponse): ComparedExchange {
  const { request, response, document, selectRecordedPart } = recorded;
  const { query, variables } = (request.json ?? {}) as JsonObject;
  const fields = collectRequestedFields(document ?? query ?? queryInText(request.text), variables);
  const receivedPart = selectRecordedPart ? selectRecordedPart(received) : received;
  const expected = normalizeResponse(response, fields);
  const found = normalizeResponse(inRecordedForm(receivedPart, response), fields);
  const sameOutcome = listDifferences(outcomeOf(expected), outcomeOf(found)).length === 0;
  const differences = listDifferences(expected, found);
  return { recorded, sameOutcome, equal: differences.length === 0, differences };
}

/** The document in a body that was recorded as text. */
function queryInText(text: string | undefined): unknown {
  try {
    return (JSON.parse(text ?? '') as JsonObject | null)?.['query'];
  } catch {
    return undefined;
  }
}

/** Whether a header of a response is compared: some always, others if they are recorded. */
const isCompared = (name: string, recorded: Record<string, string>): boolean =>
  ['content-type', 'location', 'authorization'].includes(name) ||
  name.startsWith('access-control-') ||
  name in recorded;

/** Reduces a received response to the recorded form: with or without headers, the body as JSON or as text. */
function inRecordedForm(
  { status, headers, json, text }: RecordedResponse,
  recorded: RecordedResponse,
): RecordedResponse {
  const body = recorded.json !== undefined && json !== undefined ? { json } : { text };
  const compared = Object.entries(headers ?? {}).filter(([name]) => isCompared(name, recorded.headers ?? {}));
  return { status, headers: recorded.headers && Object.fromEntries(compared), ...body };
}

/** The outcome of a request: the status, the codes and paths of the errors in order, and which values are null. */
function outcomeOf({ status, body }: JsonObject): JsonObject {
  if (!isJsonObject(body)) return { status };
  const { errors, ...rest } = body;
  const codesAndPaths = Array.isArray(errors)
    ? errors.map((error) => ({ path: valueAt(error, ['path']), code: valueAt(error, ['extensions', 'code']) }))
    : errors;
  return { status, errors: codesAndPaths, nulls: maskValues(rest) };
}

function maskValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskValues);
  if (isJsonObject(value)) return mapMembers(value, maskValues);
  return value === null ? null : 'a value';
}

/** Lists every difference between two values; in `data`, keys must also be in the same order. */
function listDifferences(expected: unknown, found: unknown, path = ''): ResponseDifference[] {
  const pathTo = (key: string | number) => (path ? `${path}.${key}` : String(key));
  if (isJsonObject(expected) && isJsonObject(found)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
    const inMembers = keys.flatMap((key) =>
      listDifferences(ownMember(expected, key), ownMember(found, key), pathTo(key)),
    );
    if (inMembers.length > 0 || !path.startsWith('body.data')) return inMembers;
    const [expectedKeys, foundKeys] = [Object.keys(expected), Object.keys(found)];
    if (expectedKeys.join() === foundKeys.join()) return [];
    return [{ path: `${path} (order)`, expected: expectedKeys, found: foundKeys }];
  }
  if (Array.isArray(expected) && Array.isArray(found)) {
    const longer = expected.length > found.length ? expected : found;
    return longer.flatMap((_, index) => listDifferences(expected[index], found[index], pathTo(index)));
  }
  return expected === found ? [] : [{ path, expected, found }];
}
