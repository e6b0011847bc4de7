import { isJsonObject, textOf, valueAt } from '../../src/client/json-value.ts';
import { type Field, field, select } from './selection.ts';
import { type ResponseError, textsSelection } from './target-schema.ts';
import { type Person, type WorldBuilder, deletedUser } from './world-builder.ts';

/** An object of a response: its members, and where it is in the data. */
export interface Node {
  value: Record<string, unknown>;
  path: string;
  errors: ReadonlyMap<string, ResponseError>;
}

/** How one field of a record comes from an object of the API. */
export interface ValueReading {
  fields: Field[];
  /** Returns undefined if the API does not show it. */
  read(node: Node, world: WorldBuilder): unknown;
}

/** The objects in the list of a field; undefined in the place of one that could not be read. */
export function nodesAt({ value, path, errors }: Node, name: string): (Node | undefined)[] {
  const list = value[name];
  if (!Array.isArray(list)) return [];
  return list.map((each: unknown, index) =>
    isJsonObject(each) ? { value: each, path: `${path}.${name}.${index}`, errors } : undefined,
  );
}

/** The object of a field; undefined if there is none. */
export function nodeAt({ value, path, errors }: Node, name: string): Node | undefined {
  const object = value[name];
  return isJsonObject(object) ? { value: object, path: `${path}.${name}`, errors } : undefined;
}

export const present = <T>(values: readonly (T | undefined)[]): T[] => values.filter((each) => each !== undefined);

/** An id as a number; undefined for what is no id. Higher ids than these have no next one as a number. */
export const idIn = (value: unknown): number | undefined =>
  /^[1-9]\d{0,14}$/.test(textOf(value)) ? Number(value) : undefined;

/** The id of an object of the API; undefined if it has none. */
export function idOf(value: unknown): number | undefined {
  return idIn(valueAt(value, ['id']));
}

export const scalar = (name: string): ValueReading => ({ fields: [{ name }], read: ({ value }) => value[name] });

/** A scalar that the API writes differently. */
export const converted = (name: string, convert: (value: unknown) => unknown): ValueReading => ({
  fields: [{ name }],
  read: ({ value }) => (value[name] === undefined ? undefined : convert(value[name])),
});

/** A text in several locales. */
export const texts = (name: string): ValueReading => ({
  fields: [field(name, textsSelection)],
  read: ({ value }, world) => textsOf(value[name], world.locale),
});

export function textsOf(value: unknown, locale: string): unknown {
  if (value === undefined || value === null) return value;
  if (typeof value === 'string') return { [locale]: value };
  const translations = valueAt(value, ['translations']);
  if (!Array.isArray(translations)) return undefined;
  return Object.fromEntries(
    translations.filter(isJsonObject).map((each) => [textOf(each['locale']), textOf(each['text'])]),
  );
}

/** The id of the record that a field shows. */
export const reference = (name: string, type = 'Record'): ValueReading => ({
  fields: [field(name, select(type, 'id'))],
  read: ({ value }) => (value[name] === null ? null : idOf(value[name])),
});

/** The ids of the records that a field lists. */
export const references = (name: string, type = 'Record'): ValueReading => ({
  fields: [field(name, select(type, 'id'))],
  read: ({ value }) => {
    const list = value[name];
    return Array.isArray(list) ? [...new Set(present(list.map(idOf)))] : undefined;
  },
});

const person = select('Author', '__typename', 'id', 'name', 'nickname', 'badge');

/** Notes somebody whom a response names, and returns the id. */
function note(value: Record<string, unknown>, world: WorldBuilder): number | undefined {
  const id = idOf(value);
  if (id === undefined || (value['__typename'] ?? 'User') !== 'User') return undefined;
  const textAt = (name: string) => (typeof value[name] === 'string' ? value[name] : undefined);
  const named: Person = {
    name: textAt('name'),
    nickname: textAt('nickname')?.replace(/^@/, ''),
    badge: textAt('badge'),
  };
  world.people.set(id, { ...world.people.get(id), ...named });
  return id;
}

/** The user of a field; an error in their place means that they are deleted. */
export const user = (name: string): ValueReading => ({
  fields: [field(name, person)],
  read({ value, path, errors }, world) {
    const found = value[name];
    if (isJsonObject(found)) return note(found, world) ?? null;
    if (found === undefined) return undefined;
    return errors.has(`${path}.${name}`) ? deletedUser : null;
  },
});

/** The users whom a field lists. */
export const users = (name: string): ValueReading => ({
  fields: [field(name, person)],
  read(node, world) {
    if (!Array.isArray(node.value[name])) return undefined;
    const ids = nodesAt(node, name).map((each) => (each ? note(each.value, world) : deletedUser));
    return [...new Set(present(ids))];
  },
});

/** The day of a date-time. */
export const day = (name: string): ValueReading =>
  converted(name, (value) => (typeof value === 'string' ? value.slice(0, 10) : null));

export const latitude: ValueReading = {
  fields: [field('coordinates', select('Coordinates', 'latitude', 'longitude'))],
  read: ({ value }) => valueAt(value['coordinates'], ['latitude']),
};
export const longitude: ValueReading = {
  ...latitude,
  read: ({ value }) => valueAt(value['coordinates'], ['longitude']),
};
