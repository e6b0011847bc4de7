import { Type } from '../../records/schema-builder.ts';
import {
  type Static,
  anyObject,
  choice,
  integerOrNull,
  list,
  natural,
  object,
  optional,
  positive,
  ref,
  string,
  textOrNull,
} from './json-schema.ts';

const id = { ...positive, maximum: Number.MAX_SAFE_INTEGER };
const title = { ...textOrNull, description: 'a short text of the record; null if it has none' };
const recordLink = object({ field: string, kind: string, id, title });
const record = Type.Object({ id }, { description: 'a record with all of its members' });
const describedMembers = {
  title,
  record: ref('Record', record),
  links: list(ref('RecordLink', recordLink)),
};
const referrers = object({ kind: string, field: string, count: positive });
const describedRecord = object(describedMembers);

/** The shapes of the operations on records. */
export const recordSchemas = {
  RecordQuery: object(
    {
      search: optional(
        Type.String({ maxLength: 200, description: 'a part of a text of the record in any locale, or its id' }),
      ),
      refersTo: optional(
        Type.String({
          pattern: '^[A-Za-z]{1,100}/[1-9]\\d{0,14}$',
          description: 'a record, such as "proposals/1"',
        }),
      ),
      through: optional(Type.String({ maxLength: 100, description: 'the field that refers to it; any by default' })),
      first: optional({ ...positive, maximum: 1000, description: 'how many records at most; 50 by default' }),
      after: optional({ ...natural, description: 'the id of the record before the first one' }),
      order: optional({
        ...choice('ascending', 'descending'),
        description: 'the order of the ids; ascending by default',
      }),
    },
    { dependentRequired: { through: ['refersTo'] } },
  ),
  RecordLink: recordLink,
  RecordList: object({
    records: list(describedRecord),
    count: { ...natural, description: 'how many records the query finds' },
    total: { ...natural, description: 'how many records of the kind there are' },
    next: { ...integerOrNull, description: 'the value of "after" for the next page; null on the last one' },
  }),
  RecordValues: { ...anyObject, description: 'members of a record, as a world has them' },
  Record: record,
  FoundRecords: object({ records: list(ref('Record', record)) }),
  LinkedRecord: object({
    ...describedMembers,
    referrers: list(referrers),
  }),
  KindDescription: object({
    description: string,
    schema: { ...anyObject, description: 'the JSON Schema of a record as it is stored' },
    locales: list(string, { description: 'those of the organization, the default one first' }),
  }),
  FileContent: string,
  RecordQueryText: object({ query: textOrNull }),
};

/** Which records of a kind to list. */
export type RecordQuery = Static<typeof recordSchemas.RecordQuery>;
/** A page of the records of a kind. */
export type RecordList = Static<typeof recordSchemas.RecordList>;
/** A record that a field of another record refers to. */
export type RecordLink = Static<typeof recordLink>;
/** A record, what it is called, and the records that it refers to. */
export type DescribedRecord = Static<typeof describedRecord>;
/** How many records of a kind refer to a record by one of their fields. */
export type Referrers = Static<typeof referrers>;
/** A record, what it refers to, and how many records of each kind refer to it by which field. */
export type LinkedRecord = Static<typeof recordSchemas.LinkedRecord>;
/** What the records of a kind are, for a form. */
export type KindDescription = Static<typeof recordSchemas.KindDescription>;
