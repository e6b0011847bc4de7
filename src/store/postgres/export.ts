import { worldFilesOf } from '../write-world.ts';
import { parseDatabaseUrl } from './address.ts';
import { createPool, databaseCommandError } from './database.ts';
import { loadRecords } from './records.ts';

/**
 * The records of a schema as the contents of the files of a world; servers can go on. Throws a CommandError if the database cannot
 * be used, or if the schema has no records.
 */
export async function exportSchema(url: string): Promise<ReturnType<typeof worldFilesOf>> {
  const address = parseDatabaseUrl(url);
  const pool = createPool(address);
  try {
    const { tables } = await loadRecords(pool, address);
    return worldFilesOf(tables.records());
  } catch (error) {
    throw databaseCommandError(address, error);
  } finally {
    await pool.end();
  }
}
