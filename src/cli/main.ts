#!/usr/bin/env node
import { CommanderError } from 'commander';
import { escapeControlCharacters, escapeLine } from '../client/format-text.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { createProgram } from './program.ts';
import { openTerminal } from './terminal.ts';

/** Hides the password of each URL: a message repeats what was passed to the wrong flag. */
const hidePasswords = (text: string): string =>
  text.replaceAll(/(:\/\/[^\s'"/:]*:)[^\s'"]*@/g, '$1***@').replaceAll(/([?&](?:ssl)?password=)[^&\s'"]*/gi, '$1***');

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
    process.stderr.write(`plenum: ${hidePasswords(text)}\n`);
    process.exitCode = isExpected ? error.exitCode : exitCodes.internal;
  }
}
