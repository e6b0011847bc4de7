import { kindNames, readReferences, referenceFields } from './kinds.ts';
import type { Kind, Records, RecordsByKind } from './records.ts';
import { Tables } from './tables.ts';
import type { WorldProblem } from './validate.ts';

/**
 * Replaces a loaded world by its next version, and keeps what clients created, changed or deleted: the records that are not the loaded
 * ones. Returns the problems of kept records that refer to records which the next version does not have.
 */
export function mergeWorld(
  loaded: Tables,
  current: Tables,
  next: Tables,
): { tables: Tables; problems: WorldProblem[] } {
  const kept: [Kind, Records[Kind]][] = [];
  const records: RecordsByKind = {};
  for (const kind of kindNames) {
    const merged = new Map(next.all(kind).map((record) => [record.id, record]));
    for (const { id } of loaded.all(kind)) if (!current.find(kind, id)) merged.delete(id);
    for (const record of current.all(kind)) {
      if (record === loaded.find(kind, record.id)) continue;
      merged.set(record.id, record);
      kept.push([kind, record]);
    }
    records[kind] = [...merged.values()] as never;
  }
  const tables = Tables.of(records, current.highestIds());
  const problems = kept.flatMap(([kind, record]) =>
    referenceFields(kind).flatMap((field) =>
      readReferences(record, field)
        .filter((to) => !tables.find(to.kind, to.id))
        .map((to) => ({
          kind,
          id: record.id,
          isOfClient: true,
          field: field.name,
          message: `there is no such record in ${to.kind}: ${to.id}`,
        })),
    ),
  );
  return { tables, problems };
}
