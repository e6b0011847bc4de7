import { CommandError, StorageError, exitCodes } from '../../errors.ts';
import { dialectWithSchema, loadServerDialect } from '../../dialects/dialects.ts';
import { shareExecutor } from '../../server/executors.ts';
import { createServer } from '../../stand-in/create-server.ts';
import { serverOptions } from '../../stand-in/options.ts';
import { loadPlugIns } from '../../stand-in/plug-ins.ts';
import { defineCommand } from '../command.ts';
import { logExchange } from '../log-exchange.ts';
import { type Logger, createLogger } from '../logger.ts';
import { formatWelcome } from '../welcome.ts';
import { serverNotes } from './server-help.ts';

/** Logs a bug with its stack; a disk that fails is not a bug. */
export const logBug = (logger: Logger, error: Error): void =>
  error instanceof StorageError
    ? logger.info('records could not be written', { reason: (error.cause as Error).message })
    : logger.error('bug', error);

export const serveCommand = defineCommand({
  name: 'serve',
  group: 'stand-in',
  summary: 'start the stand-in at http://HOST:PORT/api; this is what plenum does without a command',
  options: serverOptions,
  isConfigurable: true,
  notes: serverNotes,
  async run({ options, explicit }, { print, printError, signal }) {
    const logger = createLogger(options.log, printError);
    if (options.store !== undefined && explicit.has('data'))
      throw new CommandError('--store and --data cannot be combined', exitCodes.usage);
    const logWorldChange = (error?: Error) =>
      error ? logger.info('world not loaded', { reason: error.message }) : logger.info('world loaded');
    const plugIns = options.use === undefined ? [] : await loadPlugIns(options.use);
    const dialect = dialectWithSchema(options.dialect, options.schema);
    const { schema } = shareExecutor(await loadServerDialect(dialect), options.fill);
    const server = await createServer(options, {
      plugIns,
      isWorldChosen: explicit.has('world'),
      onBug: (error) => logBug(logger, error),
      onExchange: options.log === 'none' ? undefined : (exchange) => logExchange(logger, exchange),
      onWorldChange: logWorldChange,
    });
    const { url, openedStore, warnings, close } = server;
    const { source, droppedTornLine } = openedStore;
    if (droppedTornLine)
      logger.info('dropped the last line of the journal: it was half-written and never acknowledged');
    if (source === 'data' && explicit.has('world') && !options.reset)
      logger.info(
        `the world is not loaded again, because ${options.store === undefined ? 'the data folder' : 'the database'} has records; --reset loads it`,
      );
    for (const warning of warnings) logger.info('warning', { warning });
    print(formatWelcome(server, schema, options));
    logger.info('listening', { url });
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    logger.info('stopping', { signal: String(signal.reason) });
    await close();
    return 0;
  },
});
