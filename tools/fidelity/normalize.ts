import { isJsonObject } from '../../conformance/model/json-value.ts';
import { type JsonObject, mapMembers } from './json-object.ts';
import type { RecordedResponse } from './recorded-exchange.ts';
import { type VolatilePart, anyRecordPlaceholder, defaultPageSize, volatileParts } from './volatile-parts.ts';
import type { SelectedField, SelectedFields } from './selected-fields.ts';

/** Where a value stands: the names that lead to it, and where they are known its field and the one above. */
interface Place {
  names: readonly string[];
  field?: SelectedField;
  above?: SelectedField;
}

/** An answer as one value, with a placeholder for each part that may differ between two runs; see policy.ts. */
export function normalizeResponse(
  { status, headers, json, text }: RecordedResponse,
  fields: SelectedFields,
): JsonObject {
  const data: SelectedField = { name: 'data', arguments: {}, fields };
  const body = json === undefined ? text : replaced(json, { names: ['body'], field: onlyData(data) });
  return { status, headers: replaced(headers, { names: ['headers'] }), body };
}

const onlyData = (data: SelectedField): SelectedField => ({
  name: 'body',
  arguments: {},
  fields: new Map([['data', data]]),
});

function replaced(value: unknown, place: Place): unknown {
  const part = partAt(place.names.join('.'));
  if (Array.isArray(value)) {
    const members = value.map((member: unknown) => replaced(member, place));
    return part?.anyOrder ? unordered(members, part, place) : members;
  }
  if (isJsonObject(value)) return mapMembers(value, (member, key) => replaced(member, below(place, key)));
  if (typeof value !== 'string' || !part?.placeholders) return value;
  return part.placeholders.reduce((text, [form, placeholder]) => text.replace(form, placeholder), value);
}

function below({ names, field: above }: Place, key: string): Place {
  const field = above?.fields.get(key);
  return { names: [...names, field?.name ?? key], field, above };
}

/** Names of fields count below `data` only: what an error quotes of a request is the same each time. */
function partAt(path: string): VolatilePart | undefined {
  const inData = path.startsWith('body.data.');
  return volatileParts.find(({ names }) => names.some((end) => path === end || (inData && path.endsWith(`.${end}`))));
}

function unordered(members: unknown[], { onlyWithoutOrder }: VolatilePart, { field, above }: Place): unknown[] {
  const isPlace = (key: string) => field?.fields.get(key)?.name === 'cursor';
  if (!onlyWithoutOrder) return sorted(members);
  const asked = above?.arguments ?? {};
  if (asked['order'] !== undefined && asked['order'] !== null) return members;
  const kept = members.map((member) => pick(member, isPlace));
  const rest = members.map((member) => pick(member, (key) => !isPlace(key)));
  const compared = isWhole(asked, members.length) ? sorted(rest) : rest.map(ofAnyRecord);
  return compared.map((member, index) => (isJsonObject(member) ? Object.assign({}, member, kept[index]) : member));
}

const pick = (member: unknown, wanted: (key: string) => boolean): unknown =>
  isJsonObject(member) ? Object.fromEntries(Object.entries(member).filter(([key]) => wanted(key))) : member;

const ofAnyRecord = (member: unknown): unknown =>
  isJsonObject(member) ? mapMembers(member, () => anyRecordPlaceholder) : anyRecordPlaceholder;

const sorted = (members: unknown[]): unknown[] =>
  members
    .map((member) => [JSON.stringify(member) ?? '', member] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([, member]) => member);

/** A list is whole when it begins at its beginning and ends before its page does. */
function isWhole({ first, last, after, before }: SelectedField['arguments'], count: number): boolean {
  const asked = [first, last].find((number) => typeof number === 'number') ?? defaultPageSize;
  return (
    count < Math.min(asked, defaultPageSize) &&
    [after, before].every((cursor) => cursor === undefined || cursor === null)
  );
}
