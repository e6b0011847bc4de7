import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../installation.ts';
import { dialectFoldersOf, nameOf, worldFolder } from './named-worlds.ts';
import type { Kind, Records, RecordsByKind } from './records.ts';
import { Tables } from './tables.ts';
import { formatDateTime } from './time.ts';
import { type RawRecord, type WorldContext, foldersOf, loadWorldTables, setTimesAndReference } from './world.ts';

/** The fields whose defaults depend on when a world is loaded. */
const timedFields = new Set(['createdAt', 'publishedAt', 'updatedAt', 'reference']);

/**
 * Loads the tables of a world folder as `loadWorldTables` does. The worlds of the package are valid, so the build has validated and
 * completed their records; in a checkout, the first server of the process does.
 */
export function loadWorldForServer(folder: string, now: number, context: WorldContext = {}): Tables {
  const name = nameOf(folder);
  const { changes, ...ofPackage } = context;
  if (name === undefined || foldersOf(folder, { changes }).length > 1) return loadWorldTables(folder, now, context);
  const isChanged = foldersOf(folder, ofPackage).length > 1;
  const records = preparedRecords(name, isChanged ? context.dialect : undefined);
  const { timeZone, referencePrefix } = records.organization![0] as unknown as Records['organization'];
  const loadedAt = formatDateTime(now, timeZone);
  return Tables.of(
    mapRecords(records, (record, kind) => {
      const complete = { ...record };
      setTimesAndReference(kind, complete, referencePrefix, loadedAt);
      return complete;
    }) as RecordsByKind,
  );
}

type PreparedRecords = { [K in Kind]?: readonly RawRecord[] };

const mapRecords = (records: PreparedRecords, map: (record: RawRecord, kind: Kind) => RawRecord): PreparedRecords =>
  Object.fromEntries(
    Object.entries(records).map(([kind, list]) => [kind, list.map((each) => map(each, kind as Kind))]),
  );

/** The file with the prepared records of a world of the package in a dialect that changes it, below its root. The build writes it. */
const preparedFile = (name: string, dialect?: string): string =>
  join('fixtures', 'worlds', `${[name, dialect].filter(Boolean).join('-')}.json`);

/** The files with the prepared records of a world of the package, below its root, and their contents. */
export const preparedFiles = (name: string): [file: string, content: string][] =>
  [undefined, ...dialectFoldersOf(worldFolder(name))].map((dialect) => [
    preparedFile(name, dialect),
    JSON.stringify(prepareRecords(name, dialect)),
  ]);

const prepared = new Map<string, PreparedRecords>();

function preparedRecords(name: string, dialect?: string): PreparedRecords {
  const file = join(projectFolder, preparedFile(name, dialect));
  let records = prepared.get(file);
  if (!records) {
    records = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as PreparedRecords)
      : prepareRecords(name, dialect);
    prepared.set(file, records);
  }
  return records;
}

/** The valid and complete records of a world of the package, without what depends on the time of loading. */
export function prepareRecords(name: string, dialect?: string): PreparedRecords {
  const [tables, laterTables] = ['2001-01-01', '2002-02-02'].map((day) =>
    loadWorldTables(worldFolder(name), Date.parse(day), { dialect }),
  ) as [Tables, Tables];
  const records = Object.entries(tables.records()).filter(([, list]) => list.length > 0);
  return mapRecords(Object.fromEntries(records), (record, kind) => {
    const later = laterTables.find(kind, record['id'] as number) as unknown as RawRecord;
    return Object.fromEntries(
      Object.entries(record).filter(([field, value]) => !timedFields.has(field) || value === later[field]),
    );
  });
}
