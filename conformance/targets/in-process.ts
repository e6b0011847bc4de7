import { readFileSync } from 'node:fs';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Engine, createApp, createEngine } from '../../src/app.ts';
import { createSessions, randomKey } from '../../src/control/sessions.ts';
import { dialectNamed, spokenDialect } from '../../src/dialects/dialects.ts';
import type { Fill, SpokenDialect } from '../../src/dialects/spoken.ts';
import { Store } from '../../src/store/store.ts';
import { worldTables } from '../../src/store/world.ts';
import { type Target, sendHttp, tokenVariable } from './target.ts';

/** The ids of the demo world, by the names that cases use. */
export const demoNames = JSON.parse(readFileSync(new URL('demo.json', import.meta.url), 'utf8')) as Record<
  string,
  unknown
>;

/** The folder of the demo world. */
export const demoWorld = fileURLToPath(new URL('../../fixtures/world', import.meta.url));

/** Builds the request handler of a world that was just loaded; a breakage of the stand-in is another one of these. */
export type Build = (store: Store, engine: Engine, dialect: SpokenDialect) => RequestListener;

const sound: Build = (store, engine, dialect) =>
  createApp({
    store,
    engine,
    dialect,
    sessions: createSessions({ store, key: randomKey(), lifetime: 7200 }),
  }).callback() as RequestListener;

/** The stand-in in this process, on a free port of this machine, with a fresh demo world after each reset. */
export async function inProcess({
  build = sound,
  timeout = 5000,
  dialect = 'specification',
  fill = 'mock',
}: { build?: Build; timeout?: number; dialect?: string; fill?: Fill } = {}): Promise<Target> {
  const spoken = await spokenDialect(dialect);
  const engine = createEngine(spoken, fill);
  const beginning = worldTables(demoWorld, Date.now());
  let answer: RequestListener;
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  return {
    url,
    dialect: dialectNamed(dialect),
    names: demoNames,
    credential: tokenVariable,
    secrets: () =>
      (['admin', 'member', 'other'] as const).map((actor) => ({
        secret: `${actor}-token`,
        name: tokenVariable(actor),
      })),
    reset: () => {
      answer = build(new Store(beginning.copy()), engine, spoken);
    },
    authorization: async (actor): Promise<Record<string, string>> => {
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
