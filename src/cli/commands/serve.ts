import { CommandError, exitCodes } from '../../errors.ts';
import { serverOptions } from '../../stand-in/options.ts';
import { loadPlugIns } from '../../stand-in/plug-ins.ts';
import { defineCommand } from '../command.ts';
import { createLogger, logBug, logExchange } from '../logger.ts';
import { formatWelcome } from '../welcome.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'start the stand-in at http://HOST:PORT/api; this is what plenum does without a command',
  options: serverOptions,
  isConfigurable: true,
  notes: `A flag wins over an environment variable (--port is PLENUM_PORT), that over the file of --config or PLENUM_CONFIG, and that over
the default.

Exit codes: 0 done, 2 a wrong flag, configuration or world, 65 damaged records, 69 a port, folder or database that
cannot be used, 70 a bug, 78 a data folder of another world, or of somebody else.`,
  async run({ options, isSet }, { print, printError, signal }) {
    const { createServer } = await import('../../stand-in/create-server.ts');
    const logger = createLogger(options.log, printError);
    const instead = options.store === undefined ? options.memory && 'memory' : 'store';
    if (instead && isSet('data')) throw new CommandError(`--${instead} and --data cannot be combined`, exitCodes.usage);
    const server = await createServer(options, {
      plugIns: options.use === undefined ? [] : await loadPlugIns(options.use),
      isWorldChosen: isSet('world'),
      onBug: (error) => logBug(logger, error),
      onExchange: options.log === 'none' ? undefined : (exchange) => logExchange(logger, exchange),
      onWorldChange: (error) =>
        error ? logger.info('world not loaded', { reason: error.message }) : logger.info('world loaded'),
    });
    const { url, openedStore, warnings, close } = server;
    const { source, droppedTornLine } = openedStore;
    if (droppedTornLine)
      logger.info('dropped the last line of the journal: it was half-written and never acknowledged');
    if (source === 'data' && isSet('world') && !options.reset)
      logger.info(
        `the world is not loaded again, because ${options.store === undefined ? 'the data folder' : 'the database'} has records; --reset loads it`,
      );
    for (const warning of warnings) logger.info('warning', { warning });
    print(formatWelcome(server, options));
    logger.info('listening', { url });
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    logger.info('stopping', { signal: String(signal.reason) });
    await close();
    return 0;
  },
});
