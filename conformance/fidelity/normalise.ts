import { isObject } from '../match.ts';
import { type Members, mapped } from './json-value.ts';
import type { Answer } from './recorded.ts';
import { type VolatilePart, anyRecord, pageSize, volatileParts } from './policy.ts';
import type { Selected, SelectedFields } from './selected.ts';

/** Where a value stands: the names that lead to it, and where they are known its field and the one above. */
interface Place {
  names: readonly string[];
  field?: Selected;
  above?: Selected;
}

/** An answer as one value, with a placeholder for each part that may differ between two runs; see policy.ts. */
export function normalised({ status, headers, json, text }: Answer, fields: SelectedFields): Members {
  const data: Selected = { name: 'data', arguments: {}, fields };
  const body = json === undefined ? text : replaced(json, { names: ['body'], field: onlyData(data) });
  return { status, headers: replaced(headers, { names: ['headers'] }), body };
}

const onlyData = (data: Selected): Selected => ({ name: 'body', arguments: {}, fields: new Map([['data', data]]) });

function replaced(value: unknown, place: Place): unknown {
  const part = partAt(place.names.join('.'));
  if (Array.isArray(value)) {
    const members = value.map((member: unknown) => replaced(member, place));
    return part?.anyOrder ? unordered(members, part, place) : members;
  }
  if (isObject(value)) return mapped(value, (member, key) => replaced(member, below(place, key)));
  if (typeof value !== 'string' || !part?.form) return value;
  return part.form.reduce((text, [form, placeholder]) => text.replace(form, placeholder), value);
}

function below({ names, field: above }: Place, key: string): Place {
  const field = above?.fields.get(key);
  return { names: [...names, field?.name ?? key], field, above };
}

/** Names of fields count below `data` only: what an error quotes of a request is the same each time. */
function partAt(path: string): VolatilePart | undefined {
  const inData = path.startsWith('body.data.');
  return volatileParts.find(({ where }) => where.some((end) => path === end || (inData && path.endsWith(`.${end}`))));
}

function unordered(members: unknown[], { unlessOrdered }: VolatilePart, { field, above }: Place): unknown[] {
  const isPlace = (key: string) => field?.fields.get(key)?.name === 'cursor';
  if (!unlessOrdered) return sorted(members);
  const asked = above?.arguments ?? {};
  if (asked['order'] !== undefined && asked['order'] !== null) return members;
  const kept = members.map((member) => pick(member, isPlace));
  const rest = members.map((member) => pick(member, (key) => !isPlace(key)));
  const compared = isWhole(asked, members.length) ? sorted(rest) : rest.map(ofAnyRecord);
  return compared.map((member, index) => (isObject(member) ? Object.assign({}, member, kept[index]) : member));
}

const pick = (member: unknown, wanted: (key: string) => boolean): unknown =>
  isObject(member) ? Object.fromEntries(Object.entries(member).filter(([key]) => wanted(key))) : member;

const ofAnyRecord = (member: unknown): unknown => (isObject(member) ? mapped(member, () => anyRecord) : anyRecord);

const sorted = (members: unknown[]): unknown[] =>
  members
    .map((member) => [JSON.stringify(member) ?? '', member] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([, member]) => member);

/** A list is whole when it begins at its beginning and ends before its page does. */
function isWhole({ first, last, after, before }: Selected['arguments'], count: number): boolean {
  const asked = [first, last].find((number) => typeof number === 'number') ?? pageSize;
  return (
    count < Math.min(asked, pageSize) && [after, before].every((cursor) => cursor === undefined || cursor === null)
  );
}
