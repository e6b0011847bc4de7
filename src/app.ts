import Koa from 'koa';
import type { Context } from './contract/context.ts';
import type { Runner } from './contract/executor.ts';
import type { Sessions } from './control/sessions.ts';
import { standIn as specification } from './dialects/specification/stand-in.ts';
import type { Fill, SpokenDialect } from './dialects/spoken.ts';
import { graphqlOverHttp } from './http/graphql-over-http.ts';
import { platform } from './http/platform.ts';
import { rootRefusal, withPolicy } from './policy/policy.ts';
import type { Store } from './store/store.ts';
import { withValidation } from './validation/validation.ts';

/** What a dialect's documents run on; it holds no records, so that one serves many stores. */
export type Engine = Runner<Context>;

/** The contract in a dialect, ready to run documents. */
export function createEngine(dialect: SpokenDialect = specification, fill: Fill = 'mock'): Engine {
  // A mutation asks for the role and the component's setting first, then for the attributes.
  const schema = withPolicy(withValidation(dialect.schema(fill), dialect.rules), dialect.permissions);
  return dialect.executor(schema, rootRefusal(schema));
}

export interface AppOptions {
  store: Store;
  sessions: Sessions;
  dialect?: SpokenDialect;
  /** What documents run on: made for the dialect when it is left out. */
  engine?: Engine;
  /** Whether an address may send 100 requests a minute at most, as the platform in production. */
  throttled?: boolean;
  /** Told of every bug, whole; the client is told nothing of it. */
  onBug?: (error: Error) => void;
}

const protocols = { 'graphql-over-http': graphqlOverHttp, platform };

/** The stand-in over an opened store: a Koa app that does not listen yet. */
export function createApp({ store, sessions, dialect = specification, engine, throttled, onBug }: AppOptions): Koa {
  const app = new Koa();
  // A client that goes away is no bug of the server.
  app.on('error', (error: NodeJS.ErrnoException) => /^(ECONN|EPIPE|HPE_)/.test(error.code ?? '') || onBug?.(error));
  const { ways, http } = dialect;
  protocols[http](app, { runner: engine ?? createEngine(dialect), sessions, store, ways, throttled });
  return app;
}
