import { readFileSync } from 'node:fs';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { CommandError } from './errors.ts';

/** A file that cannot be used, and why. */
export class FileError extends CommandError {
  constructor(
    readonly file: string,
    readonly reason: string,
    exitCode: number,
    message = `${file} ${reason}`,
  ) {
    super(message, exitCode);
  }
}

/**
 * Reads and parses a JSON file. Throws a FileError with the file, line and reason if it is unreadable or not JSON.
 */
export function readJson(file: string, exitCode: number): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new FileError(file, `cannot be read: ${(error as Error).message}`, exitCode);
  }
  try {
    return JSON.parse(text);
  } catch {
    const reason = describeSyntaxError(text);
    throw new FileError(file, reason, exitCode, `${file}, ${reason}`);
  }
}

function describeSyntaxError(text: string): string {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [{ error, offset } = { error: 1, offset: text.length }] = errors;
  const line = text.slice(0, offset).split('\n').length;
  return `line ${line}: not JSON: ${printParseErrorCode(error)}`;
}
