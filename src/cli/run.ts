import { CommanderError } from 'commander';
import { escapeLine } from '../client/format-text.ts';
import { replaceInText } from '../client/secrets.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { createProgram } from './program.ts';
import { openTerminal } from './terminal.ts';

const terminal = openTerminal();
try {
  await createProgram(terminal).parseAsync();
  terminal.end(terminal.exitCode);
} catch (error) {
  // Commander throws after it has printed the help or the version.
  if (error instanceof CommanderError) terminal.end(0);
  else {
    const isExpected = error instanceof CommandError;
    // A message may quote a server or a file.
    const text = isExpected ? error.problems.map(escapeLine).join('\n        ') : String((error as Error).stack);
    // It may also repeat what was passed to the wrong flag, such as the URL of a database.
    terminal.printError(`plenum: ${replaceInText(text, () => '***')}\n`);
    terminal.end(isExpected ? error.exitCode : exitCodes.internal);
  }
}
