import type { Kind as RecordKind } from '../../records/records.ts';
import { allTypes, directiveOf, nameOf, renamedParts } from './schema.ts';

/** The later name of each type that had another one in an earlier release, by its earlier name. */
export const laterTypeNames: Readonly<Record<string, string>> = Object.fromEntries(
  renamedParts().types.map(({ before, after }) => [before, after]),
);

/** A type of the API whose objects are records, and the platform's Ruby class of them. */
interface RecordType {
  kind: RecordKind;
  className: string;
}

/** The types whose objects are records, by their names in any release. Their fields with the name of a column have its value. */
export const recordTypes: Readonly<Record<string, RecordType>> = Object.fromEntries(
  allTypes().flatMap((type) => {
    const record = directiveOf(type, 'record');
    return record ? [[nameOf(type), record as unknown as RecordType]] : [];
  }),
);

const typesByKind = new Map(
  Object.entries(recordTypes).flatMap(([type, { kind }]) =>
    Object.hasOwn(laterTypeNames, type) ? [] : [[kind, type] as const],
  ),
);

/** The name of the type whose objects are the records of a kind. */
export const typeOf = (kind: RecordKind): string => typesByKind.get(kind)!;

/** The Ruby class of the records of a kind. */
export const classNameOf = (kind: RecordKind): string => recordTypes[typeOf(kind)]!.className;
