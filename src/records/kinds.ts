import { isJsonObject } from '../json-object.ts';
import type { KindRules, RecordOf } from './define-kind.ts';
import * as accountability from './kinds/accountability.ts';
import * as attachments from './kinds/attachments.ts';
import * as budgets from './kinds/budgets.ts';
import * as comments from './kinds/comments.ts';
import * as community from './kinds/community.ts';
import * as components from './kinds/components.ts';
import * as debates from './kinds/debates.ts';
import * as meetings from './kinds/meetings.ts';
import * as moderation from './kinds/moderation.ts';
import * as oauth from './kinds/oauth.ts';
import * as organization from './kinds/organization.ts';
import * as people from './kinds/people.ts';
import * as proposals from './kinds/proposals.ts';
import * as spaces from './kinds/spaces.ts';
import * as surveys from './kinds/surveys.ts';
import * as versions from './kinds/versions.ts';

export { isShown } from './define-kind.ts';

/** Every export of these files is a kind. */
const definitions = {
  ...organization,
  ...people,
  ...spaces,
  ...components,
  ...proposals,
  ...meetings,
  ...accountability,
  ...budgets,
  ...debates,
  ...surveys,
  ...comments,
  ...attachments,
  ...community,
  ...moderation,
  ...versions,
  ...oauth,
};

/** The record type of each kind. The kind is also the name of its file in a world folder. */
export type Records = { [K in keyof typeof definitions]: RecordOf<(typeof definitions)[K]> };
export type Kind = keyof Records;

/** The rules of each kind. */
export const kinds: Record<Kind, KindRules> = definitions;

/** The names of all kinds of record. */
export const kindNames = Object.keys(kinds) as Kind[];

/** The kinds that only the server writes. They outlive the records of a world that is replaced, and end with a reset. */
export const serverKinds = ['revocations', 'oauthCodes', 'oauthTokens'] as const;
type ServerKind = (typeof serverKinds)[number];
export type WorldKind = Exclude<Kind, ServerKind>;

/** The kinds that a world folder can contain, one file each. */
export const worldKinds = kindNames.filter(
  (kind): kind is WorldKind => !(serverKinds as readonly string[]).includes(kind),
);

/** Whether a string is the name of a kind. */
export const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name);

/** The fields of a kind that hold a date-time. */
export const dateTimeFields = (kind: Kind): string[] =>
  Object.entries(kinds[kind].schema.properties)
    .filter(([, { format }]) => format === 'iso-date-time')
    .map(([field]) => field);

/** The fields of a kind that hold a file. */
export const fileFields = (kind: Kind): string[] =>
  Object.entries(kinds[kind].schema.properties as Record<string, { properties?: object }>)
    .filter(([, { properties = {} }]) => 'contentType' in properties)
    .map(([field]) => field);

/** The reference of a record, such as `TH-MEET-2026-11-5`: prefix, kind, year and month of creation, id. */
export const formatReference = (kind: Kind, id: number, prefix: string, createdAt: string): string =>
  `${prefix}-${kinds[kind].referenceCode}-${createdAt.slice(0, 4)}-${createdAt.slice(5, 7)}-${id}`;

/** Splits the reference `proposals/1` into its kind and id. */
export function parseRecordReference(reference: string): { kind: Kind; id: number } {
  const [kind, id] = reference.split('/');
  return { kind: kind as Kind, id: Number(id) };
}

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

/** The field with which a record of a kind refers to one of another kind; undefined if there is none, or if there are several. */
export function findReferenceField(kind: Kind, target: Kind): ReferenceField | undefined {
  const fields = referenceFields(kind).filter(
    ({ name, kinds: targets }) => targets.includes(target) && !name.endsWith('Ids'),
  );
  return fields.length === 1 ? fields[0] : undefined;
}

function fieldsIn({ properties = {} }: FieldSchema, prefix = ''): ReferenceField[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const { references, referencesOneOf } = schema.items ?? schema;
    const name = prefix + key;
    if (references) return [{ name, kinds: [references] }];
    return referencesOneOf ? [{ name, kinds: referencesOneOf }] : fieldsIn(schema, `${name}.`);
  });
}

/** Replaces ids that are texts, as the API has them, by numbers, wherever a record of the kind has an id. */
export const withNumericIds = (kind: Kind, members: Record<string, unknown>): Record<string, unknown> =>
  numericIds(
    { properties: { ...(kinds[kind].schema.properties as FieldSchema['properties']), id: { references: kind } } },
    members,
  ) as Record<string, unknown>;

function numericIds(schema: FieldSchema | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => numericIds(schema?.items, each));
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, numericIds(ownValue(schema?.properties, name), each)]),
    );
  return schema?.references && typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value;
}

const ownValue = <T>(values: Record<string, T> = {}, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

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
