import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Executor } from '../../src/contract/executor.ts';
import type { RequestContext } from '../../src/contract/request-context.ts';
import type { MockMode, ServerDialect } from '../../src/contract/server-dialect.ts';
import { loadServerDialect, suiteDialectByName } from '../../src/dialects/dialects.ts';
import { createApp, shareExecutor } from '../../src/server/app.ts';
import { Store } from '../../src/store/store.ts';
import { signedInActors } from '../model/case.ts';
import { type Target, tokenVariable } from '../model/target.ts';
import { demoPlaceholders, demoWorld, loadDemoWorld } from './demo-world.ts';
import { sendHttp } from './http.ts';
import { readRoot } from './identify.ts';

/** Creates the request listener of a server over a store that holds the demo world. */
export type CreateRequestListener = (
  store: Store,
  executor: Executor<RequestContext>,
  dialect: ServerDialect,
) => RequestListener;

/** What cases that sign in as `member` send to the demo world. */
export const demoSignIn = { signInKey: 'member-key', signInSecret: 'member-secret-0123456789' };

/** What cases need that no deployment can be expected to offer: messages in English and a progress. */
export const standInOnly = {
  meetingsInEnglish: 2,
  proposalsInEnglish: 1,
  accountabilityInEnglish: 4,
  resultProgress: 200,
};

const createStandIn: CreateRequestListener = (store, executor, dialect) =>
  createApp({ store, executor, dialect }).callback() as RequestListener;

export interface InProcessOptions {
  /** Default: the stand-in. Tests pass mutants of it. */
  createListener?: CreateRequestListener;
  /** Time limit of a request. Default: 5000. */
  timeoutMs?: number;
  /** Name of a dialect. Default: `specification`. */
  dialect?: string;
  /** A world folder. Default: the demo world. */
  worldFolder?: string;
  /** What cases may use of the world. Default: what the demo world has. */
  placeholders?: Record<string, unknown>;
  /** A folder with world files, whose records are added to the world. */
  additionsFolder?: string;
  /** What the clock shows at the start, in milliseconds since 1970. Default: now. */
  startTime?: number;
  /** Default: `mock`. */
  mockMode?: MockMode;
}

/** Starts the stand-in in this process, on a free port of 127.0.0.1. Each reset restores the world. */
export async function startInProcessTarget({
  createListener = createStandIn,
  timeoutMs = 5000,
  dialect: dialectName = 'specification',
  worldFolder,
  placeholders = demoPlaceholders,
  additionsFolder,
  startTime,
  mockMode = 'mock',
}: InProcessOptions = {}): Promise<Target> {
  const dialect = await loadServerDialect(dialectName);
  const executor = shareExecutor(dialect, mockMode);
  const world = loadDemoWorld(additionsFolder, worldFolder);
  const offsetMs = startTime === undefined ? 0 : startTime - Date.now();
  const clock = () => Date.now() + offsetMs;
  const freshListener = () => createListener(new Store(world.copy(), clock), executor, dialect);
  let listener: RequestListener | undefined;
  const server = createServer((request, response) => (listener ??= freshListener())(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  return {
    url,
    dialect: suiteDialectByName(dialectName),
    placeholders: { ...placeholders, ...demoSignIn, ...standInOnly },
    mayChange: new Set(demoWorld.mayChange),
    actorIds: {},
    missingCredentials: () => undefined,
    credentialSource: tokenVariable,
    secrets: () => [
      ...signedInActors.map((actor) => ({ secret: `${actor}-token`, name: tokenVariable(actor) })),
      { secret: demoSignIn.signInSecret, name: 'signInSecret' },
    ],
    reset: () => {
      listener = freshListener();
    },
    authorizationHeaders: async (actor): Promise<Record<string, string>> => {
      if (actor === 'anonymous') return {};
      return { Authorization: actor === 'stranger' ? 'Bearer not.a.token' : `Bearer ${actor}-token` };
    },
    readRoot: () => readRoot(url, timeoutMs),
    send: (request) => sendHttp(url, request, timeoutMs),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
