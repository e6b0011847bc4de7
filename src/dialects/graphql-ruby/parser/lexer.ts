import type { Source } from 'graphql';
import { locationOfToken } from '../errors/source-location.ts';
import { utf8Bytes, codePoints, inspectString, inspectByte } from '../errors/ruby-text.ts';
import { parseString, findStringEnd } from './string-literals.ts';
import { GraphqlSyntaxError } from '../errors/syntax-error.ts';

const punctuation: Record<string, string> = {
  '{': 'LCURLY',
  '}': 'RCURLY',
  '(': 'LPAREN',
  ')': 'RPAREN',
  '[': 'LBRACKET',
  ']': 'RBRACKET',
  ':': 'COLON',
  $: 'VAR_SIGN',
  '@': 'DIR_SIGN',
  '=': 'EQUALS',
  '!': 'BANG',
  '|': 'PIPE',
  '&': 'AMP',
};

const keywords = new Set(
  `directive enum extend false fragment implements input interface mutation null on query repeatable scalar schema
  subscription true type union`.split(/\s+/),
);

/** A token's name in graphql-ruby's messages; undefined past the last one. */
export type TokenName = string | undefined;

const ignored = /(?:[, \r\n\t]+|#[^\n]*)*/y;
const name = /[_A-Za-z][_0-9A-Za-z]*/y;
const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+[eE][+-]?[0-9]+|\.[0-9]+|[eE][+-]?[0-9]+)?/y;
const malformedNumber = /-[ \t-\r]?[a-z0-9]*/iy;
// A keyword ends at a word boundary, and letters of all alphabets make words.
const wordCharacter = /[\p{L}\p{M}\p{N}\p{Pc}]/u;

/** The tokens of a document, one at a time. */
export class Lexer {
  token: TokenName;
  /** Where the token begins and ends; past the last token, where that one did. */
  start = 0;
  end = 0;
  readonly #text: string;

  constructor(readonly source: Source) {
    this.#text = source.body;
    this.advance();
  }

  advance(): void {
    this.token = this.#next();
  }

  /** The token as it is written. */
  get text(): string {
    return this.#text.slice(this.start, this.end);
  }

  /** What a string's token says. */
  get stringValue(): string {
    const string = parseString(this.text);
    if ('bad' in string) throw this.syntaxError(`Bad unicode escape in ${inspectString(string.bad)}`);
    return string.text;
  }

  /** A message about the token; nothing else is added to what the lexer says. */
  syntaxError(message: string): GraphqlSyntaxError {
    return new GraphqlSyntaxError(message, locationOfToken(this.source, this.start));
  }

  /** The token as messages show it. */
  get tokenInMessage(): string {
    if (this.token === undefined) return '""';
    if (this.token === 'STRING') return inspectString(codePoints(this.stringValue));
    if (this.token === 'UNKNOWN_CHAR') return this.#byteAfter();
    return inspectString(codePoints(this.text));
  }

  #next(): TokenName {
    const text = this.#text;
    ignored.lastIndex = this.end;
    ignored.test(text);
    const start = ignored.lastIndex;
    if (start >= text.length) return undefined;
    this.start = start;
    const character = text[start]!;
    this.end = start + 1;
    const mark = punctuation[character];
    if (mark) return mark;
    name.lastIndex = start;
    if (name.test(text)) return this.#word(name.lastIndex);
    if (character === '"') return this.#string();
    if (character === '.') return this.#spread();
    if (character === '-' || (character >= '0' && character <= '9')) return this.#number();
    return 'UNKNOWN_CHAR';
  }

  #word(end: number): TokenName {
    this.end = end;
    const word = this.text;
    if (!keywords.has(word)) return 'IDENTIFIER';
    const next = this.#text.codePointAt(end);
    return next !== undefined && wordCharacter.test(String.fromCodePoint(next)) ? 'IDENTIFIER' : word.toUpperCase();
  }

  #string(): TokenName {
    const end = findStringEnd(this.#text, this.start);
    if (end === undefined) throw this.syntaxError('Expected string or block string, but it was malformed');
    this.end = end;
    return 'STRING';
  }

  #spread(): TokenName {
    if (!this.#text.startsWith('...', this.start)) {
      // The byte's position is taken for a character's.
      const position = Buffer.byteLength(this.#text.slice(0, this.start));
      const codes = codePoints(this.#text);
      const found = position > codes.length ? 'nil' : inspectString(codes.slice(position, position + 3));
      throw this.syntaxError(`Expected \`...\`, actual: ${found}`);
    }
    this.end = this.start + 3;
    return 'ELLIPSIS';
  }

  #number(): TokenName {
    number.lastIndex = this.start;
    const found = number.exec(this.#text);
    if (!found) {
      malformedNumber.lastIndex = this.start;
      const value = malformedNumber.exec(this.#text)![0];
      throw this.syntaxError(`Expected type 'number', but it was malformed: ${inspectString(codePoints(value))}.`);
    }
    this.end = number.lastIndex;
    return found[1] === undefined ? 'INT' : 'FLOAT';
  }

  /** What is no token is shown as the byte that follows its first one. */
  #byteAfter(): string {
    const [, second] = utf8Bytes(this.#text.codePointAt(this.start)!);
    const next = this.#text.codePointAt(this.end);
    const byte = second ?? (next === undefined ? undefined : utf8Bytes(next)[0]!);
    if (byte === undefined) return '""';
    return byte < 0x80 ? inspectString([byte]) : `"${inspectByte(byte)}"`;
  }
}
