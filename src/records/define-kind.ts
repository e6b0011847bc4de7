import type { Sample } from './samples.ts';
import { type Static, type TObject, type TSchema, Type } from './schema-builder.ts';

type GetIndexValue = (record: Record<string, unknown>) => unknown;

/** What is wrong with a record. */
export interface RecordProblem {
  /** The path of the field, such as `settings.commentsEnabled`; undefined if it is the record as a whole. */
  field?: string;
  /** What is wrong, such as `must be boolean`. */
  message: string;
}

/** The rules of a kind of record besides the types of its fields. */
interface OptionalRules {
  /** The values that records can be looked up by, by index name. */
  indexes: Record<string, GetIndexValue>;
  /** Fields whose value must differ between any two records; null is exempt. */
  uniqueFields: string[];
  /** The four letters of the kind in a `reference` such as `TH-MEET-2026-11-5`. */
  referenceCode?: string;
  /** A field that can refer to another record of the same kind, by id or by kind and id. Following it must never form a cycle. */
  parentField?: string;
  /** Fields with the id of a record that must belong to the same component, and the kind of that record. */
  sameComponent?: Record<string, string>;
  /** Fields of which exactly one must have a value. */
  exactlyOneOf?: string[];
  /** What a new record has in fields that it leaves out, where their types alone do not tell. */
  samples: Record<string, Sample | undefined>;
  /** The kinds whose records `findWorldProblem` reads. */
  worldProblemKinds?: string[];
  /** Returns the problem of a valid record of a world. */
  findWorldProblem?(record: Record<string, unknown>, find: FindInWorld): RecordProblem | undefined;
}

/** Returns the records of a kind with a value in one of its indexes. */
type FindInWorld = (kind: string, indexName: string, value: unknown) => readonly Record<string, unknown>[];

/** Everything that the store knows about a kind of record. */
export interface KindRules extends OptionalRules {
  /** What the records are, for the documentation. */
  description: string;
  schema: TObject;
}

/** Fields that mean the same in every kind. */
export const commonFieldDescriptions: Readonly<Record<string, string>> = {
  id: 'Unique among the records of the same kind. New records continue after the highest id.',
  createdAt: 'When the record was created. Default: when the world is loaded.',
  updatedAt: 'When the record was last changed. Default: `createdAt`.',
  publishedAt: 'When the record was published; null for a draft. Default: when the world is loaded.',
  reference:
    'The reference, such as `TH-MEET-2026-11-5`. Default: made from the prefix, the kind, the month and the id.',
  weight: 'The position among its siblings, lowest first.',
  position: 'The position among its siblings, lowest first.',
  componentId: 'The component that the record belongs to.',
  userId: 'The user.',
  taxonomyIds: 'Its taxonomies.',
  latitude: 'Degrees north; the platform stores any number.',
  longitude: 'Degrees east; the platform stores any number.',
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

/** A description of a field without what only a world leaves out. */
export const withoutDefault = (description: string): string => description.replace(/ Default: .*$/s, '');

interface Definition<P extends Record<string, TSchema>> extends Partial<OptionalRules> {
  description: string;
  fields: P;
  samples?: { [Field in keyof P]?: Sample };
}

/** Defines a kind of record. Every field needs a description, unless it has a common one. */
export function defineKind<P extends Record<string, TSchema>>({ description, fields, ...rules }: Definition<P>) {
  const described = Object.entries({ id: Type.Integer({ minimum: 1 }), ...fields }).map(([name, schema]) => {
    const text = schema['description'] ?? commonFieldDescriptions[name];
    if (text === undefined) throw new Error(`the field ${name} of a kind of record has no description: ${description}`);
    return [name, { ...schema, description: text }];
  });
  const schema = Type.Object(Object.fromEntries(described) as P & { id: TSchema<number> }, {
    additionalProperties: false,
  });
  return { indexes: {}, uniqueFields: [], samples: {}, ...rules, description, schema };
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
