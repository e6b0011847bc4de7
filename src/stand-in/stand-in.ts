import { dialectWithSchema, loadServerDialect } from '../dialects/dialects.ts';
import { describeUnknown } from '../option.ts';
import { type StandIn, controlStandIn } from './controls.ts';
import { createServer } from './create-server.ts';
import { createFetch } from './fetch.ts';
import {
  type ServerOptions,
  defaultOptions,
  type StandInOptionValues,
  serverOptions,
  standInOptionNames,
} from './options.ts';
import type { PlugIn } from './plug-in.ts';
import { type RecordOptions, readOption, readWorld, usage } from './world-option.ts';

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
  const context = { dialect, checkAddedMember: town?.checkAddedMember };
  const source = await readWorld({ world: givenWorld, base, generate }, values, context);
  const { url, httpServer, controlToken, close } = await createServer(
    { ...serverValues, ...(source.folder !== undefined && { world: source.folder }) },
    { plugIns, onBug, isWorldChosen: typeof givenWorld === 'string', ...source.parts },
  );
  return controlStandIn({
    url,
    controlToken,
    createFetch: (headers) => createFetch(httpServer, url, headers),
    close,
  });
}

type Values = Omit<StandInOptionValues, 'world'>;

function readOptions(values: Values): Partial<ServerOptions> {
  const options: Record<string, unknown> = { port: 0, memory: (values.data ?? values.store) === undefined };
  const unknown = describeUnknown(values, [...standInOptionNames, 'base', 'generate', 'use', 'onBug']);
  if (unknown) throw usage(unknown);
  for (const name of standInOptionNames) {
    const value = (values as StandInOptionValues)[name];
    if (value !== undefined) options[name] = readOption<unknown>(name, serverOptions[name], value);
  }
  return options;
}
