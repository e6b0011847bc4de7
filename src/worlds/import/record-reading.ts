import { textOf, valueAt } from '../../client/json-value.ts';
import { isJsonObject } from '../../json-object.ts';
import { findReferenceField, kinds } from '../../records/kinds.ts';
import type { Kind, RecordReference } from '../../records/records.ts';
import { type Field, type Fields, field, select, translations } from './query.ts';
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

/** How one field of a record comes from an object of the API. */
export interface ValueReading {
  fields: Fields;
  /** Returns undefined if the API does not show it. */
  read(value: Json, world: WorldBuilder): unknown;
}

/** A scalar, which the API may write differently. */
export const scalar = (
  name: string,
  convert = (value: unknown, _world: WorldBuilder): unknown => value,
): ValueReading => ({
  fields: name,
  read: ({ [name]: value }, world) =>
    value === undefined || value instanceof FieldError ? undefined : convert(value, world),
});

/** A text in several locales. */
export const texts = (name: string): ValueReading => ({
  fields: field(name, translations),
  read: (value, world) => textsOf(value[name], world.locale),
});

export function textsOf(value: unknown, locale: string): unknown {
  if (value === undefined || value === null) return value;
  if (typeof value === 'string') return { [locale]: value };
  const list = valueAt(value, ['translations']);
  if (!Array.isArray(list)) return undefined;
  return Object.fromEntries(list.filter(isJsonObject).map((each) => [textOf(each['locale']), textOf(each['text'])]));
}

/** The id of the record that a field shows. */
export const reference = (name: string): ValueReading => ({
  fields: field(name, 'id'),
  read: ({ [name]: value }) => (value === null ? null : idOf(value)),
});

/** The ids of the records that a field lists. */
export const references = (name: string): ValueReading => ({
  fields: field(name, 'id'),
  read: (value) => (Array.isArray(value[name]) ? [...new Set(present(itemsAt(value, name).map(idOf)))] : undefined),
});

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
export const user = (name: string): ValueReading => ({
  fields: field(name, person),
  read({ [name]: found }, world) {
    if (found instanceof FieldError) return deletedUser;
    const object = objectOf(found);
    return object ? (notePerson(object, world) ?? null) : found === undefined ? undefined : null;
  },
});

/** The users whom a field lists. */
export const users = (name: string) => ({
  fields: field(name, person),
  read: (value: Json, world: WorldBuilder): number[] | undefined =>
    Array.isArray(value[name])
      ? [...new Set(present(itemsAt(value, name).map((each) => (each ? notePerson(each, world) : deletedUser))))]
      : undefined,
});

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

/** A file whose URL a field shows. Its size is unknown. */
export const file = (name: string): ValueReading =>
  scalar(name, (url) => {
    if (typeof url !== 'string' || url === '') return null;
    const fileName = fileNameOf(url) ?? 'file';
    const ending = fileName.split('.').at(-1)!.toLowerCase();
    return { name: fileName, contentType: contentTypes[ending] ?? 'application/octet-stream', bytes: 0 };
  });

const coordinate = (name: string): ValueReading => ({
  fields: field('coordinates', ['latitude', 'longitude']),
  read: (value) => valueAt(value['coordinates'], [name]),
});

/** The schema of a field of a kind, as far as the import needs it. */
export interface FieldSchema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  default?: unknown;
  nullable?: boolean;
  organizationLocales?: boolean;
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
function defaultReading(name: string, schema: FieldSchema): ValueReading | undefined {
  if (schema.organizationLocales) return texts(name);
  if (name === 'latitude' || name === 'longitude') return coordinate(name);
  if (schema.references) return (schema.references === 'users' ? user : reference)(name.replace(/Id$/, ''));
  const plural = name.replace(/Ids$/, 's').replace(/ys$/, 'ies');
  if (schema.items?.references) return (schema.items.references === 'users' ? users : references)(plural);
  if (schema.properties && 'contentType' in schema.properties) return file(name);
  // Other objects and lists are never fields of the API.
  return schema.type === 'object' || schema.type === 'array' ? undefined : scalar(name);
}

/** A record of which more is read. */
export interface Owner {
  kind: Kind;
  id: number;
  reference: RecordReference;
}

export const ownerOf = (kind: Kind, id: number): Owner => ({ kind, id, reference: referenceTo(kind, id) });

/** What else is read of the object of a record, such as its comments. */
export interface PartReading {
  fields: Fields;
  read(value: Json, owner: Owner, world: WorldBuilder): void;
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

/** What the store keeps for itself, what only its users know, and what the place of a record tells. */
const unshown = new Set(
  `id changes deletedAt derivedProgress isAnswerUnpublished admin key secret token email password blocked unconfirmed
  componentId agendaId processId assemblyId resultId budgetId questionnaireId questionnaireFor attachedTo collectionFor
  collectionId item commentable userModerationId reservedSlots`.split(/\s+/),
);

/**
 * Creates the reading of a kind: every field of the kind comes from the field of the API with its name, except for those that `values`
 * says otherwise; null is for fields that the API does not have.
 */
export function readingOf(
  kind: Kind,
  values: Record<string, ValueReading | null> = {},
  ...parts: PartReading[]
): RecordReading {
  const readings = Object.entries(schemaOf(kind).properties).flatMap(([name, schema]): [string, ValueReading][] => {
    const reading = values[name] === undefined && !unshown.has(name) ? defaultReading(name, schema) : values[name];
    return reading ? [[name, reading]] : [];
  });
  return {
    kind,
    fields: select('id', ...readings.map(([, { fields }]) => fields), ...parts.map(({ fields }) => fields)),
    read(value, world, owner, known = {}) {
      const id = idOf(value);
      if (id === undefined) return undefined;
      const shown = readings
        .map(([name, reading]) => [name, reading.read(value, world)])
        .filter(([, each]) => !(each instanceof FieldError));
      const record = world.put(kind, {
        ...Object.fromEntries(shown),
        ...(owner && belongsTo(kind, owner)),
        ...known,
        id,
      });
      for (const part of parts) part.read(value, ownerOf(kind, id), world);
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
export const nested = (name: string, reading: RecordReading): PartReading => ({
  fields: field(name, reading.fields),
  read(value, owner, world) {
    const found = Array.isArray(value[name]) ? itemsAt(value, name) : [objectOf(value[name])];
    for (const each of present(found)) reading.read(each, world, owner);
  },
});
