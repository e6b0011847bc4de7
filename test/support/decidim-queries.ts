import { createExecutor } from '../../src/server/app.ts';
import { SimulatedServerError } from '../../src/errors.ts';
import type { Store } from '../../src/store/store.ts';
import { createMemoryStore } from '../../src/store/open.ts';
import { type Actor, type AnyData, demoWorld } from './test-server.ts';
import { serverDialect as specification } from '../../src/dialects/specification/server.ts';
import type { MockMode } from '../../src/contract/server-dialect.ts';
import { createDecidimSchema } from '../../src/dialects/decidim/schema/create-schema.ts';
import { behavior } from '../../src/dialects/decidim/behavior/behavior.ts';

const spoken = { ...specification, createSchema: createDecidimSchema, behavior };
const engines = { mock: createExecutor(spoken, 'mock'), empty: createExecutor(spoken, 'empty') };
const users: Record<Actor, number | null> = { admin: 1, member: 2, other: 3, anonymous: null };

/** The demo world, asked in this process. */
export interface QueryRunner {
  store: Store;
  query(query: string, actor?: Actor): { data: AnyData; messages: string[]; crashed: boolean };
}

/** A fresh demo world that answers in the platform's schema. */
export function createQueryRunner(fill: MockMode = 'empty'): QueryRunner {
  const store = createMemoryStore(demoWorld);
  return {
    store,
    query(query, actor = 'anonymous') {
      const viewer = store.find('users', users[actor]) ?? null;
      const context = { viewer, store, behavior, origin: 'http://localhost', durable: undefined };
      const { data, errors = [] } = engines[fill].run({ query }, context) as AnyData;
      return {
        data: JSON.parse(JSON.stringify(data ?? null)),
        messages: errors.map(({ message }: AnyData) => message as string),
        crashed: errors.some(({ originalError }: AnyData) => originalError instanceof SimulatedServerError),
      };
    },
  };
}
