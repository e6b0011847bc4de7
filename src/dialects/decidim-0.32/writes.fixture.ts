import { createEngine } from '../../app.ts';
import type { Context } from '../../contract/context.ts';
import { createExecutor } from '../../contract/executor.ts';
import { memoryStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import { type Data, demoWorld } from '../../testing/stand-in.ts';
import type { SpokenDialect } from '../spoken.ts';
import { rules } from './forms/forms.ts';
import { permissions } from './permissions.ts';
import { decidimSchema } from './schema.ts';
import { ways } from './ways.ts';

// The dialect's schema, rules and ways below the executor of graphql-js: what is said of documents is not looked at here.
const dialect: SpokenDialect = {
  schema: decidimSchema,
  permissions,
  rules,
  ways,
  executor: (schema, refuse) =>
    createExecutor({ schema, refuse, limits: { depth: 30, cost: 500_000, tokens: 20_000 } }),
  http: 'platform',
};
let engine: ReturnType<typeof createEngine> | undefined;

/** What came back: the field that was written, or the first error. */
export interface Written {
  value: Data;
  code?: string;
  path?: readonly (string | number)[];
  /** `attribute message` of every refused attribute. */
  problems?: string[];
  /** Whether the deployment would answer 500. */
  crash: boolean;
}

/** A fresh demo world, and what writes to it by the operations of the platform. */
export function writer({ store = memoryStore(demoWorld) }: { store?: Store } = {}) {
  engine ??= createEngine(dialect, 'empty');
  const run = async (query: string, variables: object, actor: string | null): Promise<Written> => {
    const viewer = store.all('users').find(({ key }) => key === `${actor}-key`) ?? null;
    const context: Context = { viewer, store, ways, origin: 'http://localhost', durable: undefined };
    const { data, errors } = await engine!.run({ query, variables: { ...variables } }, context);
    let value: Data = JSON.parse(JSON.stringify(data ?? null));
    while (value && typeof value === 'object' && Object.keys(value).length === 1) [value] = Object.values(value);
    const [error] = errors ?? [];
    if (!error) return { value, crash: false };
    const { code, errors: list } = error.extensions as { code: string; errors?: { path: string[]; message: string }[] };
    return {
      value,
      code,
      path: error.path!,
      problems: list?.map(({ path, message }) => `${path[1]} ${message}`),
      crash: error.originalError?.constructor.name === 'Crash',
    };
  };
  return { store, run };
}
