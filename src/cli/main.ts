#!/usr/bin/env node
import '../load-graphql.ts';
import { type Invocation, parseInvocation } from './config.ts';
import { type Config, createServeOptions } from '../options.ts';
import type { SuiteCommand } from './command-names.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { createLogger } from './logger.ts';
import { serve } from '../server/serve.ts';
import { formatWelcome } from './welcome.ts';
import { resetDataFolder } from '../store/open.ts';
import { loadWorld } from '../store/world.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

async function runServer(config: Config, given: ReadonlySet<keyof Config>): Promise<number> {
  const log = createLogger(config.log, (line) => process.stderr.write(line));
  const { url, openedStore, stop } = await serve(await createServeOptions(config, (error) => log.error('bug', error)));
  if (openedStore.droppedTornLine)
    log.info('dropped the last line of the journal: it was half-written, and never acknowledged');
  if (openedStore.source === 'data' && given.has('world'))
    log.info('the world is not loaded: the data folder has records; see plenum reset');
  const signal = new Promise<string>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  print(formatWelcome(url, openedStore.store, config));
  log.info('listening', { url });
  log.info('stopping', { signal: await signal });
  await stop();
  return 0;
}

function checkWorld({ world }: Config): number {
  const { problems } = loadWorld(world, Date.now());
  for (const problem of problems) print(problem);
  print(problems.length === 0 ? `${world} is right` : `${problems.length} problem${problems.length > 1 ? 's' : ''}`);
  return problems.length === 0 ? 0 : exitCodes.usage;
}

async function run(invocation: Invocation): Promise<number> {
  if ('print' in invocation) {
    print(invocation.print);
    return 0;
  }
  const { command, config, explicitOptions } = invocation;
  if (command === 'serve') return runServer(config, explicitOptions);
  if (command === 'check') return checkWorld(config);
  await resetDataFolder(config);
  print(`${config.data} holds the world of ${config.world} again`);
  return 0;
}

/** What the suite sees of this process; Ctrl-C ends a run early, and in good order. */
function terminal() {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort());
  const { isTTY } = process.stderr;
  return {
    environment: process.env,
    print,
    progress: (text: string, milestone = false) => {
      if (isTTY) process.stderr.write(`\r\u001b[K${text}`);
      else if (milestone) process.stderr.write(`${text}\n`);
    },
    colours: process.stdout.isTTY && !process.env['NO_COLOR'],
    columns: process.stdout.columns,
    signal: stop.signal,
  };
}

const suite: Record<
  SuiteCommand,
  () => Promise<(args: string[], seen: ReturnType<typeof terminal>) => Promise<number>>
> = {
  conform: async () => (await import('../../conformance/index.ts')).runConformCommand,
  diff: async () => (await import('./commands/diff.ts')).runDiff,
  fidelity: async () => (await import('./commands/fidelity.ts')).runFidelity,
  record: async () => (await import('./commands/record.ts')).runRecordCommand,
};

async function runCommand([name, ...rest]: string[]): Promise<number> {
  if (Object.hasOwn(suite, name ?? '')) return (await suite[name as SuiteCommand]())(rest, terminal());
  return run(parseInvocation(process.argv.slice(2), process.env));
}

try {
  process.exitCode = await runCommand(process.argv.slice(2));
} catch (error) {
  const known = error instanceof CommandError;
  process.stderr.write(`plenum: ${known ? error.message : (error as Error).stack}\n`);
  process.exitCode = known ? error.exitCode : exitCodes.internal;
}
