import type { RequestListener } from 'node:http';
import { loadServerDialect } from '../../src/dialects/dialects.ts';
import { createApp, createExecutor } from '../../src/server/app.ts';
import { Store } from '../../src/store/store.ts';
import { loadWorldTables } from '../../src/store/world.ts';

/** Returns a function that creates listeners of one server, each over its own copy of a world. */
export async function createServer(dialectName: string, worldFolder: string): Promise<() => RequestListener> {
  const dialect = await loadServerDialect(dialectName);
  const executor = createExecutor(dialect);
  const tables = loadWorldTables(worldFolder, Date.now());
  return () => createApp({ store: new Store(tables.copy()), executor, dialect }).callback() as RequestListener;
}
