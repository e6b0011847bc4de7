import { once } from 'node:events';
import { constants } from 'node:os';
import { spawn } from 'node:child_process';
import { CommandError, exitCodes } from '../../errors.ts';
import { serverOptions } from '../../stand-in/options.ts';
import { loadPlugIns } from '../../stand-in/plug-ins.ts';
import { defineCommand } from '../command.ts';
import type { Terminal } from '../terminal.ts';

const { port, world, dialect, schema, oauthAuto, controlToken, faults, record, use } = serverOptions;

export const execCommand = defineCommand({
  name: 'exec',
  summary: 'run a command, such as npm test, with a stand-in whose URL is in PLENUM_URL',
  words: '<command...>',
  options: { port: { ...port, default: 0 }, world, dialect, schema, oauthAuto, controlToken, faults, record, use },
  isConfigurable: true,
  notes: `Put -- before the command: plenum exec -- npm test. The records are in memory only. Signals are passed on to the command.

Exit codes: that of the command, or 128 plus the number of the signal that ended it; 127 a command that cannot be run,
2 a wrong flag, configuration or world, 69 a port that cannot be used, 70 a bug.`,
  async run({ options, words: [command, ...args] }, terminal) {
    const { createServer } = await import('../../stand-in/create-server.ts');
    const { signal } = terminal;
    const plugIns = options.use === undefined ? [] : await loadPlugIns(options.use);
    const { url, close } = await createServer({ ...options, memory: true }, { plugIns });
    try {
      return signal.aborted
        ? 128 + constants.signals[signal.reason as NodeJS.Signals]
        : await runCommand(command!, args, url, terminal);
    } finally {
      await close();
    }
  },
});

/** Runs a command to its end, on Windows also one that is a script such as npm.cmd, also if this process gets signals. Resolves with its exit code. */
async function runCommand(command: string, args: string[], url: string, terminal: Terminal): Promise<number> {
  const { normalizeSpawnCommand } = await import('tinyexec');
  const env = { ...terminal.environment, PLENUM_URL: url };
  const normal = normalizeSpawnCommand(command, args, { stdio: 'inherit', env });
  const child = spawn(normal.command, normal.args, normal.options);
  const stopListening = terminal.onSignal((signal) => void child.kill(signal));
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + constants.signals[signal!];
  } catch (error) {
    throw new CommandError(`${command} cannot be run: ${(error as Error).message}`, exitCodes.commandNotFound);
  } finally {
    stopListening();
  }
}
