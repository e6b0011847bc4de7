import type { TSchema } from './schema-builder.ts';

/** Fields that a record can leave out although they have no default in the schema. */
const filledIn = new Set(['createdAt', 'updatedAt', 'publishedAt', 'reference']);

/** Whether a record of a world file must have a field. */
export const isRequired = (field: string, schema: TSchema, required: string[]): boolean =>
  required.includes(field) && !('default' in schema) && !filledIn.has(field);

const formats: Record<string, string> = {
  'iso-date-time': 'date-time',
  date: 'date',
  'http-url': 'URL',
  'time-zone': 'time zone',
};

/** The values of a field in words, such as `list of id in proposals`. */
export function describeType(schema: TSchema): string {
  const { type, enum: words, references, referencesOneOf, format, items, locales, nullable } = schema;
  if (nullable) return `${describeType({ ...schema, nullable: false })} or null`;
  if (words) return (words as (string | null)[]).filter((word) => word !== null).join(', ');
  if (referencesOneOf) return (referencesOneOf as string[]).map((kind) => `${kind}/id`).join(', ');
  if (references) return `id in ${String(references)}`;
  if (type === 'array') return `list of ${describeType(items as TSchema)}`;
  if (locales) return 'texts by locale';
  return formats[String(format)] ?? (type === 'string' ? 'text' : String(type));
}

/** What a record has in a field that a file leaves out. */
export function describeDefault(field: string, schema: TSchema, required: string[]): string {
  if ('default' in schema) return JSON.stringify(schema['default']);
  if (isRequired(field, schema, required)) return 'required';
  return filledIn.has(field) ? 'filled in' : 'left out';
}
