import { loadWorldTables } from '../world.ts';
import { parseDatabaseUrl } from './address.ts';
import { inLockedTransaction } from './commits.ts';
import { createPool, databaseCommandError } from './database.ts';
import { type PostgresStoreOptions, prepareSchema } from './open.ts';
import { type StagedRecords, replaceRecords, stageRecords } from './records.ts';
import { createBatchIds, insertEntries, writeSigningKey } from './writes.ts';

/**
 * Replaces the records of a schema by those of the world, and ends every token, also on the servers that run. The records that it
 * replaces may be damaged. Throws a CommandError if the database cannot be used or if the world has problems.
 */
export async function resetPostgresStore(options: PostgresStoreOptions): Promise<void> {
  const { url, world, clock = Date.now, checkAddedMember } = options;
  const address = parseDatabaseUrl(url);
  const records = loadWorldTables(world, clock(), checkAddedMember).records();
  const pool = createPool(address);
  try {
    await prepareSchema(pool, address, options, clock(), true);
    let staged: StagedRecords;
    await inLockedTransaction(
      pool,
      address,
      Number.MAX_SAFE_INTEGER,
      async (client, { head }) => {
        const seq = head + 1;
        await replaceRecords(client, address, staged, seq);
        await writeSigningKey(client, address);
        await insertEntries(client, address, createBatchIds()(), [{ seq, kind: 'replace' }]);
      },
      async (client) => void (staged = await stageRecords(client, address, records)),
    );
  } catch (error) {
    throw databaseCommandError(address, error);
  } finally {
    await pool.end();
  }
}
