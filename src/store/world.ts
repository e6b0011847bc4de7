import { existsSync, readdirSync } from 'node:fs';
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

/** Reads the files of a world folder, and lists the problems of the files themselves. */
function readWorld(folder: string): { raw: RawWorld; problems: string[] } {
  const raw: RawWorld = new Map();
  const problems: string[] = [];
  for (const name of listFolder(folder)) {
    if (name.endsWith('.json') && !worldKinds.some((kind) => name === `${kind}.json`))
      problems.push(`${join(folder, name)}: unknown kind of record; the kinds are ${worldKinds.join(', ')}`);
  }
  for (const kind of worldKinds) {
    const file = join(folder, `${kind}.json`);
    if (!existsSync(file)) {
      if (kind === 'organization') problems.push(`${file} is missing`);
      continue;
    }
    try {
      const records = recordsIn(readJson(file, exitCodes.usage));
      if (records) raw.set(kind, records);
      else problems.push(`${file}: must be a list of records, or an object with "$schema" and "records"`);
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
        if (record[field] !== null) record[field] = formatDateTime(parseDateTime(String(record[field]), zone), zone);
      }
    }
  }
}

/**
 * Loads a world folder, and returns every problem as a sentence. Missing times are set to `now`, milliseconds since
 * 1970. Throws a CommandError if the folder cannot be read.
 */
export function loadWorld(folder: string, now: number): { tables: Tables; problems: string[] } {
  const { raw, problems } = readWorld(folder);
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
    problems.push(`${join(folder, 'organization.json')}: must contain exactly one record`);
  const located = [...raw].flatMap(([kind, records]) =>
    records.map((record, index) => ({
      kind,
      record,
      location: `${join(folder, `${kind}.json`)}: ${describeRecord(index, record)}`,
    })),
  );
  const loaded = buildTables(located, true);
  problems.push(...loaded.problems);
  if (problems.length === 0) normalizeDateTimes(raw, zone);
  return { tables: loaded.tables, problems };
}

/** Loads the tables of a world folder. Throws a CommandError with the first problem if there are any. */
export function loadWorldTables(folder: string, now: number): Tables {
  const { tables, problems } = loadWorld(folder, now);
  if (problems.length === 0) return tables;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more; run plenum check)` : '';
  throw new CommandError(`${problems[0]}${more}`, exitCodes.usage);
}
