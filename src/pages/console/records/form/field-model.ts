import type { KindDescription } from '../../../../control/records.ts';

/** The part of JSON Schema that the schemas of records have. */
interface FieldSchema {
  type?: string | string[];
  enum?: (string | number | null)[];
  nullable?: boolean;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  additionalProperties?: unknown;
  default?: unknown;
  description?: string;
  references?: string;
  referencesOneOf?: string[];
  inWorld?: FieldSchema;
  organizationLocales?: boolean;
  format?: string;
}

export type FieldType =
  'text' | 'number' | 'boolean' | 'choice' | 'reference' | 'references' | 'translations' | 'object' | 'json';

/** A field of a form. */
export interface FieldModel {
  name: string;
  type: FieldType;
  description: string | undefined;
  /** Whether the record can have null, or can do without the field: then it can be empty. */
  canBeEmpty: boolean;
  isNullable: boolean;
  /** Whether a new record needs a value. */
  isNeeded: boolean;
  /** The values of a choice. */
  choices: string[];
  /** The kind of record that a reference is to. */
  kind: string | undefined;
  /** The fields of an object. */
  members: FieldModel[];
  format: string | undefined;
}

/** What a form holds of a field: a text, or those of its locales or members. */
export type FormValue = string | { [name: string]: FormValue };

// The server sets them.
const hidden = new Set(['id', 'createdAt', 'updatedAt', 'changes', 'reference']);

/** The fields of the records of a kind; `record` is one that is edited. */
export function fieldsOf({ schema }: KindDescription, record: Record<string, unknown> = {}): FieldModel[] {
  return membersOf(schema as FieldSchema, record).filter(({ name }) => !hidden.has(name));
}

const membersOf = ({ properties = {}, required = [] }: FieldSchema, values: Record<string, unknown>): FieldModel[] =>
  Object.entries(properties).map(([name, schema]) => modelOf(name, schema, required.includes(name), values[name]));

function modelOf(name: string, schema: FieldSchema, isRequired: boolean, value: unknown): FieldModel {
  const { nullable: isNullable = false } = schema;
  const type = typeOf(schema, isNullable || !isRequired, value);
  return {
    name,
    type,
    // The documentation is Markdown.
    description: schema.description?.replaceAll('`', ''),
    canBeEmpty: isNullable || !isRequired,
    isNullable,
    isNeeded: isRequired && !isNullable && !('default' in schema),
    choices: type === 'boolean' ? ['true', 'false'] : (schema.enum ?? []).filter((each) => each !== null).map(String),
    kind: schema.references ?? schema.items?.references,
    members: type === 'object' ? membersOf(schema, (value ?? {}) as Record<string, unknown>) : [],
    format: schema.format,
  };
}

function typeOf(schema: FieldSchema, canBeEmpty: boolean, value: unknown): FieldType {
  const isText = value === undefined || value === null || typeof value === 'object';
  if ((schema.organizationLocales ?? schema.inWorld?.organizationLocales) && isText) return 'translations';
  if (schema.references) return 'reference';
  if (schema.items?.references) return 'references';
  if (schema.enum) return 'choice';
  if (schema.type === 'boolean') return 'boolean';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'string') return 'text';
  // An object that is not there has no members to show.
  return schema.properties && !(canBeEmpty && (value ?? null) === null) ? 'object' : 'json';
}

/** What a form holds at first of a field with a value. */
export function toForm(field: FieldModel, value: unknown, locales: readonly string[]): FormValue {
  const entries = (names: readonly string[], of: (name: string) => FormValue) =>
    Object.fromEntries(names.map((name) => [name, of(name)]));
  if (field.type === 'translations') {
    const texts = (value ?? {}) as Record<string, string>;
    return entries([...new Set([...locales, ...Object.keys(texts)])], (locale) => texts[locale] ?? '');
  }
  if (field.type === 'object')
    return Object.fromEntries(
      field.members.map((member) => [
        member.name,
        toForm(member, (value as Record<string, unknown> | undefined)?.[member.name], locales),
      ]),
    );
  if (value === undefined || value === null) return '';
  if (field.type === 'references') return (value as number[]).join(', ');
  if (field.type === 'json') return JSON.stringify(value, null, 2);
  return String(value);
}

/** Returns the value for what a form holds; undefined if the field is left out. Throws a SyntaxError if a text that must be JSON is not. */
export function fromForm(field: FieldModel, held: FormValue): unknown {
  if (typeof held === 'object') return fromMembers(field, held);
  const text = field.type === 'text' ? held : held.trim();
  if (field.type === 'references') return text === '' ? [] : text.split(',').map((each) => toNumber(each.trim()));
  if (text === '' && field.canBeEmpty) return field.isNullable ? null : undefined;
  if (field.type === 'boolean') return text === '' ? undefined : text === 'true';
  const isNumeric = field.choices.length > 0 && field.choices.every((choice) => /^-?\d+$/.test(choice));
  if (field.type === 'number' || isNumeric) return toNumber(text);
  // A choice from the list is "4 · Participant".
  if (field.type === 'reference') return toNumber(text.split('·')[0]!.trim());
  if (field.type === 'json') return text === '' ? undefined : (JSON.parse(text) as unknown);
  return text;
}

function fromMembers(field: FieldModel, held: { [name: string]: FormValue }): unknown {
  const values =
    field.type === 'translations'
      ? Object.entries(held).filter(([, text]) => text !== '')
      : field.members.map((member) => [member.name, fromForm(member, held[member.name]!)] as const);
  const known = values.filter(([, value]) => value !== undefined);
  return field.type === 'translations' && known.length === 0 && field.canBeEmpty
    ? field.isNullable
      ? null
      : undefined
    : Object.fromEntries(known);
}

/** A text that is not a number stays a text, which the server refuses with the name of its field. */
const toNumber = (text: string): unknown => (text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text);
