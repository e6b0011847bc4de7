import { CommanderError } from 'commander';
import type { CreateCommand } from '../../src/cli/command.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

/** Runs a command in this process, as `plenum` does, and returns its exit code. */
export async function runCommand(
  createCommand: CreateCommand,
  args: string[],
  changes: Partial<Terminal> = {},
): Promise<number> {
  const terminal: Terminal = {
    environment: {},
    print: () => {},
    printError: () => {},
    isErrorTerminal: false,
    progress: () => {},
    colors: false,
    columns: undefined,
    onSignal: () => () => {},
    signal: new AbortController().signal,
    exitCode: 0,
    ...changes,
  };
  try {
    await createCommand(terminal).parseAsync(args, { from: 'user' });
  } catch (error) {
    // The help was printed.
    if (!(error instanceof CommanderError)) throw error;
  }
  return terminal.exitCode;
}

/** Runs a command, and returns its exit code and what it prints. */
export async function captureCommand(
  command: CreateCommand,
  args: string[],
  terminal: Partial<Terminal> = {},
): Promise<{ code: number; printed: string[]; output: string }> {
  const printed: string[] = [];
  const code = await runCommand(command, args, { print: (text) => void printed.push(text), ...terminal });
  return { code, printed, output: printed.join('\n') };
}
