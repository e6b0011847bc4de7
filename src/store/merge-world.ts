import { buildTables } from './build-tables.ts';
import { kindNames } from './kinds.ts';
import type { RecordsByKind } from './records.ts';
import type { Tables } from './tables.ts';
import type { WorldProblem } from './world-problem.ts';

/**
 * Replaces a loaded world by its next version, and keeps the records that clients created or changed: those that are not the
 * loaded ones. Returns every problem of a kept record with the next world.
 */
export function mergeWorld(
  loaded: Tables,
  current: RecordsByKind,
  next: Tables,
): { tables: Tables; problems: WorldProblem[] } {
  const located = kindNames.flatMap((kind) => {
    const kept = new Map(
      (current[kind] ?? [])
        .filter((record) => record !== loaded.find(kind, record.id))
        .map((record) => [record.id, record]),
    );
    const records = new Map(next.all(kind).map((record) => [record.id, record]));
    return [...new Map([...records, ...kept])].map(([id, record]) => ({
      place: { kind, id, isOfClient: kept.has(id) },
      record,
    }));
  });
  // A client may have written what only an earlier schema had.
  return buildTables(located, false, () => undefined);
}
