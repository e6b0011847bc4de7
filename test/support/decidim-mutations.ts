import { createExecutor } from '../../src/server/app.ts';
import type { RequestContext } from '../../src/contract/request-context.ts';
import { createGraphqlJsExecutor } from '../../src/contract/executor.ts';
import { createMemoryStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { type AnyData, demoWorld } from './test-server.ts';
import type { ServerDialect } from '../../src/contract/server-dialect.ts';
import { rules } from '../../src/dialects/decidim/forms/attribute-rules.ts';
import { mountDecidimHttp } from '../../src/dialects/decidim/http/protocol.ts';
import { permissions } from '../../src/dialects/decidim/permissions.ts';
import { createDecidimSchema } from '../../src/dialects/decidim/schema/create-schema.ts';
import { behavior } from '../../src/dialects/decidim/behavior/behavior.ts';

// The dialect's schema, rules and ways below the executor of graphql-js: what is said of documents is not looked at here.
const dialect: ServerDialect = {
  createSchema: createDecidimSchema,
  permissions,
  attributeRules: rules,
  behavior,
  createExecutor: (schema, authorize) =>
    createGraphqlJsExecutor({ schema, authorize, limits: { depth: 30, cost: 500_000, tokens: 20_000 } }),
  mountHttp: mountDecidimHttp,
};
let engine: ReturnType<typeof createExecutor> | undefined;

/** What came back: the field that was written, or the first error. */
export interface MutationOutcome {
  value: AnyData;
  code?: string;
  path?: readonly (string | number)[];
  /** `attribute message` of every refused attribute. */
  problems?: string[];
  /** Whether the deployment would answer 500. */
  isServerError: boolean;
}

/** A fresh demo world, and what writes to it by the operations of the platform. */
export function createMutationRunner({ store = createMemoryStore(demoWorld) }: { store?: Store } = {}) {
  engine ??= createExecutor(dialect, 'empty');
  const run = async (query: string, variables: object, actor: string | null): Promise<MutationOutcome> => {
    const viewer = store.all('users').find(({ key }) => key === `${actor}-key`) ?? null;
    const context: RequestContext = { viewer, store, behavior, origin: 'http://localhost', durable: undefined };
    const { data, errors } = await engine!.run({ query, variables: { ...variables } }, context);
    let value: AnyData = JSON.parse(JSON.stringify(data ?? null));
    while (value && typeof value === 'object' && Object.keys(value).length === 1) [value] = Object.values(value);
    const [error] = errors ?? [];
    if (!error) return { value, isServerError: false };
    const { code, errors: list } = error.extensions as { code: string; errors?: { path: string[]; message: string }[] };
    return {
      value,
      code,
      path: error.path!,
      problems: list?.map(({ path, message }) => `${path[1]} ${message}`),
      isServerError: error.originalError?.constructor.name === 'SimulatedServerError',
    };
  };
  return { store, run };
}
