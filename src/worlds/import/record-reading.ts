import { textOf, valueAt } from '../../client/json-value.ts';
import { isJsonObject } from '../../json-object.ts';
import { findReferenceField, kinds } from '../../records/kinds.ts';
import type { Kind, RecordReference } from '../../records/records.ts';
import { type Field, type Fields, field, select } from './query.ts';
import { type ImportedRecord, type WorldBuilder, deletedUser, referenceTo } from './world-builder.ts';

/** An object of a response. In the place of a value that an error took, it has a FieldError. */
export type Json = Record<string, unknown>;

/** An error of a response, where its data has null. */
export class FieldError {
  constructor(
    readonly message: string,
    /** The field inside of the missing value at which the error is; undefined if the error is at the value itself. */
    readonly at?: string,
  ) {}
}

/** The object that a value is; undefined for what is none. */
export const objectOf = (value: unknown): Json | undefined =>
  isJsonObject(value) && !(value instanceof FieldError) ? value : undefined;

/** The items in the list of a field; undefined in the place of one that could not be read. */
export const itemsAt = (value: Json | undefined, name: string): (Json | undefined)[] => {
  const list = value?.[name];
  return Array.isArray(list) ? list.map(objectOf) : [];
};

export const present = <T>(values: readonly (T | undefined)[]): T[] => values.filter((each) => each !== undefined);

/** An id as a number; undefined for what is no id. Higher ids than these have no next one as a number. */
export const idIn = (value: unknown): number | undefined =>
  /^[1-9]\d{0,14}$/.test(textOf(value)) ? Number(value) : undefined;

/** The id of an object of the API; undefined if it has none. */
export const idOf = (value: unknown): number | undefined => idIn(valueAt(value, ['id']));

/** A count of the API, at most `maximum`; 0 for what is no count. */
export const limitCount = (value: unknown, maximum: number): number =>
  typeof value === 'number' && value > 0 ? Math.min(Math.trunc(value), maximum) : 0;

/** A record of which more is read, and where it is. */
export interface Owner {
  kind: Kind;
  id: number;
  reference: RecordReference;
  /** The space, the user or the like in which it is, or which it is itself. */
  top: RecordReference;
  /** The component in which it is. */
  component: number | undefined;
}

export function ownerOf(kind: Kind, id: number, above?: Owner): Owner {
  const reference = referenceTo(kind, id);
  return {
    kind,
    id,
    reference,
    top: above?.top ?? reference,
    component: kind === 'components' ? id : above?.component,
  };
}

/** How a part of the object of a record is read: the value of one of its fields, or other records, such as its comments. */
export interface Reading {
  fields: Fields;
  /** Returns the value of the field; undefined if the API does not show it. */
  read(value: Json, world: WorldBuilder, owner: Owner): unknown;
}

/** A value from a field of the API; `of` is what is read of an object. */
export const valueFrom = <T = unknown>(
  name: string,
  convert: (value: unknown, world: WorldBuilder) => T | undefined = (value) => value as T,
  of?: Fields,
) => ({
  fields: of === undefined ? name : field(name, of),
  read: ({ [name]: value }: Json, world: WorldBuilder): T | undefined =>
    value === undefined || value instanceof FieldError ? undefined : convert(value, world),
});

/** A text in several locales, which some types have in one locale only. */
export function textsOf(value: unknown, { locale }: WorldBuilder): unknown {
  if (value === null) return null;
  if (typeof value === 'string') return { [locale]: value };
  const list = valueAt(value, ['translations']);
  if (!Array.isArray(list)) return undefined;
  return Object.fromEntries(list.filter(isJsonObject).map((each) => [textOf(each['locale']), textOf(each['text'])]));
}

/** The id of the record that a field shows. */
export const reference = (name: string) => valueFrom(name, (value) => (value === null ? null : idOf(value)), 'id');

const uniqueIds = <T>(list: unknown, read: (each: T) => number | undefined): number[] | undefined =>
  Array.isArray(list) ? [...new Set(present(list.map(read)))] : undefined;

/** The ids of the records that a field lists. */
export const references = (name: string) => valueFrom(name, (list) => uniqueIds(list, idOf), 'id');

const person = ['__typename', 'id', 'name', 'nickname', 'badge'];

/** Notes somebody whom a response names, and returns the id. */
export function notePerson(value: Json, world: WorldBuilder): number | undefined {
  const id = idOf(value);
  if (id === undefined || (value['__typename'] ?? 'User') !== 'User') return undefined;
  const textAt = (name: string) => (typeof value[name] === 'string' ? value[name] : undefined);
  const named = { name: textAt('name'), nickname: textAt('nickname')?.replace(/^@/, ''), badge: textAt('badge') };
  world.people.set(id, { ...world.people.get(id), ...named });
  return id;
}

/** The user of a field; an error in their place means that they are deleted. */
export const user = (name: string): Reading => ({
  fields: field(name, person),
  read({ [name]: found }, world) {
    if (found instanceof FieldError) return deletedUser;
    const object = objectOf(found);
    return object ? (notePerson(object, world) ?? null) : found === undefined ? undefined : null;
  },
});

/** The users whom a field lists. */
export const users = (name: string) =>
  valueFrom(
    name,
    (list, world) => uniqueIds(list, (each) => (objectOf(each) ? notePerson(each as Json, world) : deletedUser)),
    person,
  );

const contentTypes: Record<string, string> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** The name of a file at the end of its URL; undefined if the URL has none. */
export function fileNameOf(url: string): string | undefined {
  const last = url.split(/[?#]/)[0]!.split('/').at(-1)!;
  if (!/[^.]\.\w{1,8}$/.test(last)) return undefined;
  try {
    return decodeURIComponent(last).replaceAll(/[/\\]/g, '_');
  } catch {
    return last;
  }
}

/** The file at a URL. Its size is unknown. */
export function fileOf(url: unknown) {
  if (typeof url !== 'string' || url === '') return null;
  const name = fileNameOf(url) ?? 'file';
  const ending = name.split('.').at(-1)!.toLowerCase();
  return { name, contentType: contentTypes[ending] ?? 'application/octet-stream', bytes: 0 };
}

/** The schema of a field of a kind, as far as the import needs it. */
export interface FieldSchema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  default?: unknown;
  nullable?: boolean;
  locales?: string;
  references?: string;
  referencesOneOf?: string[];
  items?: FieldSchema;
  minimum?: number;
  properties?: Record<string, FieldSchema>;
}

/** The schemas of the fields of a kind, and which of them a record must have. */
export const schemaOf = (kind: Kind) =>
  kinds[kind].schema as unknown as { properties: Record<string, FieldSchema>; required: string[] };

/** How a field of a kind is read if nothing else is said: from the field of the API with its name. */
function defaultReading(name: string, schema: FieldSchema): Reading | undefined {
  if (schema.locales) return valueFrom(name, textsOf);
  if (name === 'latitude' || name === 'longitude')
    return valueFrom('coordinates', (value) => valueAt(value, [name]), ['latitude', 'longitude']);
  if (schema.references) return (schema.references === 'users' ? user : reference)(name.replace(/Id$/, ''));
  const plural = name.replace(/Ids$/, 's').replace(/ys$/, 'ies');
  if (schema.items?.references) return (schema.items.references === 'users' ? users : references)(plural);
  if (schema.properties && 'contentType' in schema.properties) return valueFrom(name, fileOf);
  // Other objects and lists are never fields of the API.
  return schema.type === 'object' || schema.type === 'array' ? undefined : valueFrom(name);
}

/** How the records of a kind are read. */
export interface RecordReading {
  kind: Kind;
  fields: Field[];
  /**
   * Adds the record of an object, whose place tells the record that it belongs to and the fields in `known`. Returns undefined if it
   * has no id.
   */
  read(value: Json, world: WorldBuilder, owner?: Owner, known?: Json): ImportedRecord | undefined;
}

/**
 * Creates the reading of a kind: every field of the kind comes from the field of the API with its name, if there is one, except for
 * those that `values` says otherwise.
 */
export function readingOf(kind: Kind, values: Record<string, Reading> = {}, ...parts: Reading[]): RecordReading {
  const readings = Object.entries(schemaOf(kind).properties).flatMap(([name, schema]): [string, Reading][] => {
    const reading = values[name] ?? defaultReading(name, schema);
    return reading ? [[name, reading]] : [];
  });
  return {
    kind,
    fields: select('id', ...readings.map(([, { fields }]) => fields), ...parts.map(({ fields }) => fields)),
    read(value, world, owner, known = {}) {
      const id = idOf(value);
      if (id === undefined) return undefined;
      const own = ownerOf(kind, id, owner);
      const shown = Object.fromEntries(readings.map(([name, reading]) => [name, reading.read(value, world, own)]));
      const record = world.put(kind, { ...shown, ...(owner && belongsTo(kind, owner)), ...known, id });
      for (const part of parts) part.read(value, world, own);
      return record;
    },
  };
}

/** The field with which a record of a kind refers to the record that it belongs to; none if several fields can. */
export function belongsTo(kind: Kind, owner: Owner): Json {
  const found = findReferenceField(kind, owner.kind);
  return found ? { [found.name]: found.kinds.length > 1 ? owner.reference : owner.id } : {};
}

/** The records in the list of a field, or the record of a field, which belong to the record above. */
export const nested = (name: string, reading: RecordReading): Reading => ({
  fields: field(name, reading.fields),
  read(value, world, owner) {
    const found = Array.isArray(value[name]) ? itemsAt(value, name) : [objectOf(value[name])];
    for (const each of present(found)) reading.read(each, world, owner);
  },
});
