import { IANAZone } from 'luxon';
import { CommandError, exitCodes } from '../errors.ts';
import { FileError } from '../read-json.ts';
import { buildTables } from './build-tables.ts';
import { dateTimeFields, formatReference, kinds, worldKinds } from './kinds.ts';
import { hashPassword } from './passwords.ts';
import type { Kind } from './records.ts';
import type { Tables } from './tables.ts';
import { formatDateTime, parseDateTime } from './time.ts';
import { type WorldFiles, filesInFolders, recordsIn } from './world-files.ts';
import { type CheckAddedMember, type WorldProblem, formatFirstProblem } from './validate.ts';

/** An unvalidated record of a world file. */
export type RawRecord = Record<string, unknown>;
type RawWorld = Map<Kind, unknown[]>;

/** Reads the files of a world, and lists the problems of the files themselves. */
function readWorld({ names, read, locate }: WorldFiles): { raw: RawWorld; problems: WorldProblem[] } {
  const raw: RawWorld = new Map();
  const problems: WorldProblem[] = [];
  for (const name of names) {
    if (!worldKinds.some((kind) => name === `${kind}.json`))
      problems.push({ file: locate(name), message: `unknown kind of record; the kinds are ${worldKinds.join(', ')}` });
  }
  for (const kind of worldKinds) {
    const name = `${kind}.json`;
    if (!names.includes(name)) {
      if (kind === 'organization') problems.push({ file: locate(name), message: 'is missing' });
      continue;
    }
    try {
      const records = read(name);
      if (records) raw.set(kind, records);
      else
        problems.push({
          file: locate(name),
          message: 'must be a list of records, or an object with "$schema" and "records"',
        });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      problems.push({ file: error.file, message: error.reason });
    }
  }
  return { raw, problems };
}

/** Sets missing times of a record to `now`, a formatted date-time, and adds a missing reference. */
export function setTimesAndReference(kind: Kind, record: RawRecord, prefix: string, now: string): void {
  const { properties } = kinds[kind].schema;
  for (const field of ['createdAt', 'publishedAt'])
    // Null is a value of its own: a record whose `publishedAt` is null is a draft.
    if (field in properties && record[field] === undefined) record[field] = now;
  if ('updatedAt' in properties) record['updatedAt'] ??= record['createdAt'];
  if ('reference' in properties)
    record['reference'] ??= formatReference(kind, record['id'] as number, prefix, String(record['createdAt']));
}

/** Brings valid records into the form in which they are stored: date-times as the API formats them, passwords as hashes. */
export function normalizeRecords(kind: Kind, records: readonly object[], zone: string): void {
  const fields = dateTimeFields(kind);
  if (kind === 'users') hashPasswords(records as RawRecord[]);
  for (const record of records as RawRecord[]) {
    for (const field of fields) {
      if (record[field]) record[field] = formatDateTime(parseDateTime(String(record[field]), zone), zone);
    }
  }
}

function hashPasswords(users: RawRecord[]): void {
  for (const user of users) if (user['password']) user['password'] = hashPassword(String(user['password']));
}

/** The records of a world, and every problem. */
export interface LoadedWorld {
  tables: Tables;
  problems: WorldProblem[];
}

/** Loads a world folder. Missing times are set to `now`, milliseconds since 1970. Throws a CommandError if it cannot be read. */
export const loadWorld = (folder: string, now: number, checkAddedMember?: CheckAddedMember): LoadedWorld =>
  loadWorldFiles(filesInFolders([folder]), now, checkAddedMember);

/** Loads a world from the parsed contents of its files, by file name. The records become part of the tables. */
export const parseWorld = (
  contents: Record<string, unknown>,
  now: number,
  checkAddedMember?: CheckAddedMember,
): LoadedWorld =>
  loadWorldFiles(
    { names: Object.keys(contents), read: (name) => recordsIn(contents[name]), locate: (name) => name },
    now,
    checkAddedMember,
  );

function loadWorldFiles(files: WorldFiles, now: number, checkAddedMember?: CheckAddedMember): LoadedWorld {
  const { raw, problems } = readWorld(files);
  const organization = raw.get('organization')?.[0] as RawRecord | undefined;
  const givenZone = String(organization?.['timeZone']);
  // A zone that does not exist is one problem, and not one for each time.
  const zone = IANAZone.isValidZone(givenZone) ? givenZone : 'UTC';
  for (const [kind, records] of raw) {
    for (const record of records) {
      if (typeof record !== 'object' || record === null) continue;
      const prefix = String(organization?.['referencePrefix']);
      setTimesAndReference(kind, record as RawRecord, prefix, formatDateTime(now, zone));
    }
  }
  if (raw.has('organization') && raw.get('organization')!.length !== 1)
    problems.push({ file: files.locate('organization.json'), message: 'must contain exactly one record' });
  const located = [...raw].flatMap(([kind, records]) =>
    records.map((record, index) => ({
      place: {
        kind,
        id: (record as { id?: unknown } | null)?.id,
        file: files.locate(`${kind}.json`),
        position: index + 1,
      },
      record,
    })),
  );
  const loaded = buildTables(located, checkAddedMember);
  problems.push(...loaded.problems);
  if (problems.length === 0) for (const [kind, records] of raw) normalizeRecords(kind, records as RawRecord[], zone);
  return { tables: loaded.tables, problems };
}

/** Loads the tables of a world folder, to which other folders add records. Throws a CommandError if there are problems. */
export function loadWorldTables(
  folder: string,
  now: number,
  checkAddedMember?: CheckAddedMember,
  additions: readonly string[] = [],
): Tables {
  const { tables, problems } = loadWorldFiles(filesInFolders([folder, ...additions]), now, checkAddedMember);
  const [first, ...others] = problems;
  if (!first) return tables;
  throw new CommandError(formatFirstProblem([first, ...others], '; run plenum world check'), exitCodes.usage);
}
