import { kinds, parseRecordReference } from './kinds.ts';
import type { Kind } from './records.ts';

/** A field of a kind whose values refer to records. */
export interface ReferenceField {
  /** The name of the field; with a dot if it is a member of an object, such as `closing.proposalIds`. */
  name: string;
  /** The kinds of the records that it can refer to. */
  kinds: readonly Kind[];
}

interface FieldSchema {
  references?: Kind;
  referencesOneOf?: readonly Kind[];
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
}

const fieldsByKind = new Map<Kind, ReferenceField[]>();

/** The fields of a kind that refer to records, those in objects included. */
export function referenceFields(kind: Kind): readonly ReferenceField[] {
  let fields = fieldsByKind.get(kind);
  if (!fields) fieldsByKind.set(kind, (fields = fieldsIn(kinds[kind].schema as FieldSchema)));
  return fields;
}

function fieldsIn({ properties = {} }: FieldSchema, prefix = ''): ReferenceField[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const { references, referencesOneOf } = schema.items ?? schema;
    const name = prefix + key;
    if (references) return [{ name, kinds: [references] }];
    return referencesOneOf ? [{ name, kinds: referencesOneOf }] : fieldsIn(schema, `${name}.`);
  });
}

function readField(record: object, name: string): unknown {
  let value: unknown = record;
  for (const key of name.includes('.') ? name.split('.') : [name])
    value = (value as Record<string, unknown> | null | undefined)?.[key];
  return value;
}

/** The records that a field of a record refers to. */
export const readReferences = (record: object, { name, kinds: [kind] }: ReferenceField): { kind: Kind; id: number }[] =>
  [readField(record, name) ?? []]
    .flat()
    .map((each) => (typeof each === 'string' ? parseRecordReference(each) : { kind: kind!, id: each as number }));

/** Returns the test whether one of the fields, which can refer to the kind, refers to a record. */
export function createReferenceTest(fields: readonly ReferenceField[], kind: Kind, id: number) {
  const reference = `${kind}/${id}`;
  return (record: object): boolean =>
    fields.some(({ name }) => {
      const value = readField(record, name);
      return value === id || value === reference || (Array.isArray(value) && value.includes(id));
    });
}
