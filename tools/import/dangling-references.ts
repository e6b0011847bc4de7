import { isJsonObject } from '../../src/client/json-value.ts';
import { kinds, parseRecordReference, worldKinds } from '../../src/store/kinds.ts';
import type { Kind } from '../../src/store/records.ts';
import type { WorldBuilder } from './world-builder.ts';

/** The schema of a field of a kind, as far as the import needs it. */
export interface FieldSchema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  default?: unknown;
  anyOf?: FieldSchema[];
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
          if (left !== undefined || !required.includes(name) || schema.anyOf) record[name] = left;
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
  const inner = schema.anyOf?.[0] ?? schema;
  if (inner.references && typeof value === 'number')
    return world.find(inner.references as Kind, value) ? value : undefined;
  if (inner.referencesOneOf) {
    if (typeof value !== 'string') return undefined;
    const { kind, id } = parseRecordReference(value);
    return inner.referencesOneOf.includes(kind) && world.find(kind, id) ? value : undefined;
  }
  if (Array.isArray(value) && inner.items?.references) {
    const left = value.filter((id: number) => world.find(inner.items!.references as Kind, id));
    return left.length === value.length ? value : left;
  }
  if (isJsonObject(value) && inner.properties) {
    const entries = Object.entries(value).map(([name, each]): [string, unknown] => [
      name,
      inner.properties![name] ? withoutLooseEnds(each, inner.properties![name], world) : each,
    ]);
    return entries.every(([name, each]) => Object.is(each, value[name])) ? value : Object.fromEntries(entries);
  }
  return value;
}
