import type { Pool, PoolClient } from 'pg';
import type { OpenedStore } from '../open.ts';
import { Store } from '../store.ts';
import type { CheckAddedMember } from '../record-validators.ts';
import { loadWorldTables } from '../world.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './address.ts';
import { createPool, damagedRows, databaseCommandError, inTransaction, lockNumber } from './database.ts';
import { Listener } from './listener.ts';
import { migrate } from './migrate.ts';
import type { EventDetails } from './log-options.ts';
import { PostgresLog } from './postgres-log.ts';
import type { Now } from '../time.ts';
import { loadRecords, writeSnapshot } from './records.ts';
import { readSigningKey, writeSigningKey } from './writes.ts';

export interface PostgresStoreOptions {
  /** The URL of the database, with the name of the schema. */
  url: string;
  /** The world folder with the initial records. */
  world: string;
  clock?: Now;
  /** What the records of the world may have beyond their kinds. Default: nothing. */
  checkAddedMember?: CheckAddedMember | undefined;
  /** The size of the entries from which on they are replaced by a snapshot. */
  maxJournalBytes?: number;
  /** Receives the error if writes or a snapshot cannot be stored. The store goes on; writes that failed are undone. */
  onError?: (error: Error) => void;
  /** Receives what the operator may want to know. */
  onEvent?: ((message: string, details: EventDetails) => void) | undefined;
}

/** A store in PostgreSQL, which servers share. */
export interface OpenedPostgresStore extends OpenedStore {
  signingKey: Uint8Array;
  /** Replaces the key that signs tokens, on all servers. */
  renewSigningKey(): Promise<Uint8Array>;
  /** Calls a listener with the current key when another server has replaced the records or the key. */
  onReplaced(listener: (signingKey: Uint8Array) => void): void;
}

/** Whether a schema has records. Throws a CommandError if they are there without a head. */
async function hasRecords(client: PoolClient, address: DatabaseAddress): Promise<boolean> {
  const { schema } = address;
  const { rows } = await client.query<{ head: boolean; rest: boolean }>(
    `select exists (select from "${schema}".head) as head,
            exists (select from "${schema}".snapshots) or exists (select from "${schema}".entries) as rest`,
  );
  const { head, rest } = rows[0]!;
  if (!head && rest) throw damagedRows(address, 'the head is missing; --reset makes a new one');
  return head;
}

/** Makes the head that of the last row, if it is missing or behind. */
const repairHead = (client: PoolClient, { schema }: DatabaseAddress) =>
  client.query(
    `insert into "${schema}".head (seq)
     select last from (select greatest((select max(seq) from "${schema}".entries), (select max(seq) from "${schema}".snapshots)) as last)
         as rows where last is not null
         on conflict (single) do update set seq = greatest(head.seq, excluded.seq)`,
  );

/**
 * Creates and migrates the schema if necessary, and fills a new one. Returns where the records come from. `isReset` if damaged ones
 * will be replaced.
 */
export const prepareSchema = (
  pool: Pool,
  address: DatabaseAddress,
  { world, checkAddedMember }: Pick<PostgresStoreOptions, 'world' | 'checkAddedMember'>,
  now: number,
  isReset = false,
) =>
  inTransaction(pool, async (client): Promise<'world' | 'data'> => {
    // A large world takes its time, to load it and to wait for a server that does.
    await client.query('set local lock_timeout = 60000; set local idle_in_transaction_session_timeout = 60000');
    await client.query('select pg_advisory_xact_lock($1)', [lockNumber(address, 'schema')]);
    await migrate(client, address);
    if (isReset) await repairHead(client, address);
    if (await hasRecords(client, address)) return 'data';
    await writeSnapshot(client, address, 0, loadWorldTables(world, now, checkAddedMember).records());
    await client.query(`insert into "${address.schema}".head (seq) values (0)`);
    await writeSigningKey(client, address);
    return 'world';
  });

/**
 * Opens a store in PostgreSQL. Fills a new schema from the world. Throws a CommandError if the database cannot be used, if the
 * schema belongs to a newer version, if its records are damaged, or if the world has problems.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<OpenedPostgresStore> {
  const { url, clock = Date.now, maxJournalBytes = 32 * 1024 * 1024, onError = () => {}, onEvent = () => {} } = options;
  const address = parseDatabaseUrl(url);
  const pool = createPool(address);
  try {
    const source = await prepareSchema(pool, address, options, clock());
    const { tables, seq, bytes } = await loadRecords(pool, address);
    const signingKey = await readSigningKey(pool, address);
    let listener: ((key: Uint8Array) => void) | undefined;
    const log = new PostgresLog({
      address,
      pool,
      position: seq,
      bytes,
      maxBytes: maxJournalBytes,
      apply: (entry) => store.apply(entry),
      load: (records) => store.load(records.tables, records.seq),
      onSigningKey: (key) => listener?.(key),
      takeSnapshot: () => store.rows(),
      onError,
      onEvent,
    });
    const store: Store = new Store(tables, clock, log, seq);
    const follower = new Listener({
      address,
      onPosition: (position) => log.shared.announce(position),
      onUnreadableNotice: (payload) => {
        const notice = log.shared.announceUnreadable(payload);
        if (notice !== undefined) onEvent('unreadable notice of another client of the database', { notice });
      },
      onChange: (problem) => {
        log.shared.outage = problem;
        if (problem === undefined) onEvent('the database is back', { position: log.shared.position });
        else onEvent('the database is away', { reason: problem });
      },
    });
    await follower.start();
    return {
      store,
      source,
      droppedTornLine: false,
      signingKey,
      renewSigningKey: () => log.replaceSigningKey(),
      onReplaced: (next) => (listener = next),
      close: async () => {
        await follower.stop();
        await log.close();
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw databaseCommandError(address, error);
  }
}
