#!/usr/bin/env node
import { escapeControlCharacters, escapeLine } from '../client/format-text.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { checkCommand } from './commands/check.ts';
import { conformCommand } from './commands/conform.ts';
import { documentsCommand } from './commands/documents.ts';
import { discoverCommand } from './commands/discover.ts';
import { execCommand } from './commands/exec.ts';
import { generateCommand } from './commands/generate.ts';
import { importCommand } from './commands/import.ts';
import { exportCommand } from './commands/export.ts';
import { mcpCommand } from './commands/mcp.ts';
import { recordCommand } from './commands/record.ts';
import { replayCommand } from './commands/replay.ts';
import { schemaCommand } from './commands/schema.ts';
import { serveCommand } from './commands/serve.ts';
import { version } from '../version.ts';
import { readCommandLine } from './program.ts';
import type { Terminal } from './terminal.ts';

/** Every command; the first one runs if none is named. */
const commands = [
  serveCommand,
  execCommand,
  checkCommand,
  generateCommand,
  importCommand,
  exportCommand,
  schemaCommand,
  documentsCommand,
  mcpCommand,
  conformCommand,
  discoverCommand,
  recordCommand,
  replayCommand,
];

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function openTerminal(): Terminal {
  const abort = new AbortController();
  const abortingSignals = ['SIGINT', 'SIGTERM'] as const;
  // Without a listener, the second signal ends the process.
  const end = (signal: NodeJS.Signals) => {
    for (const name of abortingSignals) process.off(name, end);
    abort.abort(signal);
  };
  for (const name of abortingSignals) process.on(name, end);
  const { isTTY } = process.stderr;
  return {
    environment: process.env,
    print: (text) => process.stdout.write(`${text}\n`),
    printError: (text) => process.stderr.write(text),
    isErrorTerminal: isTTY,
    progress(text, isMilestone = false) {
      if (isTTY) process.stderr.write(`\r\u001b[K${text}`);
      else if (isMilestone) process.stderr.write(`${text}\n`);
    },
    colors: process.stdout.isTTY && !process.env['NO_COLOR'],
    columns: process.stdout.columns,
    signal: abort.signal,
    onSignal(listener) {
      const pass = (signal: NodeJS.Signals) => {
        if (signal !== 'SIGINT' || !process.stdin.isTTY) listener(signal);
      };
      for (const name of endingSignals) process.on(name, pass);
      return () => endingSignals.forEach((name) => process.off(name, pass));
    },
  };
}

/** Hides the password of each URL: a message repeats what was passed to the wrong flag. */
const hidePasswords = (text: string): string =>
  text.replaceAll(/(:\/\/[^\s'"/:]*:)[^\s'"]*@/g, '$1***@').replaceAll(/([?&](?:ssl)?password=)[^&\s'"]*/gi, '$1***');

try {
  const commandLine = readCommandLine(commands, version, process.argv.slice(2), process.env);
  if ('print' in commandLine) process.stdout.write(`${commandLine.print}\n`);
  else process.exitCode = await commandLine.command.run(commandLine.invocation, openTerminal());
} catch (error) {
  const isExpected = error instanceof CommandError;
  // A message may quote a server or a file.
  const text = isExpected
    ? error.problems.map(escapeLine).join('\n        ')
    : escapeControlCharacters(String((error as Error).stack));
  process.stderr.write(`plenum: ${hidePasswords(text)}\n`);
  process.exitCode = isExpected ? error.exitCode : exitCodes.internal;
}
