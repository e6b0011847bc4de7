import type { ParseError } from 'jsonc-parser';
import { CommandError } from './errors.ts';
import { jsoncParser } from './packages.ts';
import { readText } from './read-text.ts';

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
    text = readText(file);
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

/** What the codes of the parser mean to a person who wrote the file. */
const syntaxErrors: Record<string, string> = {
  InvalidSymbol: 'a word that JSON does not have; texts need double quotes',
  InvalidNumberFormat: 'a number is not written as JSON has it',
  PropertyNameExpected: 'a name in double quotes is missing, or there is a comma too many',
  ValueExpected: 'a value is missing, or there is a comma too many',
  ColonExpected: 'a colon is missing after a name',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'there is text after the end of the value',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'a closing double quote is missing',
  UnexpectedEndOfNumber: 'a number ends too early',
  InvalidUnicode: 'an escape \\u needs four hexadecimal digits',
  InvalidEscapeCharacter: 'an escape that JSON does not have',
  InvalidCharacter: 'a control character in a text must be escaped',
};

function describeSyntaxError(text: string): string {
  const { parse, printParseErrorCode } = jsoncParser();
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [{ error, offset } = { error: 1, offset: text.length }] = errors;
  const line = text.slice(0, offset).split('\n').length;
  return `line ${line}: not JSON: ${syntaxErrors[printParseErrorCode(error)] ?? 'a mistake in the syntax'}`;
}
