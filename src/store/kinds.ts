import type { TObject } from './schema-builder.ts';
import { type Kind, schemas } from './records.ts';

type GetIndexValue = (record: Record<string, unknown>) => unknown;

/** What the store knows about a kind of record besides the types of its fields. */
export interface KindRules {
  schema: TObject;
  /** The values that records can be looked up by, by index name. */
  indexes: Record<string, GetIndexValue>;
  /** Fields whose value must differ between any two records; null is exempt. */
  uniqueFields: string[];
  /** The four letters of the kind in a `reference` such as `TH-MEET-2026-11-5`. */
  referenceCode?: string;
  /** A field with the id of another record of the same kind. Following it must never form a cycle. */
  parentField?: string;
  /** Fields with the id of a record that must belong to the same component, and the kind of that record. */
  sameComponent?: Record<string, Kind>;
}

const by = (...fields: string[]): Record<string, GetIndexValue> =>
  Object.fromEntries(fields.map((field) => [field, (record) => record[field]]));

/** Whether a record is neither a draft, whose `publishedAt` is null, nor deleted. Kinds without drafts have no `publishedAt`. */
export function isShown(record: object): boolean {
  const { publishedAt, deletedAt = null } = record as { publishedAt?: unknown; deletedAt?: unknown };
  return publishedAt !== null && deletedAt === null;
}

/** The component that shows a record; null if none does. */
const shownIn: GetIndexValue = (record) => (isShown(record) ? record['componentId'] : null);

/** Like `by`, without the records that do not show. */
const byOfShown = (...fields: string[]): Record<string, GetIndexValue> =>
  Object.fromEntries(fields.map((field) => [field, (record) => (isShown(record) ? record[field] : undefined)]));

const rules: Record<Kind, Partial<KindRules>> = {
  organization: {},
  users: { uniqueFields: ['nickname', 'key', 'token'] },
  taxonomies: { indexes: by('parentId'), parentField: 'parentId' },
  processes: { uniqueFields: ['slug'], referenceCode: 'PART' },
  components: { indexes: by('processId') },
  proposals: { indexes: { ...by('componentId'), shownIn }, referenceCode: 'PROP' },
  meetings: { indexes: { ...by('componentId'), shownIn }, referenceCode: 'MEET' },
  statuses: { indexes: { shownIn } },
  results: {
    indexes: { shownIn, ...byOfShown('parentId', 'statusId') },
    referenceCode: 'RESU',
    parentField: 'parentId',
    sameComponent: { parentId: 'results', statusId: 'statuses' },
  },
  milestones: { indexes: byOfShown('resultId') },
  budgets: { indexes: { shownIn } },
  projects: { indexes: by('budgetId'), referenceCode: 'PROJ' },
  revocations: { indexes: by('jti'), uniqueFields: ['jti'] },
};

/** The names of all kinds of record. */
export const kindNames = Object.keys(rules) as Kind[];

/** The rules of each kind. */
export const kinds = Object.fromEntries(
  kindNames.map((kind) => [kind, { schema: schemas[kind], indexes: {}, uniqueFields: [], ...rules[kind] }]),
) as Record<Kind, KindRules>;

/** The kinds that a world folder can contain, one file each. */
export const worldKinds = kindNames.filter((kind) => kind !== 'revocations');

/** Whether a string is the name of a kind. */
export const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name);

/** The fields of a kind that hold a date-time. */
export const dateTimeFields = (kind: Kind): string[] =>
  Object.entries(kinds[kind].schema.properties as Record<string, { format?: string; anyOf?: { format?: string }[] }>)
    .filter(([, schema]) => (schema.anyOf?.[0] ?? schema).format === 'stored-date-time')
    .map(([field]) => field);

/** The reference of a record, such as `TH-MEET-2026-11-5`: prefix, kind, year and month of creation, id. */
export const formatReference = (kind: Kind, id: number, prefix: string, createdAt: string): string =>
  `${prefix}-${kinds[kind].referenceCode}-${createdAt.slice(0, 4)}-${createdAt.slice(5, 7)}-${id}`;
