import { kinds } from '../../src/records/kinds.ts';
import type { Kind } from '../../src/records/records.ts';
import { type Field, type Selection, select } from './selection.ts';
import { file } from './file-values.ts';
import {
  type Node,
  type ValueReading,
  idOf,
  latitude,
  longitude,
  reference,
  references,
  scalar,
  texts,
  user,
  users,
} from './values.ts';
import type { ImportedRecord, WorldBuilder } from './world-builder.ts';

/** What else is read of the object of a record, such as its comments. */
export interface PartReading {
  fields: Field[];
  read(node: Node, record: ImportedRecord, world: WorldBuilder): void;
}

/** How the records of a kind are read. */
export interface RecordReading {
  kind: Kind;
  selection: Selection;
  /** Adds the record of an object; `known` are fields that its place tells. Returns undefined if it has no id. */
  read(node: Node, world: WorldBuilder, known?: Record<string, unknown>): ImportedRecord | undefined;
}

interface FieldSchema {
  organizationLocales?: boolean;
  references?: string;
  items?: FieldSchema;
  properties?: object;
  type?: string | string[];
}

/** What the store keeps for itself. */
const internalFields = new Set(['changes', 'deletedAt', 'derivedProgress']);

const plurals: Record<string, string> = { taxonomy: 'taxonomies' };

/** How a field of a kind is read if nothing else is said: from the field of the API with its name. */
function defaultReading(name: string, schema: FieldSchema): ValueReading | undefined {
  if (schema.organizationLocales) return texts(name);
  if (name === 'latitude') return latitude;
  if (name === 'longitude') return longitude;
  if (schema.references === 'users') return user(name.replace(/Id$/, ''));
  if (schema.references) return reference(name.replace(/Id$/, ''));
  const singular = name.replace(/Ids$/, '');
  if (schema.items?.references === 'users') return users(`${singular}s`);
  if (schema.items?.references) return references(plurals[singular] ?? `${singular}s`);
  if (schema.properties && 'contentType' in schema.properties) return file(name);
  // Other objects and lists are never fields of the API.
  return schema.type === 'object' || schema.type === 'array' ? undefined : scalar(name);
}

/**
 * Creates the reading of a kind: every field of the kind comes from the field with its name of the type, except for those that
 * `values` says otherwise; null is for fields that the API does not have.
 */
export function readingOf(
  kind: Kind,
  type: string,
  values: Record<string, ValueReading | null> = {},
  parts: PartReading[] = [],
): RecordReading {
  const { properties } = kinds[kind].schema as unknown as { properties: Record<string, FieldSchema> };
  const readings = Object.entries(properties).flatMap(([name, schema]): [string, ValueReading][] => {
    if (name === 'id' || internalFields.has(name)) return [];
    const reading = values[name] === undefined ? defaultReading(name, schema) : values[name];
    return reading ? [[name, reading]] : [];
  });
  return {
    kind,
    selection: select(type, 'id', ...readings.map(([, { fields }]) => fields), ...parts.map(({ fields }) => fields)),
    read(node, world, known = {}) {
      const id = idOf(node.value);
      if (id === undefined) return undefined;
      const fields = readings.map(([name, reading]) => [name, reading.read(node, world)]);
      const record = world.put(kind, { ...Object.fromEntries(fields), ...known, id });
      for (const part of parts) part.read(node, record, world);
      return record;
    },
  };
}
