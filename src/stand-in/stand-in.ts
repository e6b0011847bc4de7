import { randomUUID } from 'node:crypto';
import { dialectWithSchema, loadServerDialect } from '../dialects/dialects.ts';
import { describeUnknown, parseOption } from '../option.ts';
import type { StandIn } from './controls.ts';
import { createControls, sessionHeaders, stateOf } from './create-controls.ts';
import { createServer } from './create-server.ts';
import {
  type ServerOptions,
  defaultOptions,
  type StandInOptionValues,
  serverOptions,
  standInOptionNames,
} from './options.ts';
import type { PlugIn } from './plug-in.ts';
import type { RecordOptions } from './record-options.ts';
import { readWorld, usage } from './world-option.ts';

export type { StandIn };

/**
 * What `createStandIn` accepts: the options of `plenum serve`, with other defaults for `port` (0, any free port) and `memory` (true, unless
 * `data` or `store` is set).
 */
export interface StandInOptions extends Omit<StandInOptionValues, 'world'>, RecordOptions {
  /** Koa middleware that runs before the API and can respond to any path. */
  use?: PlugIn[];
  /** Receives every unexpected error; the client gets a masked one. Default: the error is written to stderr. */
  onBug?: (error: Error) => void;
}

/** Starts a stand-in in this process, as `src/index.ts` describes. */
export async function createStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const { use: plugIns = [], onBug, world: givenWorld, base, generate, ...values } = options;
  if (!Array.isArray(plugIns) || !plugIns.every((each) => typeof each === 'function'))
    throw usage('"use" must be a list of Koa middleware');
  const serverValues = readOptions(values);
  const { schema, dialect = defaultOptions.dialect } = serverValues;
  const town = schema === undefined ? undefined : await loadServerDialect(dialectWithSchema(dialect, schema));
  const source = await readWorld({ world: givenWorld, base, generate }, values, town?.checkAddedMember);
  const { world, sessions, ...server } = await createServer(
    {
      ...serverValues,
      ...(source.folder !== undefined && { world: source.folder }),
    },
    { plugIns, onBug, isWorldChosen: typeof givenWorld === 'string', ...source.parts },
  );
  const { url, httpServer } = server;
  let closed: Promise<void> | undefined;
  const assertOpen = () => {
    if (closed) throw new Error('the stand-in is closed');
  };
  const shared = { httpServer, url, assertOpen };
  return {
    ...createControls(world, { ...shared, headers: {} }),
    port: Number(new URL(url).port),
    async session(name = randomUUID(), { from, ...rest } = {}) {
      assertOpen();
      const unknown = describeUnknown(rest, ['from']);
      if (unknown) throw new TypeError(`session: ${unknown}`);
      const own = await (from ? sessions.create(name, stateOf(from)) : sessions.get(name));
      return {
        ...createControls(own, { ...shared, headers: sessionHeaders(name) }),
        name,
        close: async () => void sessions.delete(name),
      };
    },
    close: () => (closed ??= server.close()),
  };
}

type Values = Omit<StandInOptionValues, 'world'>;

function readOptions(values: Values): Partial<ServerOptions> {
  const options: Record<string, unknown> = { port: 0, memory: (values.data ?? values.store) === undefined };
  const unknown = describeUnknown(values, [...standInOptionNames, 'base', 'generate', 'use', 'onBug']);
  if (unknown) throw usage(unknown);
  for (const name of standInOptionNames) {
    const value = (values as StandInOptionValues)[name];
    if (value === undefined) continue;
    try {
      options[name] = parseOption(serverOptions[name], value);
    } catch (error) {
      throw usage(`"${name}" ${(error as Error).message}`);
    }
  }
  return options;
}
