import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, exitCodes } from '../errors.ts';
import { buildTables, describeRecord } from './build-tables.ts';
import { readJson } from '../read-json.ts';
import { dateTimeFields, formatReference, kinds, worldKinds } from './kinds.ts';
import type { Kind } from './records.ts';
import type { Tables } from './tables.ts';
import { parseDateTime, formatDateTime } from './time.ts';

/** A record as a file gives it: checked for nothing yet. */
type Raw = Record<string, unknown>;

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new CommandError(`the world folder ${folder} cannot be read: ${(error as Error).message}`, exitCodes.usage);
  }
}

/** The records of every file in a world folder, by kind, and what is wrong with the folder itself. */
function readWorld(folder: string): { raw: Map<Kind, unknown[]>; problems: string[] } {
  const names = listFolder(folder);
  const raw = new Map<Kind, unknown[]>();
  const problems: string[] = [];
  for (const name of names) {
    if (name.endsWith('.json') && !worldKinds.some((kind) => name === `${kind}.json`)) {
      problems.push(`${join(folder, name)}: no kind of record has this name; the kinds are ${worldKinds.join(', ')}`);
    }
  }
  for (const kind of worldKinds) {
    const file = join(folder, `${kind}.json`);
    if (!existsSync(file)) {
      if (kind === 'organization') problems.push(`${file} is missing`);
      continue;
    }
    try {
      const records = readJson(file, exitCodes.usage);
      if (Array.isArray(records)) raw.set(kind, records);
      else problems.push(`${file}: must be a list of records`);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return { raw, problems };
}

/** Fills in what the moment of loading decides: times that a record leaves out, and its reference. */
function complete(kind: Kind, record: Raw, prefix: string, now: string): void {
  const { properties } = kinds[kind].schema;
  for (const field of ['createdAt', 'publishedAt'])
    if (field in properties) record[field] ??= record[field] === null ? null : now;
  if ('updatedAt' in properties) record['updatedAt'] ??= record['createdAt'];
  if ('reference' in properties)
    record['reference'] ??= formatReference(kind, record['id'] as number, prefix, String(record['createdAt']));
}

/** Loads a world folder as of the moment `now`, milliseconds since 1970; every problem is in the list, a sentence each. */
export function loadWorld(folder: string, now: number): { tables: Tables; problems: string[] } {
  const { raw, problems } = readWorld(folder);
  const organization = raw.get('organization')?.[0] as Raw | undefined;
  const zone = String(organization?.['timeZone'] ?? 'UTC');
  for (const [kind, records] of raw) {
    for (const record of records) {
      if (typeof record === 'object' && record !== null) {
        complete(kind, record as Raw, String(organization?.['referencePrefix']), formatDateTime(now, zone));
      }
    }
  }
  if (raw.has('organization') && raw.get('organization')!.length !== 1) {
    problems.push(`${join(folder, 'organization.json')}: must hold one record`);
  }
  const loaded = buildTables(
    [...raw].flatMap(([kind, records]) =>
      records.map((record, index) => ({
        kind,
        record,
        location: `${join(folder, `${kind}.json`)}: ${describeRecord(index, record)}`,
      })),
    ),
    true,
  );
  problems.push(...loaded.problems);
  if (problems.length === 0) printMoments(raw, zone);
  return { tables: loaded.tables, problems };
}

/** Turns the moments of a world, however they are written, into the form that the store keeps and the API prints. */
function printMoments(raw: Map<Kind, unknown[]>, zone: string): void {
  for (const [kind, records] of raw) {
    const fields = dateTimeFields(kind);
    for (const record of records as Raw[]) {
      for (const field of fields) {
        if (record[field] !== null) record[field] = formatDateTime(parseDateTime(String(record[field]), zone), zone);
      }
    }
  }
}

/** The tables of a world folder; a CommandError that names the first problem when there is one. */
export function loadWorldTables(folder: string, now: number): Tables {
  const { tables, problems } = loadWorld(folder, now);
  if (problems.length === 0) return tables;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more; run plenum check)` : '';
  throw new CommandError(`${problems[0]}${more}`, exitCodes.usage);
}
