import type { Source } from 'graphql';
import { GraphQLSyntaxError } from '../errors/formatted-error.ts';
import { codePoints, inspectByte, inspectString, utf8Bytes } from '../errors/ruby-text.ts';
import { locationOfToken } from '../errors/source-location.ts';
import { type RequestLimits, tooLargeMessage } from '../limits.ts';
import { findStringEnd, parseString } from './string-literals.ts';

const punctuators: Record<string, string> = {
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

const openingTokens = new Set(['LCURLY', 'LPAREN', 'LBRACKET']);
const closingTokens = new Set(['RCURLY', 'RPAREN', 'RBRACKET']);

const keywords = new Set(
  `directive enum extend false fragment implements input interface mutation null on query repeatable scalar schema
  subscription true type union`.split(/\s+/),
);

/** The kinds of tokens that can be a name: identifiers and all keywords. */
export const nameTokens = new Set(['IDENTIFIER', ...Array.from(keywords, (keyword) => keyword.toUpperCase())]);

const namePattern = /[_A-Za-z][_0-9A-Za-z]*/y;
const numberPattern = /-?(?:0|[1-9][0-9]*)(\.[0-9]+[eE][+-]?[0-9]+|\.[0-9]+|[eE][+-]?[0-9]+)?/y;
const malformedNumberPattern = /-[ \t-\r]?[a-z0-9]*/iy;
// graphql-ruby ends a keyword at a word boundary, and letters of all alphabets are word characters.
const wordCharacter = /[\p{L}\p{M}\p{N}\p{Pc}]/u;

/** Returns the offset after blanks, commas and comments. */
function skipIgnored(text: string, start: number): number {
  let index = start;
  for (;;) {
    switch (text[index]) {
      case ' ':
      case ',':
      case '\n':
      case '\r':
      case '\t':
        index++;
        break;
      case '#':
        index = text.indexOf('\n', index);
        if (index === -1) return text.length;
        break;
      default:
        return index;
    }
  }
}

export interface DocumentLimits extends Pick<RequestLimits, 'maxTokens' | 'maxNesting'> {
  /** Whether messages show an unknown character as older versions of graphql-ruby do. */
  showsSkippedBytes?: boolean;
}

/** Splits a document into tokens as graphql-ruby does, one token at a time. Throws GraphQLSyntaxError. */
export class Lexer {
  /** The kind of the current token, as graphql-ruby's messages name it; undefined at the end of the document. */
  token: string | undefined;
  /** Offsets of the current token; at the end of the document, those of the last token. */
  start = 0;
  end = 0;
  readonly #text: string;
  /** The offset after the token before the current one. */
  #previousEnd = 0;
  #tokens = 0;
  #nesting = 0;

  constructor(
    readonly source: Source,
    readonly limits: DocumentLimits = { maxTokens: Infinity, maxNesting: Infinity },
  ) {
    this.#text = source.body;
    this.advance();
  }

  advance(): void {
    const { maxTokens, maxNesting } = this.limits;
    this.token = this.#next();
    if (++this.#tokens > maxTokens) {
      throw new GraphQLSyntaxError(
        `This query is too large to execute: it has more than ${maxTokens} tokens.`,
        undefined,
      );
    }
    if (openingTokens.has(this.token!) && ++this.#nesting > maxNesting) {
      throw new GraphQLSyntaxError(tooLargeMessage, undefined);
    }
    if (closingTokens.has(this.token!)) this.#nesting--;
  }

  /** The source text of the current token. */
  get text(): string {
    return this.#text.slice(this.start, this.end);
  }

  /** The value of the current token, which must be a string. */
  get stringValue(): string {
    const string = parseString(this.text);
    if (typeof string === 'string') return string;
    throw this.syntaxError(`Bad unicode escape in ${inspectString(string.invalidCodePoints)}`);
  }

  /** Creates an error at the current token. */
  syntaxError(message: string): GraphQLSyntaxError {
    return new GraphQLSyntaxError(message, locationOfToken(this.source, this.start));
  }

  /** The current token as messages show it. */
  get tokenInMessage(): string {
    if (this.token === undefined) return '""';
    if (this.token === 'STRING') return inspectString(codePoints(this.stringValue));
    if (this.token === 'UNKNOWN_CHAR') return this.#unknownCharacterInMessage();
    return inspectString(codePoints(this.text));
  }

  #next(): string | undefined {
    const text = this.#text;
    this.#previousEnd = this.end;
    const start = skipIgnored(text, this.end);
    if (start >= text.length) return undefined;
    this.start = start;
    const character = text[start]!;
    this.end = start + 1;
    const punctuator = punctuators[character];
    if (punctuator) return punctuator;
    namePattern.lastIndex = start;
    if (namePattern.test(text)) return this.#name(namePattern.lastIndex);
    if (character === '"') return this.#string();
    if (character === '.') return this.#spread();
    if (character === '-' || (character >= '0' && character <= '9')) return this.#number();
    return 'UNKNOWN_CHAR';
  }

  #name(end: number): string {
    this.end = end;
    const word = this.text;
    if (!keywords.has(word)) return 'IDENTIFIER';
    const next = this.#text.codePointAt(end);
    return next !== undefined && wordCharacter.test(String.fromCodePoint(next)) ? 'IDENTIFIER' : word.toUpperCase();
  }

  #string(): string {
    const end = findStringEnd(this.#text, this.start);
    if (end === undefined) throw this.syntaxError('Expected string or block string, but it was malformed');
    this.end = end;
    return 'STRING';
  }

  #spread(): string {
    if (!this.#text.startsWith('...', this.start)) {
      // graphql-ruby uses a byte offset as a character index here.
      const position = Buffer.byteLength(this.#text.slice(0, this.start));
      const codes = codePoints(this.#text);
      const actual = position > codes.length ? 'nil' : inspectString(codes.slice(position, position + 3));
      throw this.syntaxError(`Expected \`...\`, actual: ${actual}`);
    }
    this.end = this.start + 3;
    return 'ELLIPSIS';
  }

  #number(): string {
    numberPattern.lastIndex = this.start;
    const match = numberPattern.exec(this.#text);
    if (!match) {
      malformedNumberPattern.lastIndex = this.start;
      const value = malformedNumberPattern.exec(this.#text)![0];
      throw this.syntaxError(`Expected type 'number', but it was malformed: ${inspectString(codePoints(value))}.`);
    }
    this.end = numberPattern.lastIndex;
    return match[1] === undefined ? 'INT' : 'FLOAT';
  }

  /**
   * graphql-ruby shows an unknown character as the byte that follows the character's first byte. Until 2.4, it shows as many
   * bytes as it skipped before the character, and the last of them is the character's first byte.
   */
  #unknownCharacterInMessage(): string {
    if (this.limits.showsSkippedBytes) {
      const skipped = Buffer.from(this.#text.slice(this.#previousEnd, this.start));
      const [first] = utf8Bytes(this.#text.codePointAt(this.start)!);
      return inspectBytes([...skipped, first!].slice(1));
    }
    const [, second] = utf8Bytes(this.#text.codePointAt(this.start)!);
    const next = this.#text.codePointAt(this.end);
    const byte = second ?? (next === undefined ? undefined : utf8Bytes(next)[0]!);
    return inspectBytes(byte === undefined ? [] : [byte]);
  }
}

const inspectBytes = (bytes: number[]): string =>
  `"${bytes.map((byte) => (byte < 0x80 ? inspectString([byte]).slice(1, -1) : inspectByte(byte))).join('')}"`;
