import { findDuplicates } from './validate.ts';
import { kindNames, readReferences, referenceFields } from './kinds.ts';
import type { Kind, Records, RecordsByKind } from './records.ts';
import { Tables } from './tables.ts';
import type { WorldProblem } from './validate.ts';

/**
 * Replaces a loaded world by its next version, and keeps what clients created, changed or deleted: the records that are not the loaded
 * ones. Returns the problems of kept records: what they refer to is gone, or has a value that must be unique.
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
  const ofClients = new Set<object>(kept.map(([, record]) => record));
  const located = kindNames.flatMap((kind) => {
    const place = (record: Records[Kind]) => ({ kind, id: record.id, isOfClient: ofClients.has(record) });
    // The record of the client is the one that does not fit.
    return tables
      .all(kind)
      .map((record) => ({ place: place(record), record }))
      .toSorted((a, b) => Number(a.place.isOfClient) - Number(b.place.isOfClient));
  });
  return { tables, problems: [...problems, ...findDuplicates(located)] };
}
