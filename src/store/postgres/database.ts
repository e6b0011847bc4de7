import { createHash } from 'node:crypto';
import { Client, Pool, type PoolClient } from 'pg';
import { CommandError, DatabaseError, exitCodes } from '../../errors.ts';
import type { DatabaseAddress } from './address.ts';

/** The limits of every connection: a server that hangs must not keep the others from writing. */
const limits = {
  application_name: 'plenum',
  connectionTimeoutMillis: 3000,
  keepAlive: true,
  lock_timeout: 5000,
  statement_timeout: 30_000,
  query_timeout: 35_000,
  idle_in_transaction_session_timeout: 5000,
};

/** Creates a connection of its own, which is not connected yet. */
export const createClient = ({ connection }: DatabaseAddress): Client => new Client({ ...limits, ...connection });

/** Creates the pool of a store: for writes, for snapshots, and to look up what a lost connection has written. */
export function createPool({ connection }: DatabaseAddress): Pool {
  const pool = new Pool({
    ...limits,
    ...connection,
    pipeline: true,
    max: 3,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
  });
  // A connection that breaks is replaced by the next one; the statement on its way is rejected.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Runs a function in a transaction; if it throws, the transaction is rolled back. */
export async function inTransaction<T>(pool: Pool, run: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const value = await run(client);
    await client.query('commit');
    client.release();
    return value;
  } catch (error) {
    // The end of the connection ends the transaction.
    client.release(true);
    throw error;
  }
}

/** The number of the advisory lock of a schema for a purpose. */
export function lockNumber({ schema }: DatabaseAddress, purpose: string): string {
  return createHash('sha256').update(`plenum ${purpose} ${schema}`).digest().readBigInt64BE().toString();
}

const messages: Record<string, string> = {
  '28P01': 'the password is wrong',
  '28000': 'the user may not connect',
  '3D000': 'the database does not exist',
  '42501': 'the user lacks a permission',
  '53100': 'the disk of the database is full',
  '53300': 'the database has too many connections',
  '55P03': 'another server has held the lock for too long',
  '57P03': 'the database is starting up or shutting down',
  '42P01': 'a table of the schema is missing',
};

/** Whether the database itself has refused a statement, so that it changed nothing. */
export const isRefusal = (error: unknown): boolean => (error as { severity?: string }).severity === 'ERROR';

/** The reason of an error of the database, for the operator. It never has the password. */
export function describeDatabaseError(error: unknown): string {
  const { code = '', message, errors } = error as { code?: string; message: string; errors?: Error[] };
  // A host with several addresses.
  const text = message || (errors ?? []).map((each) => each.message).join('; ') || code;
  return messages[code] ? `${messages[code]} (${text})` : text;
}

/** The error of writes that the database could not store. */
export const toDatabaseError = (error: unknown): DatabaseError =>
  error instanceof DatabaseError ? error : new DatabaseError(new Error(describeDatabaseError(error), { cause: error }));

/** The error of rows that no server can have written. */
export const damagedRows = ({ name }: DatabaseAddress, reason: string): CommandError =>
  new CommandError(`${name}: ${reason}`, exitCodes.damagedData);

/** An error and its causes, the outermost one first. */
const causesOf = (error: unknown): Error[] => (error instanceof Error ? [error, ...causesOf(error.cause)] : []);

// A page of a table or an index that cannot be read, and tables that the migrations of the schema did not make.
const damageCodes = new Set(['XX001', 'XX002', '42703', '42P07']);

/** The error of a command that cannot use the database. */
export function databaseCommandError(address: DatabaseAddress, error: unknown): CommandError {
  const causes = causesOf(error);
  const known = causes.find((cause) => cause instanceof CommandError);
  if (known) return known;
  const { name } = address;
  if (causes.some((cause) => damageCodes.has((cause as { code?: string }).code ?? '')))
    return damagedRows(address, describeDatabaseError(causes.at(-1)));
  const reason = error instanceof DatabaseError ? (error.cause as Error).message : describeDatabaseError(error);
  return new CommandError(`${name} cannot be used: ${reason}`, exitCodes.unavailable);
}
