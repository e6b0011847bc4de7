import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describeNames } from '../did-you-mean.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { isJsonObject } from '../json-object.ts';
import { FileError, readJson } from '../read-json.ts';
import type { RecordProblem } from './define-kind.ts';
import { dateTimeFields, formatReference, kinds, worldKinds } from './kinds.ts';
import { namedWorlds } from './named-worlds.ts';
import { hashPassword } from './passwords.ts';
import type { Kind, Records, RecordsByKind } from './records.ts';
import { Tables } from './tables.ts';
import { formatDateTime, isTimeZone, parseDateTime } from './time.ts';
import {
  type CheckAddedMember,
  type LocatedRecord,
  type RecordPlace,
  type WorldProblem,
  findDuplicates,
  findIdProblem,
  formatFirstProblem,
  validateFields,
  validateRelations,
} from './validate.ts';
import { restoreWorld } from './write-world.ts';

/** An unvalidated record of a world file. */
export type RawRecord = Record<string, unknown>;

/** A JSON file of a world: in a folder, or in a request. */
interface WorldFile {
  /** Its name in the folder, such as `proposals.json`. */
  name: string;
  /** As messages name it. */
  file: string;
  /** Returns the parsed content. Throws a FileError if it cannot be read. */
  read(): unknown;
}

/** The records of a world, and every problem. */
export interface LoadedWorld {
  tables: Tables;
  problems: WorldProblem[];
}

/** What the records of a world folder depend on. */
export interface WorldContext {
  /** The dialect whose folder in the world changes records; none by default. */
  dialect?: string | undefined;
  /** Another folder that changes records, if it exists. */
  changes?: string | undefined;
  /** What records may have beyond their kinds; nothing by default. */
  checkAddedMember?: CheckAddedMember | undefined;
}

/** The folders whose files are a world: its own, and those that change or add records. If two change a member, the later one wins. */
export const foldersOf = (folder: string, { dialect, changes }: WorldContext): string[] =>
  [folder, dialect && join(folder, dialect), changes].filter(
    (each): each is string => each === folder || (!!each && existsSync(each)),
  );

/** Loads a world folder. Missing times are set to `now`, milliseconds since 1970. Throws a CommandError if it cannot be read. */
export const loadWorld = (folder: string, now: number, context: WorldContext = {}): LoadedWorld =>
  loadFiles(foldersOf(folder, context).map(filesIn), (name) => join(folder, name), now, context.checkAddedMember);

/** Loads a world from the parsed contents of its files, by file name. The records become part of the tables. */
export function parseWorld(
  contents: Record<string, unknown>,
  now: number,
  checkAddedMember?: CheckAddedMember,
): LoadedWorld {
  const files = Object.entries(contents).map(([name, content]) => ({ name, file: name, read: () => content }));
  return loadFiles([files], (name) => name, now, checkAddedMember);
}

/** Loads the tables of a world folder. Throws a CommandError if there are problems. */
export function loadWorldTables(folder: string, now: number, context?: WorldContext): Tables {
  const { tables, problems } = loadWorld(folder, now, context);
  const [first, ...others] = problems;
  if (!first) return tables;
  throw new CommandError(formatFirstProblem([first, ...others], '; run plenum world check'), exitCodes.usage);
}

/** The files of a world folder. Throws a CommandError if it cannot be read. */
export function filesIn(folder: string): WorldFile[] {
  try {
    restoreWorld(folder);
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ name, file: join(folder, name), read: () => readJson(join(folder, name), exitCodes.usage) }));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isMissing
      ? `it does not exist (ENOENT).${describeNames(basename(folder), 'worlds', namedWorlds)}`
      : (error as Error).message;
    throw new CommandError(`the world folder ${folder} cannot be read: ${reason}`, exitCodes.usage);
  }
}

/** Returns the list of records in a world file; an object can name a `$schema` for editors beside it. */
function recordsIn(content: unknown): unknown[] | undefined {
  if (Array.isArray(content)) return content;
  if (typeof content !== 'object' || content === null) return undefined;
  const { $schema: _, records, ...others } = content as { $schema?: unknown; records?: unknown };
  return Array.isArray(records) && Object.keys(others).length === 0 ? records : undefined;
}

function loadFiles(
  folders: readonly WorldFile[][],
  locate: (name: string) => string,
  now: number,
  checkAddedMember?: CheckAddedMember,
): LoadedWorld {
  const files = folders.flat();
  const others = files.filter(({ name }) => !worldKinds.some((kind) => name === `${kind}.json`));
  // The records of a list that a town adds are a member of the organization.
  const isAdded = ({ name }: WorldFile) =>
    checkAddedMember !== undefined && checkAddedMember('organization', basename(name, '.json'), []) === undefined;
  const problems: WorldProblem[] = others
    .filter((each) => !isAdded(each))
    .map(({ file }) => ({ file, message: describeUnknownKind(file) }));
  const located = worldKinds.flatMap((kind) =>
    folders
      .map((each) =>
        each.filter(({ name }) => name === `${kind}.json`).flatMap((file) => readRecords(kind, file, problems)),
      )
      .reduce(changeRecords),
  );
  const organizations = located.filter(({ place }) => place.kind === 'organization');
  const organizationFile = locate('organization.json');
  if (!files.some(({ name }) => name === 'organization.json'))
    problems.push({ file: organizationFile, message: 'is missing' });
  else if (organizations.length !== 1 && !problems.some(({ file }) => file === organizationFile))
    problems.push({ file: organizationFile, message: 'must contain exactly one record' });
  const organization = (organizations[0]?.record ?? {}) as RawRecord;
  if (checkAddedMember)
    for (const file of others.filter(isAdded)) addTownRecords(organization, file, problems, checkAddedMember);
  const { timeZone, referencePrefix } = organization;
  // A zone that does not exist is one problem, and not one for each time.
  const zone = isTimeZone(String(timeZone)) ? String(timeZone) : 'UTC';
  const loadedAt = formatDateTime(now, zone);
  for (const { place, record } of located)
    if (typeof record === 'object' && record !== null)
      setTimesAndReference(place.kind, record as RawRecord, String(referencePrefix), loadedAt);
  const tables = buildTables(located, problems, checkAddedMember);
  if (problems.length === 0) for (const kind of worldKinds) normalizeRecords(kind, tables.all(kind), zone);
  return { tables, problems };
}

/** Changes the members of records that a change with their id has, and adds the records that are new. */
function changeRecords(
  records: LocatedRecord<unknown>[],
  changes: readonly LocatedRecord<unknown>[],
): LocatedRecord<unknown>[] {
  const earlier = new Map(records.map((each) => [each.place.id, each]));
  const changed = changes.map(({ place, record }) => {
    const before = earlier.get(place.id)?.record;
    earlier.delete(place.id);
    return { place, record: isJsonObject(before) && isJsonObject(record) ? { ...before, ...record } : record };
  });
  return [...records.filter(({ place }) => earlier.has(place.id)), ...changed];
}

/** What is wrong with the name of a list or file of records. */
export const describeUnknownKind = (name: string): string =>
  `unknown kind of record.${describeNames(basename(name, '.json'), 'kinds', worldKinds)}`;

/** The records of a file. Adds the problem of the file itself. */
function readRecords(kind: Kind, { file, read }: WorldFile, problems: WorldProblem[]): LocatedRecord<unknown>[] {
  try {
    const records = recordsIn(read());
    if (!records)
      problems.push({ file, message: 'must be a list of records, or an object with "$schema" and "records"' });
    return (records ?? []).map((record, index) => {
      const { id } = (record ?? {}) as { id?: unknown };
      return { place: { kind, id, file, position: index + 1 }, record };
    });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    problems.push({ file: error.file, message: error.reason });
    return [];
  }
}

/** Puts the records of a list that a town adds into the organization, or adds their problems. */
function addTownRecords(
  organization: RawRecord,
  file: WorldFile,
  problems: WorldProblem[],
  checkAddedMember: CheckAddedMember,
): void {
  const list = basename(file.name, '.json');
  if (Object.hasOwn(organization, list)) {
    problems.push({ file: file.file, message: `the organization has ${list}, too` });
    return;
  }
  const before = problems.length;
  const ids = new Set<unknown>();
  const located = readRecords('organization', file, problems);
  for (const { place, record } of located) {
    const message = findIdProblem(record, ids) ?? checkAddedMember('organization', list, [record]);
    if (message !== undefined) problems.push({ ...place, message });
  }
  if (problems.length === before) organization[list] = located.map(({ record }) => record);
}

/** Puts records into tables, with missing defaults. Adds every problem of a record by itself or in relation to the others. */
function buildTables(
  located: readonly LocatedRecord<unknown>[],
  problems: WorldProblem[],
  checkAddedMember?: CheckAddedMember,
): Tables {
  const add = (found: readonly RecordProblem[], place: RecordPlace) =>
    problems.push(...found.map((problem) => ({ ...place, ...problem })));
  const ids = new Map<Kind, Set<unknown>>();
  const records: RecordsByKind = {};
  const identified = located.filter((each): each is LocatedRecord => {
    const { kind } = each.place;
    const ofKind = ids.get(kind) ?? new Set();
    ids.set(kind, ofKind);
    const message = findIdProblem(each.record, ofKind);
    if (message !== undefined) {
      add([{ message }], each.place);
      return false;
    }
    ((records[kind] ??= []) as Records[Kind][]).push(each.record as Records[Kind]);
    return true;
  });
  const tables = Tables.of(records);
  const fieldProblems = identified.map(({ place, record }) =>
    validateFields(place.kind, record, tables, checkAddedMember),
  );
  // A relation can need the defaults of other records, which their validation adds.
  for (const [index, { place, record }] of identified.entries()) {
    add(fieldProblems[index]!, place);
    add(validateRelations(place.kind, record, tables, fieldProblems[index]), place);
  }
  problems.push(...findDuplicates(identified));
  return tables;
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
  for (const record of records as RawRecord[]) {
    if (kind === 'users' && record['password']) record['password'] = hashPassword(String(record['password']));
    for (const field of fields)
      if (record[field]) record[field] = formatDateTime(parseDateTime(String(record[field]), zone), zone);
  }
}
