#!/usr/bin/env node
import { CommanderError } from 'commander';
import { escapeControlCharacters, escapeLine } from '../client/format-text.ts';
import { replaceInText } from '../client/secrets.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { createProgram } from './program.ts';
import { openTerminal } from './terminal.ts';

try {
  const terminal = openTerminal();
  await createProgram(terminal).parseAsync();
  process.exitCode = terminal.exitCode;
} catch (error) {
  // Commander throws after it has printed the help or the version.
  if (!(error instanceof CommanderError)) {
    const isExpected = error instanceof CommandError;
    // A message may quote a server or a file.
    const text = isExpected
      ? error.problems.map(escapeLine).join('\n        ')
      : escapeControlCharacters(String((error as Error).stack));
    // It may also repeat what was passed to the wrong flag, such as the URL of a database.
    process.stderr.write(`plenum: ${replaceInText(text, () => '***')}\n`);
    process.exitCode = isExpected ? error.exitCode : exitCodes.internal;
  }
}
