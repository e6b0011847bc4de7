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
