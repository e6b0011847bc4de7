import { readFileSync } from 'node:fs';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Executor } from '../../src/contract/executor.ts';
import type { RequestContext } from '../../src/contract/request-context.ts';
import { createApp, createExecutor } from '../../src/server/app.ts';
import { suiteDialectByName, loadServerDialect } from '../../src/dialects/dialects.ts';
import type { MockMode, ServerDialect } from '../../src/contract/server-dialect.ts';
import { Store } from '../../src/store/store.ts';
import { loadWorldTables } from '../../src/store/world.ts';
import { type Target, sendHttp, tokenVariable } from '../model/target.ts';

/** The ids of the demo world, by the names that cases use. */
export const demoPlaceholders = JSON.parse(
  readFileSync(new URL('demo-placeholders.json', import.meta.url), 'utf8'),
) as Record<string, unknown>;

/** The folder of the demo world. */
export const demoWorldFolder = fileURLToPath(new URL('../../fixtures/world', import.meta.url));

/** Builds the request handler of a world that was just loaded; a breakage of the stand-in is another one of these. */
export type CreateRequestListener = (
  store: Store,
  executor: Executor<RequestContext>,
  dialect: ServerDialect,
) => RequestListener;

const sound: CreateRequestListener = (store, executor, dialect) =>
  createApp({ store, executor, dialect }).callback() as RequestListener;

/** The stand-in in this process, on a free port of this machine, with a fresh demo world after each reset. */
export async function startInProcessTarget({
  build = sound,
  timeout = 5000,
  dialect = 'specification',
  fill = 'mock',
}: { build?: CreateRequestListener; timeout?: number; dialect?: string; fill?: MockMode } = {}): Promise<Target> {
  const spoken = await loadServerDialect(dialect);
  const engine = createExecutor(spoken, fill);
  const beginning = loadWorldTables(demoWorldFolder, Date.now());
  let answer: RequestListener;
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  return {
    url,
    dialect: suiteDialectByName(dialect),
    placeholders: demoPlaceholders,
    credentialSource: tokenVariable,
    secrets: () =>
      (['admin', 'member', 'other'] as const).map((actor) => ({
        secret: `${actor}-token`,
        name: tokenVariable(actor),
      })),
    reset: () => {
      answer = build(new Store(beginning.copy()), engine, spoken);
    },
    authorizationHeaders: async (actor): Promise<Record<string, string>> => {
      if (actor === 'anonymous') return {};
      return { Authorization: actor === 'stranger' ? 'Bearer not.a.token' : `Bearer ${actor}-token` };
    },
    send: (request) => sendHttp(url, request, timeout),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
