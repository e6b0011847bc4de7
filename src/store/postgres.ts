import { createHash } from 'node:crypto';
import { dirname, resolve as resolvePath } from 'node:path';
import { Pool, type PoolClient } from 'pg';
import { CommandError, DatabaseError, StorageError, exitCodes } from '../errors.ts';
import type { Changes, Tables } from '../records/tables.ts';
import type { Now } from '../records/time.ts';
import { worldFilesOf } from '../records/write-world.ts';
import { parseDatabaseUrl } from './database-url.ts';
import {
  LogReader,
  type LogState,
  type LogUser,
  newState,
  parseLine,
  readPlace,
  storedState,
  storedWrite,
  writeLine,
} from './lines.ts';
import { type Log, type OpenOptions, type OpenedStore, type SharedLog, Store } from './store.ts';

/*
 * A schema has one table `lines`, whose lines are those of a log; a line can hold a state in place of a write. The lines before it are deleted in the same transaction. A server reads the lines that it does not have
 * before each request, and holds an advisory lock from reading to commit when it writes; so no server ever sees less than was acknowledged.
 */

/** The limits of every connection: a server that hangs must not keep the others from writing. */
const limits = {
  application_name: 'plenum',
  connectionTimeoutMillis: 3000,
  keepAlive: true,
  lock_timeout: 10_000,
  statement_timeout: 30_000,
  // Of one statement. A network that swallows everything must not hold up requests for longer.
  query_timeout: 5000,
  idle_in_transaction_session_timeout: 10_000,
};

/** A statement that waits for other servers, or that carries all records, can take longer. */
const withLongLimit = (statement: { text: string; values?: unknown[] }) => ({ ...statement, query_timeout: 35_000 });

const reasons: Record<string, string> = {
  '28P01': 'the password is wrong',
  '28000': 'the user may not connect',
  '3D000': 'the database does not exist',
  '42501': 'the user lacks a permission',
  '53100': 'the disk of the database is full',
  '53300': 'the database has too many connections',
  '55P03': 'another server has held the lock for too long',
  '57P03': 'the database is starting up or shutting down',
  '42P01': 'the table of the schema is missing',
};

/** The reason of an error of the database, for the operator. */
function describe(error: unknown): string {
  const { code = '', message, errors = [] } = error as { code?: string; message: string; errors?: Error[] };
  // A host can have several addresses, with an error for each.
  const text = message || errors.map((each) => each.message).join('; ') || code;
  return reasons[code] ? `${reasons[code]} (${text})` : text;
}

/** What the lines of a schema make. */
interface KnownState extends LogState {
  /** The length of the lines since the last state. */
  bytes: number;
}

/** The lines of a schema, which servers share. Its work is done one piece after the other. */
class PostgresLog implements Log, SharedLog {
  readonly shared = this;
  readonly #pool: Pool;
  readonly #user: LogUser;
  readonly #schema: string;
  readonly #table: string;
  readonly #lock: string;
  readonly #maxBytes: number;
  /** What is stored, as far as this server knows; undefined before the first reading. */
  #stored: KnownState | undefined;
  /** The connection of the function that runs exclusively, and what its lines make. */
  #transaction: { client: PoolClient; state: KnownState } | undefined;
  /** The end of the work that was begun. */
  #work: Promise<unknown> = Promise.resolve();
  #nextRefresh: Promise<void> | undefined;
  #store: Store | undefined;
  /** Why the database could not serve what was begun last. */
  #failure: DatabaseError | undefined;

  constructor(pool: Pool, schema: string, user: LogUser, maxBytes: number) {
    this.#pool = pool;
    this.#user = user;
    this.#schema = schema;
    this.#table = `"${schema}".lines`;
    this.#lock = createHash('sha256').update(`plenum ${schema}`).digest().readBigInt64BE().toString();
    this.#maxBytes = maxBytes;
  }

  /** Creates the table, and fills it with the state of `load` if it is new, or with `reset`; resolves with the store and whether it is filled. */
  open(
    load: () => ReturnType<typeof newState>,
    reset: boolean,
    clock: Now,
  ): Promise<{ store: Store; isFilled: boolean }> {
    return this.#next(() =>
      this.#inTransaction(async (client) => {
        const schema = this.#schema;
        const { rows } = await client.query('select from information_schema.schemata where schema_name = $1', [schema]);
        // Who may use a schema need not be allowed to create one.
        if (rows.length === 0) await client.query(`create schema "${schema}"`);
        await client.query(`create table if not exists ${this.#table} (number bigint primary key, line text not null)`);
        const { rows: last } = await client.query<{ last: string | null }>(
          `select max(number) as last from ${this.#table}`,
        );
        const isFilled = reset || last[0]!.last === null;
        if (isFilled) await this.#insertState(client, { ...load(), lastLine: Number(last[0]!.last ?? 0) + 1 });
        await this.#readLines(client);
        const { tables, signingKey } = this.#stored!;
        this.#store = new Store(tables, { clock, log: this, signingKey });
        return { store: this.#store, isFilled };
      }),
    );
  }

  /** Requests that arrive while other work is done share one reading. */
  refresh(): Promise<void> {
    const begin = () => (this.#nextRefresh = undefined);
    return (this.#nextRefresh ??= this.#next(() => this.#readLines(this.#pool), begin));
  }

  exclusively<T>(run: () => Promise<T>): Promise<T> {
    return this.#next(async () => {
      try {
        const [value, state] = await this.#inTransaction(async (client) => {
          await this.#readLines(client);
          this.#transaction = { client, state: this.#stored! };
          return [await run(), this.#transaction.state] as const;
        });
        this.#stored = state;
        return value;
      } finally {
        this.#transaction = undefined;
      }
    });
  }

  async append(writes: readonly Changes[], tables: Tables): Promise<void> {
    const { client, state } = this.#transaction!;
    const lines = writes.map((changes, index) =>
      writeLine({ write: state.lastLine + 1 + index, ...storedWrite(changes) }),
    );
    const bytes = lines.reduce((sum, line) => sum + line.length, state.bytes);
    if (bytes > this.#maxBytes) return this.replace(tables, state.signingKey);
    await client.query(this.#insertion(state.lastLine + 1, lines));
    this.#transaction!.state = { ...state, tables, bytes, lastLine: state.lastLine + lines.length };
  }

  async replace(tables: Tables, signingKey: Uint8Array): Promise<void> {
    const { client, state } = this.#transaction!;
    const next = { ...state, tables, signingKey, bytes: 0, lastLine: state.lastLine + 1 };
    await this.#insertState(client, next);
    this.#transaction!.state = next;
  }

  async close(): Promise<void> {
    await this.#work;
    await this.#pool.end();
  }

  get idle(): Promise<unknown> {
    return this.#work;
  }

  #next<T>(run: () => Promise<T>, begin: () => unknown = () => {}): Promise<T> {
    const startedAt = performance.now();
    const result = this.#work.then(() => {
      begin();
      // It has waited for a database that did not answer others.
      if (this.#failure && performance.now() - startedAt > limits.query_timeout / 2) throw this.#failure;
      return run();
    });
    this.#work = result.then(
      () => (this.#failure = undefined),
      (error: unknown) => (this.#failure = error instanceof DatabaseError ? error : undefined),
    );
    return result;
  }

  /** Runs a function in a transaction that has the lock. Rejects with a DatabaseError if the database fails. */
  async #inTransaction<T>(run: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient | undefined;
    try {
      client = await this.#pool.connect();
      await client.query('begin');
      await client.query(withLongLimit({ text: 'select pg_advisory_xact_lock($1)', values: [this.#lock] }));
      const value = await run(client);
      await client.query('commit').catch((error: Error) => {
        // With a code, it comes from the database.
        if ('severity' in error) throw error;
        throw new DatabaseError(error, 'The connection to the database was lost during a write. It may be stored.');
      });
      client.release();
      return value;
    } catch (error) {
      // The end of the connection ends the transaction and the lock.
      client?.release(true);
      throw toDatabaseError(error);
    }
  }

  #insertion(first: number, lines: readonly string[]) {
    return {
      text: `insert into ${this.#table} (number, line) select $1::bigint + n - 1, line from unnest($2::text[]) with ordinality as new (line, n)`,
      values: [first, lines],
    };
  }

  /** Adds a line with a whole state, and deletes all others. */
  async #insertState(client: PoolClient, state: LogState): Promise<void> {
    await client.query(withLongLimit({ text: `delete from ${this.#table}` }));
    await client.query(withLongLimit(this.#insertion(state.lastLine, [writeLine(storedState(state))])));
  }

  /** Applies the lines that this server does not have. If the next one is gone, a state in a later line contains it. */
  async #readLines(client: Pool | PoolClient): Promise<void> {
    const select = {
      text: `select number, line from ${this.#table} where number > $1 order by number`,
      values: [this.#stored?.lastLine ?? 0],
    };
    // A database that answers after a failure gets the time to send all records.
    const isLong = this.#failure !== undefined || !this.#stored;
    const { rows } = (await (
      isLong ? client.query('select').then(() => client.query(withLongLimit(select))) : client.query(select)
    ).catch((error: unknown) => {
      throw toDatabaseError(error, 'The records could not be read from the database.');
    })) as { rows: { number: string; line: string }[] };
    if (rows.length === 0) return;
    const reader = new LogReader(this.#user, this.#stored);
    let bytes = this.#stored?.bytes ?? 0;
    try {
      for (const { number, line } of rows)
        readPlace(`${this.#user.name}, line ${number}`, () => {
          const entry = parseLine(line);
          bytes = 'records' in entry ? 0 : bytes + line.length;
          return 'records' in entry ? reader.readState(entry) : reader.readWrite(entry);
        });
    } catch (refusal) {
      // Clients of a running server are told to try again; another server may repair the lines by --reset.
      throw this.#store ? new DatabaseError(refusal as Error, 'The records of the database cannot be used.') : refusal;
    }
    this.#stored = { ...reader.state!, bytes };
    this.#store?.load(this.#stored.tables, this.#stored.signingKey);
  }
}

/** The error of a request that the database could not serve; others as they are. */
function toDatabaseError(error: unknown, message?: string): Error {
  const isOurs = error instanceof CommandError || error instanceof StorageError;
  return isOurs ? error : new DatabaseError(new Error(describe(error), { cause: error }), message);
}

export interface PostgresStoreOptions extends OpenOptions {
  /** The URL of the database, with the name of the schema. */
  url: string;
  /** The length of the lines from which on a state replaces them. */
  maxBytes?: number;
}

/**
 * Opens a store in PostgreSQL, which servers share. Fills a new schema from the world. Throws a CommandError if the database cannot
 * be used, if its records are damaged, of another format, dialect or world, or if the world has problems.
 */
export function openPostgresStore(options: PostgresStoreOptions): Promise<OpenedStore> {
  const { name } = parseDatabaseUrl(options.url);
  // Servers can have the same world in different places.
  const user = { name, base: dirname(resolvePath(options.world)), options };
  return connect(user, () => newState(user), options);
}

/** The records of a schema as the contents of the files of a world. Servers can go on. Throws a CommandError as `openPostgresStore` does. */
export async function exportSchema(url: string): Promise<ReturnType<typeof worldFilesOf>> {
  const { name } = parseDatabaseUrl(url);
  const load = () => {
    throw new CommandError(`${name} has no records`, exitCodes.usage);
  };
  const { store } = await connect({ name, base: '' }, load, { url });
  const files = worldFilesOf(store.records());
  await store.close();
  return files;
}

async function connect(
  user: LogUser,
  load: () => ReturnType<typeof newState>,
  { url, reset = false, clock = Date.now, maxBytes = 32 * 1024 * 1024 }: Omit<PostgresStoreOptions, 'world'>,
): Promise<OpenedStore> {
  const { url: connectionString, schema } = parseDatabaseUrl(url);
  const pool = new Pool({ ...limits, connectionString, max: 3, allowExitOnIdle: true });
  // A connection that breaks is replaced by the next one; the statement on its way is rejected.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    const log = new PostgresLog(pool, schema, user, maxBytes);
    const { store, isFilled } = await log.open(load, reset, clock);
    return { store, source: isFilled ? 'world' : 'data', droppedTornLine: false };
  } catch (error) {
    await pool.end();
    if (error instanceof CommandError) throw error;
    const reason = error instanceof DatabaseError ? (error.cause as Error).message : describe(error);
    throw new CommandError(`${user.name} cannot be used: ${reason}`, exitCodes.unavailable);
  }
}
