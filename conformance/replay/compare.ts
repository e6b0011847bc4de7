import { valueFromASTUntyped } from 'graphql';
import { parseDocument } from '../../src/client/parse-document.ts';
import { findDifferences } from '../../src/cases/match.ts';
import type { Difference } from '../../src/client/http-message.ts';
import { isJsonObject, valueAt } from '../../src/client/json-value.ts';
import type { RecordedResponse } from '../../src/client/recording.ts';
import { type SelectedField, selectedFields } from '../../src/client/selection.ts';
import { type ReplayedExchange, operationOf } from './recordings.ts';
import { type VolatilePart, volatileParts } from './volatile-parts.ts';

type Json = Record<string, unknown>;

/** How a response must be like a recorded one: but for volatile parts, or in its status, error codes, paths and types. */
export type Match = 'whole' | 'shape';

/** Every difference between a response and the recorded one. */
export function compareResponses(exchange: ReplayedExchange, received: RecordedResponse, match: Match): Difference[] {
  const { response, selectRecordedPart } = exchange;
  const part = selectRecordedPart ? selectRecordedPart(received) : received;
  if (match === 'shape') return differencesInShape(response, inRecordedForm(part, response));
  const how = { fields: requestedFields(exchange), otherRecords: exchange.otherRecords ?? [] };
  return differencesOf(normalize(response, how), normalize(inRecordedForm(part, response), how));
}

/** Reduces a received response to the recorded form: with the headers that were recorded, the body as JSON or as text. */
function inRecordedForm(
  { status, headers = {}, json, text }: RecordedResponse,
  recorded: RecordedResponse,
): RecordedResponse {
  const isWithoutBody = recorded.json === undefined && recorded.text === undefined;
  const body = isWithoutBody ? {} : recorded.json !== undefined && json !== undefined ? { json } : { text };
  if (!recorded.headers) return { status, ...body };
  const compared = Object.entries(headers).filter(([name]) => name in recorded.headers!);
  // Some recordings only have the media type.
  const isShort = recorded.headers['content-type']?.includes(';') === false;
  const inForm = compared.map(([name, value]) => [
    name,
    name === 'content-type' && isShort ? value.split(';')[0]! : value,
  ]);
  return { status, headers: Object.fromEntries(inForm) as Record<string, string>, ...body };
}

/** Differences of the status, of the media type, of the codes and paths of the errors in order, and of the types of the values. */
function differencesInShape(recorded: RecordedResponse, received: RecordedResponse): Difference[] {
  const [expected, actual] = [recorded, received].map(({ status, headers, json }) => ({
    status,
    mediaType: headers?.['content-type']?.split(';')[0],
    ...(isJsonObject(json) && Array.isArray(json['errors']) && { errors: json['errors'].map(codeAndPathOf) }),
  }));
  const [body, receivedBody] = [recorded, received].map(({ json, text }) =>
    isJsonObject(json) ? { ...json, errors: typeof json['errors'] } : (json ?? text),
  );
  return [...findDifferences(expected, actual), ...differencesOfTypes([body], receivedBody, ['body'])];
}

const codeAndPathOf = (error: unknown) => ({
  path: valueAt(error, ['path']),
  code: valueAt(error, ['extensions', 'code']),
});

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : isJsonObject(value) ? 'object' : typeof value;

/**
 * Every place at which a value has a type that no recorded one has. Another server has other records: an item of a list is compared
 * with all items that were recorded there. A list that is empty in one of both only has another shape, too.
 */
function differencesOfTypes(recorded: readonly unknown[], actual: unknown, path: readonly string[]): Difference[] {
  const type = typeOf(actual);
  const alike = recorded.filter((each) => typeOf(each) === type);
  const difference = (expected: unknown, received: unknown, key: string[] = []): Difference[] => [
    { path: [...path, ...key].join('.'), expected, actual: received },
  ];
  if (alike.length === 0) return difference([...new Set(recorded.map(typeOf))].join(' or '), type);
  if (Array.isArray(actual)) {
    const items = (alike as unknown[][]).flat();
    const isEmpty = actual.length === 0;
    if (!alike.some((each) => ((each as unknown[]).length === 0) === isEmpty))
      return difference(isEmpty ? 'items' : 'no items', isEmpty ? 'no items' : 'items');
    return items.length === 0
      ? []
      : actual.flatMap((each, index) => differencesOfTypes(items, each, [...path, String(index)]));
  }
  if (!isJsonObject(actual)) return [];
  const keys = new Set([...Object.keys(actual), ...(alike as Json[]).flatMap((each) => Object.keys(each))]);
  return [...keys].flatMap((key) => {
    const known = (alike as Json[]).filter((each) => Object.hasOwn(each, key));
    const isThere = Object.hasOwn(actual, key);
    if (isThere && known.length > 0)
      return differencesOfTypes(
        known.map((each) => each[key]),
        actual[key],
        [...path, key],
      );
    return isThere || known.length === alike.length
      ? difference(isThere ? undefined : typeOf(known[0]![key]), isThere ? typeOf(actual[key]) : undefined, [key])
      : [];
  });
}

/** Every difference between two values; members of `data` must also be in the same order. */
function differencesOf(expected: Json, actual: Json): Difference[] {
  const found = findDifferences(expected, actual);
  const [inOrder, received] = [expected, actual].map((each) => valueAt(each, ['body', 'data']));
  if (found.length > 0 || JSON.stringify(inOrder) === JSON.stringify(received)) return found;
  return [{ path: 'body.data (order)', expected: inOrder, actual: received }];
}

type RequestedFields = ReadonlyMap<string, SelectedField & { arguments: Json }>;

/** The fields that a recorded request asks for, by the path of their response keys. */
function requestedFields(exchange: ReplayedExchange): RequestedFields {
  const { query, variables } = operationOf(exchange);
  const fields = new Map<string, SelectedField & { arguments: Json }>();
  const parsed = parseDocument(exchange.document ?? query);
  for (const field of parsed ? selectedFields(parsed) : []) {
    const args = (field.node.arguments ?? []).map(({ name, value }) => [
      name.value,
      valueFromASTUntyped(value, variables),
    ]);
    const path = field.path.join('.');
    if (!fields.has(path)) fields.set(path, { ...field, arguments: Object.fromEntries(args) as Json });
  }
  return fields;
}

interface HowToCompare {
  fields: RequestedFields;
  /** The lists that may have other records. */
  otherRecords: readonly string[];
}

/** Turns a response into a value that can be compared, with a placeholder for each volatile part. */
function normalize({ status, headers, json, text }: RecordedResponse, { fields, otherRecords }: HowToCompare): Json {
  return {
    status,
    headers: normalizeValue(headers, ['headers'], []),
    body: normalizeValue(json === undefined ? text : json, ['body'], []),
  };

  /** `names` are names of fields, `keys` the response keys below `data` that lead to the value. */
  function normalizeValue(value: unknown, names: readonly string[], keys: readonly string[]): unknown {
    const part = volatilePartAt(names.join('.'));
    if (Array.isArray(value)) {
      const members = value.map((member: unknown) => normalizeValue(member, names, keys));
      return part?.anyOrder ? normalizeOrder(members, part, keys) : members;
    }
    if (isJsonObject(value)) {
      const isInData = names[0] === 'body' && names[1] === 'data';
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => {
          const below = isInData ? [...keys, key] : keys;
          return [
            key,
            normalizeValue(member, [...names, (isInData && fields.get(below.join('.'))?.name) || key], below),
          ];
        }),
      );
    }
    if (typeof value !== 'string' || !part?.replacements) return value;
    return part.replacements.reduce(
      (replaced, [pattern, placeholder]) =>
        typeof placeholder === 'string'
          ? replaced.replace(pattern, placeholder)
          : replaced.replace(pattern, placeholder),
      value,
    );
  }

  function normalizeOrder(members: unknown[], { onlyWithoutOrder }: VolatilePart, keys: readonly string[]): unknown[] {
    if (!onlyWithoutOrder) return sortByJson(members);
    const args = fields.get(keys.slice(0, -1).join('.'))?.arguments ?? {};
    if (args['order'] !== undefined && args['order'] !== null) return members;
    const isCursor = (key: string) => fields.get([...keys, key].join('.'))?.name === 'cursor';
    const cursors = members.map((member) => pickMembers(member, isCursor));
    const records = members.map((member) => pickMembers(member, (key) => !isCursor(key)));
    const isOfOthers = otherRecords.includes(['data', ...keys].join('.'));
    return (isOfOthers ? records.map(typesIn) : sortByJson(records)).map((record, index) =>
      isJsonObject(record) ? Object.assign({}, record, cursors[index]) : record,
    );
  }
}

/** A field name matches below `data` only: an error repeats parts of the request, which never differ. */
const volatilePartAt = (path: string): VolatilePart | undefined =>
  volatileParts.find(({ names }) =>
    names.some((name) => path === name || (path.startsWith('body.data.') && path.endsWith(`.${name}`))),
  );

const pickMembers = (value: unknown, includes: (key: string) => boolean): unknown =>
  isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => includes(key))) : value;

/** The types of values, in place of the values. */
const typesIn = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(typesIn)
    : isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, typesIn(each)]))
      : typeOf(value);

const sortByJson = (members: unknown[]): unknown[] =>
  members
    .map((member) => [JSON.stringify(member) ?? '', member] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([, member]) => member);
