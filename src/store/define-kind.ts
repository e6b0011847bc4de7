import { type Static, type TObject, type TSchema, Type } from './schema-builder.ts';

/** A text in several locales, by locale code: `{ "en": "Town hall" }`. */
export type Translations = Record<string, string>;
/** A text of an answer: translations in any locale, or another JSON value that a deployment stored as the client sent it. */
export type AnswerText = Translations | string | number | boolean;
/** A record of any kind, by kind and id: `"proposals/1"`. */
export type RecordReference = `${string}/${number}`;
/** A file of the world's folder `files`. */
export interface StoredFile {
  name: string;
  contentType: string;
  bytes: number;
}

type GetIndexValue = (record: Record<string, unknown>) => unknown;

/** The rules of a kind of record besides the types of its fields. */
interface OptionalRules {
  /** The values that records can be looked up by, by index name. */
  indexes: Record<string, GetIndexValue>;
  /** Fields whose value must differ between any two records; null is exempt. */
  uniqueFields: string[];
  /** The four letters of the kind in a `reference` such as `TH-MEET-2026-11-5`. */
  referenceCode?: string;
  /** A field with the id of another record of the same kind. Following it must never form a cycle. */
  parentField?: string;
  /** Fields with the id of a record that must belong to the same component, and the kind of that record. */
  sameComponent?: Record<string, string>;
  /** Fields of which exactly one must have a value. */
  exactlyOneOf?: string[];
}

/** Everything that the store knows about a kind of record. */
export interface KindRules extends OptionalRules {
  /** What the records are, for the documentation. */
  description: string;
  schema: TObject;
}

/** Fields that mean the same in every kind. */
const commonDescriptions: Record<string, string> = {
  id: 'Unique among the records of the kind. New records continue after the highest id.',
  createdAt: 'When the record was created. Default: when the world is loaded.',
  updatedAt: 'When the record was last changed. Default: `createdAt`.',
  publishedAt: 'When the record was published; null for a draft. Default: when the world is loaded.',
  reference: 'The reference that the platform shows. Default: made from the prefix, the kind, the month and the id.',
  weight: 'The position among its siblings, lowest first.',
  position: 'The position among its siblings, lowest first.',
  componentId: 'The component that the record belongs to.',
  userId: 'The user.',
  taxonomyIds: 'Its taxonomies.',
  latitude: 'Degrees north.',
  longitude: 'Degrees east.',
  address: 'The street address.',
  changes: 'How often it was changed since it was created.',
  deletedAt: 'When it was deleted.',
  title: 'The title.',
  subtitle: 'The subtitle.',
  description: 'The description, in HTML.',
  shortDescription: 'A short description.',
  body: 'The text.',
  startDate: 'The first day.',
  endDate: 'The last day.',
  startTime: 'When it starts.',
  endTime: 'When it ends.',
  name: 'The name.',
  slug: 'The name in URLs.',
  authorId: 'The user who created it; null if it is official.',
  heroImage: 'The picture of its page.',
  promoted: 'Whether it is highlighted.',
  developerGroup: 'Who promotes it.',
  localArea: 'The area that it concerns.',
  metaScope: 'What is decided.',
  participatoryScope: 'Who can take part in what.',
  participatoryStructure: 'How it is decided.',
  target: 'Who it is for.',
  reason: 'The reason, such as `spam`.',
  details: 'What the reporter wrote.',
};

interface Definition<P extends Record<string, TSchema>> extends Partial<OptionalRules> {
  description: string;
  fields: P;
}

/** Defines a kind of record. Every field needs a description, unless it has a common one. */
export function defineKind<P extends Record<string, TSchema>>({ description, fields, ...rules }: Definition<P>) {
  const described = Object.entries({ id: id(), ...fields }).map(([name, schema]) => {
    const text = schema['description'] ?? commonDescriptions[name];
    if (text === undefined) throw new Error(`the field ${name} of a kind of record has no description: ${description}`);
    return [name, { ...schema, description: text }];
  });
  const schema = Type.Object(Object.fromEntries(described) as P & { id: TSchema<number> }, {
    additionalProperties: false,
  });
  return { indexes: {}, uniqueFields: [], ...rules, description, schema };
}

/** The record type of a defined kind. */
export type RecordOf<D extends { schema: TObject }> = Static<D['schema']>;

/** Indexes of fields, each under the name of its field. */
export const by = (...fields: string[]): Record<string, GetIndexValue> =>
  Object.fromEntries(fields.map((field) => [field, (record) => record[field]]));

/** Like `by`, without the records that do not show. */
export const byOfShown = (...fields: string[]): Record<string, GetIndexValue> =>
  Object.fromEntries(fields.map((field) => [field, (record) => (isShown(record) ? record[field] : undefined)]));

/** Whether a record is neither a draft, whose `publishedAt` is null, nor deleted. Kinds without drafts have no `publishedAt`. */
export function isShown(record: object): boolean {
  const { publishedAt, deletedAt = null } = record as { publishedAt?: unknown; deletedAt?: unknown };
  return publishedAt !== null && deletedAt === null;
}

/** The index of the component that shows a record; null if none does. */
export const shownIn: Record<string, GetIndexValue> = {
  shownIn: (record) => (isShown(record) ? record['componentId'] : null),
};

// The types of fields. A description can be left out if the field has a common one.

export const nullable = <T extends TSchema>(schema: T) => {
  const { description, ...rest } = schema;
  return Type.Union([rest as T, Type.Null()], { default: null, ...(description !== undefined && { description }) });
};
/** A field that most records do not have. It can be null, too. */
export const optional = <T extends TSchema>(schema: T) => {
  const { default: _, ...rest } = nullable(schema);
  return Type.Optional(rest as TSchema<Static<T> | null>);
};
const id = () => Type.Integer({ minimum: 1 });
export const reference = (kind: string, description?: string) =>
  Type.Integer({ references: kind, ...(description && { description }) });
export const references = (kind: string, description?: string) =>
  Type.Array(reference(kind), { uniqueItems: true, default: [], ...(description && { description }) });
/** Like `references`, for a list that most records do not have. */
export const optionalReferences = (kind: string, description?: string) =>
  Type.Optional(Type.Array(reference(kind), { uniqueItems: true, ...(description && { description }) }));
/** A record of one of several kinds. */
export const recordReference = (kinds: readonly string[], description: string) =>
  Type.Unsafe<RecordReference>({
    type: 'string',
    pattern: `^(${kinds.join('|')})/[1-9][0-9]{0,14}$`,
    referencesOneOf: kinds,
    description,
  });
/** Translations in locales of the organization. */
export const translations = (description?: string) =>
  Type.Unsafe<Translations>({
    type: 'object',
    additionalProperties: { type: 'string' },
    organizationLocales: true,
    ...(description && { description }),
  });
export const answerText = (description: string) =>
  Type.Unsafe<AnswerText>({
    type: ['object', 'string', 'number', 'boolean'],
    additionalProperties: { type: 'string' },
    inWorld: { type: 'object', organizationLocales: true },
    description,
  });
export const boolean = (defaultValue: boolean, description?: string) =>
  Type.Boolean({ default: defaultValue, ...(description && { description }) });
/** A boolean that most records do not have; false then. */
export const optionalBoolean = (description: string) => Type.Optional(Type.Boolean({ description }));
export const enumeration = <const T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: values, description });
/** A date-time in the format of the API: in the time zone of the organization, with its offset, to the second. */
export const dateTime = (description?: string) =>
  Type.String({
    format: 'stored-date-time',
    inWorld: { format: 'iso-date-time' },
    ...(description && { description }),
  });
export const date = (description?: string) =>
  Type.String({ format: 'stored-date', inWorld: { format: 'date' }, ...(description && { description }) });
export const text = (description?: string) => Type.String({ ...(description && { description }) });
export const integer = (description: string | undefined, keywords: Record<string, unknown> = {}) =>
  Type.Integer({ ...keywords, ...(description && { description }) });
/** A number of things: 0 or more. */
export const count = (description: string) => Type.Integer({ minimum: 0, default: 0, description });
export const url = (description: string) => Type.String({ inWorld: { format: 'http-url' }, description });
export const degrees = (limit: number) => Type.Number({ inWorld: { minimum: -limit, maximum: limit } });
export const file = (description?: string) =>
  Type.Unsafe<StoredFile>({
    ...Type.Object(
      {
        name: Type.String({ pattern: String.raw`^[^/\\]+$` }),
        contentType: Type.String(),
        bytes: Type.Integer({ minimum: 0 }),
      },
      { additionalProperties: false },
    ),
    ...(description && { description }),
  });

export const timestamps = { createdAt: dateTime(), updatedAt: dateTime() };
/** Where a record is. */
export const place = {
  address: nullable(text()),
  latitude: nullable(degrees(90)),
  longitude: nullable(degrees(180)),
};
