import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, exitCodes } from '../errors.ts';
import { readJson } from '../read-json.ts';
import { buildTables, describeRecord } from './build-tables.ts';
import { dateTimeFields, formatReference, kinds, worldKinds } from './kinds.ts';
import type { Kind } from './records.ts';
import type { Tables } from './tables.ts';
import { formatDateTime, parseDateTime } from './time.ts';

/** An unvalidated record of a world file. */
type RawRecord = Record<string, unknown>;
type RawWorld = Map<Kind, unknown[]>;

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new CommandError(`the world folder ${folder} cannot be read: ${(error as Error).message}`, exitCodes.usage);
  }
}

/** The list of records in a world file; an object can name a `$schema` for editors beside it. */
function recordsIn(content: unknown): unknown[] | undefined {
  if (Array.isArray(content)) return content;
  if (typeof content !== 'object' || content === null) return undefined;
  const { $schema: _, records, ...others } = content as { $schema?: unknown; records?: unknown };
  return Array.isArray(records) && Object.keys(others).length === 0 ? records : undefined;
}

/** The JSON files of a world: in folders, or in a request. */
interface WorldFiles {
  names: string[];
  /** The records in a file; undefined if it is not a list of records. Throws an error with the reason if it cannot be read. */
  read(name: string): unknown[] | undefined;
  /** The file as messages name it. */
  locate(name: string): string;
}

/** The files of folders, where a file of a later folder adds to that of an earlier one. */
function filesInFolders(folders: string[]): WorldFiles {
  const files = folders.flatMap((folder) => listFolder(folder).map((name) => ({ name, file: join(folder, name) })));
  const filesOf = (name: string) => files.filter((each) => each.name === name).map(({ file }) => file);
  return {
    names: [...new Set(files.map(({ name }) => name))].filter((name) => name.endsWith('.json')),
    read: (name) => {
      const lists = filesOf(name).map((file) => recordsIn(readJson(file, exitCodes.usage)));
      return lists.every((each) => each !== undefined) ? lists.flat() : undefined;
    },
    locate: (name) => filesOf(name).at(-1) ?? join(folders[0]!, name),
  };
}

/** Reads the files of a world, and lists the problems of the files themselves. */
function readWorld({ names, read, locate }: WorldFiles): { raw: RawWorld; problems: string[] } {
  const raw: RawWorld = new Map();
  const problems: string[] = [];
  for (const name of names) {
    if (!worldKinds.some((kind) => name === `${kind}.json`))
      problems.push(`${locate(name)}: unknown kind of record; the kinds are ${worldKinds.join(', ')}`);
  }
  for (const kind of worldKinds) {
    const name = `${kind}.json`;
    if (!names.includes(name)) {
      if (kind === 'organization') problems.push(`${locate(name)} is missing`);
      continue;
    }
    try {
      const records = read(name);
      if (records) raw.set(kind, records);
      else problems.push(`${locate(name)}: must be a list of records, or an object with "$schema" and "records"`);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return { raw, problems };
}

/** Sets missing times of a record to `now`, a formatted date-time, and adds a missing reference. */
function setTimesAndReference(kind: Kind, record: RawRecord, prefix: string, now: string): void {
  const { properties } = kinds[kind].schema;
  for (const field of ['createdAt', 'publishedAt'])
    // Null is a value of its own: a record whose `publishedAt` is null is a draft.
    if (field in properties && record[field] === undefined) record[field] = now;
  if ('updatedAt' in properties) record['updatedAt'] ??= record['createdAt'];
  if ('reference' in properties)
    record['reference'] ??= formatReference(kind, record['id'] as number, prefix, String(record['createdAt']));
}

/** Formats the date-times of valid records, which can have any ISO 8601 form, as the API does. */
function normalizeDateTimes(raw: RawWorld, zone: string): void {
  for (const [kind, records] of raw) {
    const fields = dateTimeFields(kind);
    for (const record of records as RawRecord[]) {
      for (const field of fields) {
        if (record[field]) record[field] = formatDateTime(parseDateTime(String(record[field]), zone), zone);
      }
    }
  }
}

/** The records of a world, and every problem as a sentence. */
export interface LoadedWorld {
  tables: Tables;
  problems: string[];
}

/** Loads a world folder. Missing times are set to `now`, milliseconds since 1970. Throws a CommandError if it cannot be read. */
export const loadWorld = (folder: string, now: number): LoadedWorld => loadWorldFiles(filesInFolders([folder]), now);

/** Loads a world from the parsed contents of its files, by file name. The records become part of the tables. */
export const parseWorld = (contents: Record<string, unknown>, now: number): LoadedWorld =>
  loadWorldFiles(
    { names: Object.keys(contents), read: (name) => recordsIn(contents[name]), locate: (name) => name },
    now,
  );

function loadWorldFiles(files: WorldFiles, now: number): LoadedWorld {
  const { raw, problems } = readWorld(files);
  const organization = raw.get('organization')?.[0] as RawRecord | undefined;
  const zone = String(organization?.['timeZone'] ?? 'UTC');
  for (const [kind, records] of raw) {
    for (const record of records) {
      if (typeof record !== 'object' || record === null) continue;
      const prefix = String(organization?.['referencePrefix']);
      setTimesAndReference(kind, record as RawRecord, prefix, formatDateTime(now, zone));
    }
  }
  if (raw.has('organization') && raw.get('organization')!.length !== 1)
    problems.push(`${files.locate('organization.json')}: must contain exactly one record`);
  const located = [...raw].flatMap(([kind, records]) =>
    records.map((record, index) => ({
      kind,
      record,
      location: `${files.locate(`${kind}.json`)}: ${describeRecord(index, record)}`,
    })),
  );
  const loaded = buildTables(located, true);
  problems.push(...loaded.problems);
  if (problems.length === 0) normalizeDateTimes(raw, zone);
  return { tables: loaded.tables, problems };
}

/** Loads the tables of a world folder, to which other folders add records. Throws a CommandError if there are problems. */
export function loadWorldTables(folder: string, now: number, additions: string[] = []): Tables {
  const { tables, problems } = loadWorldFiles(filesInFolders([folder, ...additions]), now);
  if (problems.length === 0) return tables;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more; run plenum check)` : '';
  throw new CommandError(`${problems[0]}${more}`, exitCodes.usage);
}
