import type { MockMode } from '../../src/dialects/server-dialect.ts';
import { serverDialect as specificationServerDialect } from '../../src/dialects/specification.ts';
import { SimulatedServerError } from '../../src/errors.ts';
import { createExecutor } from '../../src/server/executors.ts';
import { createMemoryStore } from './stores.ts';
import type { Store } from '../../src/store/store.ts';
import { decidimServerDialect } from './decidim-dialect.ts';
import { type Actor, type AnyData, demoWorld } from './test-server.ts';

const { createSchema, behavior } = decidimServerDialect;
// The specification's executor, so that limits and error formats of Decidim do not matter.
const dialect = { ...specificationServerDialect, createSchema, behavior };
const executors = { mock: createExecutor(dialect, 'mock'), empty: createExecutor(dialect, 'empty') };
const userIds: Record<Actor, number | null> = { admin: 1, member: 2, other: 3, anonymous: null };

/** Runs queries against one store with the demo world, without HTTP. */
export interface QueryRunner {
  store: Store;
  query(query: string, actor?: Actor): { data: AnyData; messages: string[]; isServerError: boolean };
}

/** Creates a runner for Decidim's schema and resolvers. */
export function createQueryRunner(mockMode: MockMode = 'empty'): QueryRunner {
  const store = createMemoryStore(demoWorld);
  return {
    store,
    query(query, actor = 'anonymous') {
      const viewer = store.find('users', userIds[actor]) ?? null;
      const context = { viewer, store, behavior, origin: 'http://localhost' };
      const { data, errors = [] } = executors[mockMode].run({ query }, context) as AnyData;
      return {
        data: JSON.parse(JSON.stringify(data ?? null)),
        messages: errors.map(({ message }: AnyData) => message as string),
        isServerError: errors.some(({ originalError }: AnyData) => originalError instanceof SimulatedServerError),
      };
    },
  };
}
