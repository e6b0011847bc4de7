import { readFileSync } from 'node:fs';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { CommandError } from './errors.ts';

/**
 * Reads and parses a JSON file. Throws a CommandError with the file, line and reason if it is unreadable or not JSON.
 */
export function readJson(file: string, exitCode: number): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`, exitCode);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${file}, ${describeSyntaxError(text)}`, exitCode);
  }
}

function describeSyntaxError(text: string): string {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [{ error, offset } = { error: 1, offset: text.length }] = errors;
  const line = text.slice(0, offset).split('\n').length;
  return `line ${line}: not JSON: ${printParseErrorCode(error)}`;
}
