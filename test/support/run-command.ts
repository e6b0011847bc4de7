import type { Command } from '../../src/cli/command.ts';
import { readCommandLine } from '../../src/cli/program.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

/** What a test sees of a command. */
export type TestTerminal = Omit<Terminal, 'printError' | 'columns' | 'isErrorTerminal' | 'onSignal'> &
  Partial<Terminal>;

/** Runs one command in this process, as `plenum` does, and returns its exit code; the help is printed. */
export async function runCommand(command: Command, args: string[], terminal: TestTerminal): Promise<number> {
  const commandLine = readCommandLine([command], '0.0.0', [command.name, ...args], terminal.environment);
  if ('command' in commandLine)
    return commandLine.command.run(commandLine.invocation, {
      printError: () => {},
      columns: undefined,
      isErrorTerminal: false,
      onSignal: () => () => {},
      ...terminal,
    });
  terminal.print(commandLine.print);
  return 0;
}

/** Runs one command, without environment variables unless `terminal` has some. Returns its exit code, and what it prints. */
export async function captureCommand(
  command: Command,
  args: string[],
  terminal: Partial<TestTerminal> = {},
): Promise<{ code: number; printed: string[]; output: string }> {
  const printed: string[] = [];
  const code = await runCommand(command, args, {
    environment: {},
    print: (text) => void printed.push(text),
    progress: () => {},
    colors: false,
    signal: new AbortController().signal,
    ...terminal,
  });
  return { code, printed, output: printed.join('\n') };
}
