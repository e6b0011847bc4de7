import { loadWorldTables } from '../world.ts';
import { type PostgresStoreOptions, openPostgresStore } from './open.ts';

/** Replaces the records of a schema by those of the world, and ends every token, also on the servers that run. */
export async function resetPostgresStore(options: PostgresStoreOptions): Promise<void> {
  const { world, clock = Date.now } = options;
  const tables = loadWorldTables(world, clock());
  const { store, renewSigningKey, close } = await openPostgresStore(options);
  try {
    await store.replace(tables);
    await renewSigningKey();
  } finally {
    await close();
  }
}
