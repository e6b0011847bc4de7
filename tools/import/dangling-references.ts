import { isJsonObject } from '../../src/client/json-value.ts';
import { kinds, parseRecordReference, worldKinds } from '../../src/records/kinds.ts';
import type { Kind } from '../../src/records/records.ts';
import type { WorldBuilder } from './world-builder.ts';

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
  maximum?: number;
  inWorld?: Record<string, unknown>;
  properties?: Record<string, FieldSchema>;
}

/** The schemas of the fields of a kind, and which of them a record must have. */
export const schemaOf = (kind: Kind) =>
  kinds[kind].schema as unknown as { properties: Record<string, FieldSchema>; required: string[] };

/** Removes references to records that were not read; a record that needs one goes with it. */
export function removeLooseEnds(world: WorldBuilder, report: (problem: string) => void): void {
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const kind of worldKinds) {
      const { properties, required } = schemaOf(kind);
      for (const record of world.all(kind))
        for (const [name, schema] of Object.entries(properties)) {
          const left = withoutLooseEnds(record[name], schema, world);
          if (Object.is(left, record[name])) continue;
          isChanged = true;
          if (left !== undefined || !required.includes(name) || schema.nullable) record[name] = left;
          else {
            world.remove(kind, record.id);
            report(`${kind}/${record.id}: its ${name} is ${String(record[name])}, which cannot be read`);
            break;
          }
        }
    }
  }
}

function withoutLooseEnds(value: unknown, schema: FieldSchema, world: WorldBuilder): unknown {
  if (schema.references && typeof value === 'number')
    return world.find(schema.references as Kind, value) ? value : undefined;
  if (schema.referencesOneOf) {
    if (typeof value !== 'string') return undefined;
    const { kind, id } = parseRecordReference(value);
    return schema.referencesOneOf.includes(kind) && world.find(kind, id) ? value : undefined;
  }
  if (Array.isArray(value) && schema.items?.references) {
    const left = value.filter((id: number) => world.find(schema.items!.references as Kind, id));
    return left.length === value.length ? value : left;
  }
  if (isJsonObject(value) && schema.properties) {
    const entries = Object.entries(value).map(([name, each]): [string, unknown] => [
      name,
      schema.properties![name] ? withoutLooseEnds(each, schema.properties![name], world) : each,
    ]);
    return entries.every(([name, each]) => Object.is(each, value[name])) ? value : Object.fromEntries(entries);
  }
  return value;
}
