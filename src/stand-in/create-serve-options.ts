import { basename, resolve } from 'node:path';
import { loadServerDialect } from '../dialects/dialects.ts';
import { CommandError, exitCodes } from '../errors.ts';
import type { ServerOptions } from './options.ts';
import type { ServeOptions } from './serve-options.ts';
import { version } from './version.ts';

/** The options that are for a command, not for the server itself. */
export type CommandOption = 'log' | 'verbose' | 'watch' | 'shadow' | 'shadow-rate';

/** Returns what the server is started with. Throws a CommandError for an unknown dialect, and for options that contradict. */
export async function createServeOptions(
  options: Omit<ServerOptions, CommandOption>,
  onBug: (error: Error) => void,
): Promise<ServeOptions> {
  if (options['require-session'] && options['no-admin'])
    throw new CommandError('require-session needs test sessions, which no-admin turns off', exitCodes.usage);
  if (options.store !== undefined && options.memory)
    throw new CommandError('store keeps the records in a database, and memory keeps none', exitCodes.usage);
  if (options['upstream-writes'] && options.upstream === undefined)
    throw new CommandError('upstream-writes needs upstream, the origin to forward to', exitCodes.usage);
  return {
    identity: { version, dialect: options.dialect, world: basename(resolve(options.world)) },
    host: options.host,
    port: options.port,
    world: options.world,
    data: options.memory ? null : options.data,
    store: options.store,
    dialect: await loadServerDialect(options.dialect),
    mockMode: options.fill,
    limitRequests: options.limits === 'on',
    corsOrigins: options['cors-origin'],
    allowedHosts: options['allowed-hosts'],
    tokenLifetimeSeconds: options['token-lifetime'] * 60,
    adminToken: options['admin-token'],
    noAdmin: options['no-admin'],
    maxSessions: options['max-sessions'],
    sessionIdleMs: options['session-idle'] * 60_000,
    requireSession: options['require-session'],
    ...(options.upstream !== undefined && {
      upstream: { origin: options.upstream, forwardsWrites: options['upstream-writes'] },
    }),
    onBug,
  };
}
