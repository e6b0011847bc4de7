import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { UnknownOutcomeError } from '../../errors.ts';
import type { DatabaseAddress } from './address.ts';
import { isRefusal, toDatabaseError } from './database.ts';
import { type BatchId, type LockedHead, hasWritten, lockHead } from './writes.ts';

/**
 * Begins a transaction that has the lock of the head, on a connection of a pool. An idle connection may be broken: then it tries
 * another one.
 */
export async function connectWithLock(
  pool: Pool,
  address: DatabaseAddress,
  position: number,
  attempts = 2,
): Promise<{ client: PoolClient; locked: LockedHead }> {
  const client = await pool.connect();
  try {
    return { client, locked: await lockHead(client, address, position) };
  } catch (error) {
    client.release(true);
    if (attempts === 1 || isRefusal(error)) throw error;
    return connectWithLock(pool, address, position, attempts - 1);
  }
}

/**
 * Runs a function in a transaction that has the lock of the head; `prepare` runs before the lock is taken. Throws a DatabaseError;
 * then nothing was changed.
 */
export async function inLockedTransaction<T>(
  pool: Pool,
  address: DatabaseAddress,
  position: number,
  run: (client: PoolClient, locked: LockedHead) => Promise<T>,
  prepare: (client: PoolClient) => Promise<void> = async () => {},
): Promise<T> {
  let client: PoolClient | undefined;
  try {
    client = await pool.connect();
    await client.query('begin');
    await prepare(client);
    const value = await run(client, await lockHead(client, address, position, ''));
    await client.query('commit');
    client.release();
    return value;
  } catch (error) {
    client?.release(true);
    throw toDatabaseError(error);
  }
}

// How long it is tried to reach the database, before the clients of a commit get an error.
const lookUpMs = 3000;

/**
 * Looks up whether a batch is stored whose commit got no response. The lost transaction has the lock of the head until it ends, so
 * the answer is final. Throws an UnknownOutcomeError if the database cannot be reached.
 */
export async function lookUpCommit(
  pool: Pool,
  address: DatabaseAddress,
  { seq, ...id }: BatchId & { seq: number },
  cause: Error,
): Promise<boolean> {
  for (const end = performance.now() + lookUpMs; performance.now() < end; await setTimeout(50)) {
    let client: PoolClient | undefined;
    try {
      ({ client } = await connectWithLock(pool, address, seq, 1));
      const isStored = await hasWritten(client, address, id, seq);
      await client.query('rollback');
      client.release();
      return isStored;
    } catch {
      client?.release(true);
    }
  }
  throw new UnknownOutcomeError(cause);
}
