import type { Kind } from '../../../records/records.ts';
import { laterTypeNames, readRecordTypes } from '../schema.ts';

/** A type of the API whose objects are records, and the platform's Ruby class of them. */
interface RecordType {
  kind: Kind;
  className: string;
}

/** The types whose objects are records, by name. Their fields with the name of a column have its value. */
export const recordTypes = readRecordTypes() as unknown as Record<string, RecordType>;

const formerTypes = laterTypeNames();
const types = new Map(
  Object.entries(recordTypes).flatMap(([type, { kind }]) => (type in formerTypes ? [] : [[kind, type]])),
);

/** The name of the type whose objects are the records of a kind. */
export const typeOf = (kind: Kind): string => types.get(kind)!;

/** The Ruby class of the records of a kind. */
export const classNameOf = (kind: Kind): string => recordTypes[typeOf(kind)]!.className;
