import { createGraphqlExecutor } from '../../src/graphql/executor.ts';
import type { RequestContext } from '../../src/graphql/context.ts';
import type { ServerDialect } from '../../src/dialects/server-dialect.ts';
import { SimulatedServerError } from '../../src/errors.ts';
import { createExecutor } from '../../src/server/executors.ts';
import { createMemoryStore } from './stores.ts';
import type { Store } from '../../src/store/store.ts';
import { decidimServerDialect } from './decidim-dialect.ts';
import { type AnyData, demoWorld } from './test-server.ts';

// The executor of graphql-js, so that the formats of Decidim's errors do not matter.
const dialect: ServerDialect = {
  ...decidimServerDialect,
  createExecutor: (schema, authorize) =>
    createGraphqlExecutor(schema, { depth: 30, cost: 500_000, tokens: 20_000, definitions: 500 }, authorize),
};
const { behavior } = dialect;
let executor: ReturnType<typeof createExecutor> | undefined;

/** The value of the mutation's field, or the first error. */
export interface MutationOutcome {
  value: AnyData;
  code?: string;
  path?: readonly (string | number)[];
  /** `attribute message` of every attribute error. */
  attributeErrors?: string[];
  /** Whether the deployment would respond with status 500. */
  isServerError: boolean;
}

/** Creates a runner for Decidim's mutations, without HTTP. The default store has the demo world. */
export function createMutationRunner({ store = createMemoryStore(demoWorld) }: { store?: Store } = {}) {
  executor ??= createExecutor(dialect, 'empty');
  const run = async (query: string, variables: object, actor: string | null): Promise<MutationOutcome> => {
    const viewer = store.all('users').find(({ key }) => key === `${actor}-key`) ?? null;
    const context: RequestContext = { viewer, store, behavior, origin: 'http://localhost' };
    const { data, errors } = await executor!.run({ query, variables: { ...variables } }, context);
    let value: AnyData = JSON.parse(JSON.stringify(data ?? null));
    while (value && typeof value === 'object' && Object.keys(value).length === 1) [value] = Object.values(value);
    const [error] = errors ?? [];
    if (!error) return { value, isServerError: false };
    const { code, errors: list } = error.extensions as { code: string; errors?: { path: string[]; message: string }[] };
    return {
      value,
      code,
      path: error.path!,
      attributeErrors: list?.map(({ path, message }) => `${path[1]} ${message}`),
      isServerError: error.originalError instanceof SimulatedServerError,
    };
  };
  return { store, run };
}
