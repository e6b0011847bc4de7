import { crc32 } from 'node:zlib';
import { CommandError, exitCodes } from '../errors.ts';
import { isJsonObject } from '../json-object.ts';
import { isKind, kindNames } from '../records/kinds.ts';
import { type WorldOrigin, folderOfOrigin, formatWorld, originOf } from '../records/named-worlds.ts';
import type { Kind, RecordsByKind } from '../records/records.ts';
import { type Changes, Tables, addChanges, changedKinds } from '../records/tables.ts';

/*
 * The log of a store, in a data folder and in PostgreSQL alike: a state, and a line for each write since then. Both are JSON objects with a
 * checksum. A state names its format, and the dialect and the world that filled the log.
 */
export const format = 'plenum 2';

/** What fills a log, or wants to use it. */
export interface LogOwner {
  /** The name of the dialect. */
  dialect: string;
  world: WorldOrigin;
}

/** A state, as JSON has it. */
export interface StoredState extends LogOwner {
  format: string;
  /** In base64. */
  signingKey: string;
  highestIds: ReturnType<Tables['highestIds']>;
  records: RecordsByKind;
}

/** The dialect of a log that no server has opened. */
export const defaultDialect = 'specification';

export const storedState = (
  { dialect, world }: LogOwner,
  { tables, signingKey }: Pick<LogState, 'tables' | 'signingKey'>,
): StoredState => ({
  format,
  dialect,
  world,
  signingKey: Buffer.from(signingKey).toString('base64'),
  highestIds: tables.highestIds(),
  records: tables.records(),
});

/** What the lines of a log make, up to one of them. */
export interface LogState {
  owner: LogOwner;
  tables: Tables;
  signingKey: Uint8Array;
  /** The number of the last line. */
  lastLine: number;
}

/** Who wants to use a log. */
export interface LogUser {
  /** How messages name the log. */
  name: string;
  /** The folder as seen from which a world is kept. */
  base: string;
  /** The dialect of the server; undefined if any will do. */
  dialect?: string | undefined;
  /** The folder of the world that the user has chosen; undefined if any will do. */
  world?: string | undefined;
}

/** What a user can do about a log that cannot be used. */
const wayOut = 'another place with --data or --store, or replace its records by those of the world with --reset';

/** The refusal of a log that is damaged at a place. */
export const damaged = (place: string, reason: string): CommandError =>
  new CommandError(`${place}: ${reason}; nothing was changed. Choose ${wayOut}`, exitCodes.damagedData);

/** Throws a CommandError if a state has another format, dialect or world than its user expects. */
export function assertFits(state: Partial<StoredState> | null, user: LogUser): asserts state is StoredState {
  const refuse = (reason: string) =>
    new CommandError(`${user.name} ${reason}; choose ${wayOut}`, exitCodes.configuration);
  if (state?.format !== format)
    throw refuse(`has the format ${JSON.stringify(state?.format)}, not ${JSON.stringify(format)}`);
  const { dialect, world } = state as StoredState;
  if (user.dialect !== undefined && user.dialect !== dialect)
    throw refuse(`was filled for the dialect ${dialect}, not for ${user.dialect}; start with --dialect ${dialect}`);
  if (user.world === undefined) return;
  const { base } = user;
  const [filledFrom, chosen] = [world, originOf(user.world, base)].map((origin) => folderOfOrigin(origin, base));
  if (filledFrom !== chosen)
    throw refuse(`was filled from the world ${formatWorld(filledFrom!)}, not from ${formatWorld(chosen!)}`);
}

/** Reads the lines of a log, one after the other. */
export class LogReader {
  readonly #user: LogUser;
  #state: LogState | undefined;
  #changes: Changes = {};

  constructor(user: LogUser, state?: LogState) {
    this.#user = user;
    this.#state = state;
  }

  /** Reads the next line. Throws an Error with the reason if it cannot follow, and a CommandError if the state does not fit. */
  read(number: number, entry: Record<string, unknown>): void {
    if ('records' in entry) {
      assertFits(entry, this.#user);
      const { dialect, world, signingKey } = entry;
      this.#changes = {};
      this.#state = {
        owner: { dialect, world },
        tables: tablesOf(entry),
        signingKey: Buffer.from(signingKey, 'base64'),
        lastLine: number,
      };
      return;
    }
    if (!this.#state) throw new Error('the records before it are missing');
    const expected = this.#state.lastLine + 1;
    if (number !== expected) throw new Error(`write ${number} is in the place of write ${expected}`);
    addChanges(this.#changes, changesOf(entry));
    this.#state = { ...this.#state, lastLine: number };
  }

  /** What the lines make; undefined if there are none. */
  get state(): LogState | undefined {
    return this.#state && { ...this.#state, tables: this.#state.tables.with(this.#changes) };
  }
}

/** The checksum of a text or of its bytes: eight hexadecimal digits. */
export const checksumOf = (data: string | Buffer, before = 0): string =>
  crc32(data, before).toString(16).padStart(8, '0');

/** Adds the checksum of a JSON object as its last member. */
export const withChecksum = (json: string): string => `${json.slice(0, -1)},"checksum":"${checksumOf(json)}"}`;

/** Parses a line that `withChecksum` made. Throws an Error with the reason if it is damaged. */
export function parseLine(line: string): Record<string, unknown> {
  const end = line.lastIndexOf(',"checksum":"');
  const json = `${line.slice(0, end)}}`;
  if (end < 0 || withChecksum(json) !== line) throw new Error('the checksum does not fit');
  return JSON.parse(json) as Record<string, unknown>;
}

/** What a write changed, as JSON has it. */
interface StoredWrite {
  put: RecordsByKind;
  delete: { [K in Kind]?: number[] };
}

export function storedWrite(changes: Changes): StoredWrite {
  const write: StoredWrite = { put: {}, delete: {} };
  for (const kind of changedKinds(changes)) {
    const entries = [...changes[kind]!];
    const records = entries.flatMap(([, record]) => record ?? []);
    const deleted = entries.flatMap(([id, record]) => (record ? [] : id));
    if (records.length > 0) write.put[kind] = records as never;
    if (deleted.length > 0) write.delete[kind] = deleted;
  }
  return write;
}

const entriesOf = (value: unknown) => Object.entries((value ?? {}) as Record<string, unknown[]>);

/** The changes of a write. Throws an Error with the reason if it has another form; fields of records are not validated. */
function changesOf({ put, delete: deleted }: Record<string, unknown>): Changes {
  const changes: { [K in Kind]?: Map<number, { id: number } | null> } = {};
  for (const [kind, records] of entriesOf(put))
    changes[assertKind(kind)] = new Map(assertRecords(kind, records).map((record) => [record.id, record]));
  for (const [kind, ids] of entriesOf(deleted))
    for (const id of ids) (changes[assertKind(kind)] ??= new Map()).set(id, null);
  return changes as Changes;
}

/** Tables with stored records. Throws an Error with the reason if they have another form; fields are not validated. */
function tablesOf({ records, highestIds }: Record<string, unknown>): Tables {
  if (!isJsonObject(records)) throw new Error('there are no records by kind');
  for (const [kind, list] of Object.entries(records)) assertRecords(assertKind(kind), list);
  const tables = Tables.of(records, highestIds ?? {});
  if (tables.all('organization').length !== 1) throw new Error('there must be exactly one organization');
  return tables;
}

function assertKind(kind: string): Kind {
  if (!isKind(kind)) throw new Error(`unknown kind of record ${kind}; the kinds are ${kindNames.join(', ')}`);
  return kind;
}

function assertRecords(kind: string, list: unknown): { id: number }[] {
  if (!Array.isArray(list)) throw new Error(`${kind} is not a list`);
  for (const [index, record] of (list as unknown[]).entries())
    if (!isJsonObject(record) || !Number.isSafeInteger(record['id']))
      throw new Error(`${kind}: record ${index + 1} is not an object with an id`);
  return list as { id: number }[];
}
