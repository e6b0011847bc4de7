import { isJsonObject } from '../../src/client/json-value.ts';
import type { RecordedResponse } from './recorded-exchange.ts';
import type { RequestedField, RequestedFields } from './requested-fields.ts';
import { type VolatilePart, volatileParts } from './volatile-parts.ts';

/** The members of a JSON object. */
export type JsonObject = Record<string, unknown>;

/** Changes every member of an object; the keys and their order stay. */
export const mapMembers = (members: JsonObject, change: (member: unknown, key: string) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(members).map(([key, member]) => [key, change(member, key)]));

/** The page size of a connection without `first` and `last`, which is also the largest page. */
const defaultPageSize = 50;
const anyRecordPlaceholder = '<of any record>';

/** The position of a value: the names that lead to it, and its field and parent field if they are known. */
interface Position {
  names: readonly string[];
  field?: RequestedField;
  parentField?: RequestedField;
}

/** Turns a response into a value that can be compared, with a placeholder for each volatile part. */
export function normalizeResponse(
  { status, headers, json, text }: RecordedResponse,
  fields: RequestedFields,
): JsonObject {
  const data: RequestedField = { name: 'data', arguments: {}, fields };
  const bodyField: RequestedField = { name: 'body', arguments: {}, fields: new Map([['data', data]]) };
  const body = normalizeValue(json === undefined ? text : json, { names: ['body'], field: bodyField });
  return { status, headers: normalizeValue(headers, { names: ['headers'] }), body };
}

function normalizeValue(value: unknown, position: Position): unknown {
  const part = findVolatilePart(position.names.join('.'));
  if (Array.isArray(value)) {
    const members = value.map((member: unknown) => normalizeValue(member, position));
    return part?.anyOrder ? normalizeOrder(members, part, position) : members;
  }
  if (isJsonObject(value))
    return mapMembers(value, (member, key) => normalizeValue(member, positionBelow(position, key)));
  if (typeof value !== 'string' || !part?.replacements) return value;
  return part.replacements.reduce(
    (text, [pattern, replacement]) =>
      typeof replacement === 'string' ? text.replace(pattern, replacement) : text.replace(pattern, replacement),
    value,
  );
}

function positionBelow({ names, field: parentField }: Position, key: string): Position {
  const field = parentField?.fields.get(key);
  return { names: [...names, field?.name ?? key], field, parentField };
}

/** A field name matches below `data` only: an error repeats parts of the request, which never differ. */
function findVolatilePart(path: string): VolatilePart | undefined {
  const isInData = path.startsWith('body.data.');
  return volatileParts.find(({ names }) =>
    names.some((name) => path === name || (isInData && path.endsWith(`.${name}`))),
  );
}

function normalizeOrder(
  members: unknown[],
  { onlyWithoutOrder }: VolatilePart,
  { field, parentField }: Position,
): unknown[] {
  if (!onlyWithoutOrder) return sortByJson(members);
  const args = parentField?.arguments ?? {};
  if (args['order'] !== undefined && args['order'] !== null) return members;
  const isCursor = (key: string) => field?.fields.get(key)?.name === 'cursor';
  const cursors = members.map((member) => pickMembers(member, isCursor));
  const records = members.map((member) => pickMembers(member, (key) => !isCursor(key)));
  const compared = isCompleteList(args, members.length) ? sortByJson(records) : records.map(maskRecord);
  return compared.map((record, index) => (isJsonObject(record) ? Object.assign({}, record, cursors[index]) : record));
}

const pickMembers = (value: unknown, includes: (key: string) => boolean): unknown =>
  isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => includes(key))) : value;

const maskRecord = (record: unknown): unknown =>
  isJsonObject(record) ? mapMembers(record, () => anyRecordPlaceholder) : anyRecordPlaceholder;

const sortByJson = (members: unknown[]): unknown[] =>
  members
    .map((member) => [JSON.stringify(member) ?? '', member] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([, member]) => member);

/** A list is complete if it starts without a cursor and is shorter than its page. */
function isCompleteList({ first, last, after, before }: RequestedField['arguments'], length: number): boolean {
  const requested = [first, last].find((size) => typeof size === 'number') ?? defaultPageSize;
  return (
    length < Math.min(requested, defaultPageSize) &&
    [after, before].every((cursor) => cursor === undefined || cursor === null)
  );
}
