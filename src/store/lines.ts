import { crc32 } from 'node:zlib';
import { CommandError, exitCodes } from '../errors.ts';
import { isJsonObject } from '../json-object.ts';
import { isKind, kindNames } from '../records/kinds.ts';
import { type WorldOrigin, folderOfOrigin, formatWorld, originOf } from '../records/named-worlds.ts';
import { loadWorldForServer } from '../records/packaged-worlds.ts';
import { filesIn } from '../records/world.ts';
import type { Kind, RecordsByKind } from '../records/records.ts';
import { type Changes, Tables, addChanges, changedKinds } from '../records/tables.ts';
import { type OpenOptions, generateSigningKey } from './store.ts';

/*
 * The log of a store, in a data folder and in PostgreSQL alike: a state, and a line for each write since then. Both are JSON objects with a
 * checksum. A state names its format, what filled the log, and the last write that it contains; a write has the number after that of the one before.
 */
export const format = 'plenum 2';

/** What fills a log. */
export interface LogOwner {
  /** The name of the dialect. */
  dialect: string;
  world: WorldOrigin;
}

/** A state, as JSON has it. */
export interface StoredState extends LogOwner {
  format: string;
  /** The number of the last write that the records contain. */
  lastWrite: number;
  /** In base64. */
  signingKey: string;
  highestIds: ReturnType<Tables['highestIds']>;
  records: RecordsByKind;
}

/** What the lines of a log make, up to one of them. */
export interface LogState {
  owner: LogOwner;
  tables: Tables;
  signingKey: Uint8Array;
  /** The number of the last line. */
  lastLine: number;
}

export const storedState = ({ owner, tables, signingKey, lastLine }: LogState): StoredState => ({
  format,
  ...owner,
  lastWrite: lastLine,
  signingKey: Buffer.from(signingKey).toString('base64'),
  highestIds: tables.highestIds(),
  records: tables.records(),
});

/** Who wants to use a log. */
export interface LogUser {
  /** How messages name the log. */
  name: string;
  /** The folder as seen from which a world is kept. */
  base: string;
  /** What opens the store; undefined if every log will do. */
  options?: OpenOptions;
}

const ownerOf = ({ base }: LogUser, { dialect = 'specification', world }: OpenOptions): LogOwner => ({
  dialect,
  world: originOf(world, base),
});

/** The state of a log before its first write. Throws a CommandError if the world has problems. */
export function newState(user: LogUser & { options: OpenOptions }): Omit<LogState, 'lastLine'> {
  const { world, clock = Date.now, dialect, checkAddedMember } = user.options;
  const tables = loadWorldForServer(world, clock(), { dialect, checkAddedMember });
  return { owner: ownerOf(user, user.options), tables, signingKey: generateSigningKey() };
}

/** What a user can do about a log that cannot be used. */
const wayOut = 'another place with --data or --store, or replace its records by those of the world with --reset';

/** The refusal of a log that is damaged at a place. */
export const damaged = (place: string, reason: string): CommandError =>
  new CommandError(`${place}: ${reason}; nothing was changed. Choose ${wayOut}`, exitCodes.damagedData);

/** Reads a place of a log; any Error with a reason is that it is damaged. */
export function readPlace<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof CommandError ? error : damaged(place, (error as Error).message);
  }
}

/** Throws a CommandError if a state has another format than this one, or if something else has filled it than its user expects. */
function assertFits(state: Partial<StoredState>, user: LogUser): asserts state is StoredState {
  const refuse = (reason: string) =>
    new CommandError(`${user.name} ${reason}; choose ${wayOut}`, exitCodes.configuration);
  if (state.format !== format)
    throw refuse(`has the format ${JSON.stringify(state.format)}, not ${JSON.stringify(format)}`);
  const { base, options } = user;
  if (!options) return;
  const { dialect, world } = state as StoredState;
  const expected = ownerOf(user, options);
  if (options.dialect !== undefined && dialect !== expected.dialect)
    throw refuse(`was filled for the dialect ${dialect}, not for ${expected.dialect}; start with --dialect ${dialect}`);
  if (!options.isWorldChosen) return;
  const [filledFrom, chosen] = [world, expected.world].map((origin) => folderOfOrigin(origin, base));
  if (filledFrom === chosen) return;
  // A name that is mistyped is no other world.
  filesIn(chosen!);
  throw refuse(`was filled from the world ${formatWorld(filledFrom!)}, not from ${formatWorld(chosen!)}`);
}

/** Reads the lines of a log, one after the other. */
export class LogReader {
  readonly #user: LogUser;
  #state: LogState | undefined;
  #changes: Changes = {};
  /** The number of the line that was read last. */
  #last = 0;

  constructor(user: LogUser, state?: LogState) {
    this.#user = user;
    this.#state = state;
    this.#last = state?.lastLine ?? 0;
  }

  /** Reads a state, which replaces what was read before. Throws an Error with the reason if it is damaged, and a CommandError if it does not fit. */
  readState(entry: Partial<StoredState>): void {
    assertFits(entry, this.#user);
    const { dialect, world, signingKey, lastWrite } = entry;
    if (lastWrite < this.#last) throw new Error(`records up to write ${lastWrite} are behind write ${this.#last}`);
    this.#changes = {};
    this.#last = lastWrite;
    this.#state = {
      owner: { dialect, world },
      tables: tablesOf(entry),
      signingKey: Buffer.from(signingKey, 'base64'),
      lastLine: lastWrite,
    };
  }

  /** Goes on after a write that can come before the last one of the state: the state contains the writes up to that. */
  continueAfter(number: number): void {
    const { lastLine } = this.#state!;
    if (number > lastLine) throw new Error(`begins with write ${number + 1}, but write ${lastLine + 1} is missing`);
    this.#last = number;
  }

  /** Reads the next write. Throws an Error with the reason if it is damaged or another one. Returns its number. */
  readWrite(entry: Record<string, unknown>): number {
    if (!this.#state) throw new Error('the records before it are missing');
    const number = Number(entry['write']);
    const expected = this.#last + 1;
    if (number !== expected) throw new Error(`write ${number} is in the place of write ${expected}`);
    this.#last = number;
    if (number > this.#state.lastLine) {
      addChanges(this.#changes, changesOf(entry));
      this.#state = { ...this.#state, lastLine: number };
    }
    return number;
  }

  /** What the lines make; undefined if there are none. */
  get state(): LogState | undefined {
    return this.#state && { ...this.#state, tables: this.#state.tables.with(this.#changes) };
  }
}

/** The checksum of a text or of its bytes: eight hexadecimal digits. */
export const checksumOf = (data: string | Buffer, before = 0): string =>
  crc32(data, before).toString(16).padStart(8, '0');

const withChecksum = (json: string): string => `${json.slice(0, -1)},"checksum":"${checksumOf(json)}"}`;

/** A JSON object in one line, with its checksum as the last member. */
export const writeLine = (entry: object): string => withChecksum(JSON.stringify(entry));

/** Parses what `writeLine` made. Throws an Error with the reason if it is damaged. */
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
function tablesOf({ records, highestIds }: Partial<StoredState>): Tables {
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
