import { CommandError, StorageError, exitCodes } from '../../errors.ts';
import { serve } from '../../stand-in/serve.ts';
import { defineCommand } from '../command.ts';
import { logExchange } from '../log-exchange.ts';
import { type Logger, createLogger } from '../logger.ts';
import { shareExecutor } from '../../server/app.ts';
import { createServeOptions } from '../../stand-in/create-serve-options.ts';
import { type ServerOptions, serverOptions } from '../../stand-in/options.ts';
import type { ServeOptions } from '../../stand-in/serve-options.ts';
import { formatWelcome } from '../welcome.ts';
import { serverNotes } from './notes.ts';

/** Logs a bug with its stack; a disk that fails is not a bug. */
export const logBug = (logger: Logger, error: Error): void =>
  error instanceof StorageError
    ? logger.info('records could not be written', { reason: (error.cause as Error).message })
    : logger.error('bug', error);

/** Creates the shadow if the options name one. Most servers have none, so it is loaded only then. */
async function openShadow(
  { shadow: url, 'shadow-rate': rate, dialect }: Pick<ServerOptions, 'shadow' | 'shadow-rate' | 'dialect'>,
  serveOptions: ServeOptions,
  environment: NodeJS.ProcessEnv,
) {
  if (url === undefined) return undefined;
  const { createShadow } = await import('../../../tools/shadow/shadow.ts');
  const { schema } = shareExecutor(serveOptions.dialect, serveOptions.mockMode);
  return createShadow({ url, rate, dialect, schema, environment });
}

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'start the stand-in at http://HOST:PORT/api; this is what plenum does without a command',
  options: serverOptions,
  isConfigurable: true,
  notes: serverNotes,
  async run({ options, explicit }, { environment, print, printError, isErrorTerminal, signal }) {
    const logger = createLogger(options.log, printError);
    if (options.watch && !options.memory)
      throw new CommandError('--watch needs --memory: a data folder keeps its own records', exitCodes.usage);
    if (options.store !== undefined && explicit.has('data'))
      throw new CommandError('--store and --data cannot be combined', exitCodes.usage);
    const logWorldChange = (error?: Error) =>
      error ? logger.info('world not loaded', { reason: error.message }) : logger.info('world loaded');
    const isVerbose = options.verbose ?? isErrorTerminal;
    const serveOptions = await createServeOptions(options, (error) => logBug(logger, error));
    const shadow = await openShadow(options, serveOptions, environment);
    const { url, openedStore, warnings, stop } = await serve({
      ...serveOptions,
      ...(shadow && { shadow }),
      ...(isVerbose && { onExchange: (exchange) => logExchange(logger, exchange) }),
      ...(options.watch && { onWorldChange: logWorldChange }),
      onStoreEvent: (message, details) => logger.info(message, details),
    });
    const { store, source, droppedTornLine } = openedStore;
    if (droppedTornLine)
      logger.info('dropped the last line of the journal: it was half-written and never acknowledged');
    if (source === 'data' && explicit.has('world'))
      logger.info('the world is not loaded because the data folder has records; plenum reset loads it');
    for (const warning of warnings) logger.info('warning', { warning });
    print(formatWelcome(url, store, options));
    logger.info('listening', { url });
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    logger.info('stopping', { signal: String(signal.reason) });
    shadow?.close();
    await stop();
    return 0;
  },
});
