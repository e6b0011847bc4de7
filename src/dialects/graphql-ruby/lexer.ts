import { type Source, Token, TokenKind } from 'graphql';
import { GraphQLSyntaxError, type RequestLimits, tooLargeMessage } from './errors.ts';
import { locationOfToken } from './locations.ts';
import { inspectBytes, inspectText } from './ruby-text.ts';

export type DocumentLimits = Pick<RequestLimits, 'maxTokens' | 'maxNesting' | 'showsSkippedBytes'>;

/** The kinds of tokens as graphql-ruby's messages name them. The kind of a punctuator is its text. */
const tokenNames: Record<string, string> = {
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
  [TokenKind.SPREAD]: 'ELLIPSIS',
  [TokenKind.NAME]: 'NAME',
  [TokenKind.INT]: 'INT',
  [TokenKind.FLOAT]: 'FLOAT',
  [TokenKind.STRING]: 'STRING',
  [TokenKind.BLOCK_STRING]: 'STRING',
};

/** The kind of a token that is no part of the language, which graphql-js does not have. */
const unknownCharacter = 'UNKNOWN_CHAR' as TokenKind;

const keywords = new Set(
  `directive enum extend false fragment implements input interface mutation null on query repeatable scalar schema
  subscription true type union`.split(/\s+/),
);

const ignored = /(?:[ ,\n\r\t]|#[^\n]*)*/y;
const name = /[_A-Za-z]\w*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const malformedNumber = /-[ \t-\r]?[a-z0-9]*/iy;
const stringPart = /[^"\\\n\r]+|(?:\\["\\/bfnrt])+|(?:\\u[0-9A-Za-z]{4})+|\\u\{[0-9A-Za-z]{4,}\}/y;
const escapeSequence = /\\(?:u([\dA-Fa-f]{4})|u\{([\dA-Fa-f]{4,})\}|(["\\/bfnrt]))?/g;
const escapedCharacters: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Returns the offset after the match of a sticky expression at an offset; undefined if it does not match there. */
function endOf(expression: RegExp, text: string, start: number): number | undefined {
  expression.lastIndex = start;
  return expression.test(text) ? expression.lastIndex : undefined;
}

/** Splits a document into tokens as graphql-ruby does. Implements graphql-js's LexerInterface; throws GraphQLSyntaxError. */
export class Lexer {
  lastToken = new Token(TokenKind.SOF, 0, 0, 0, 0);
  token = this.lastToken;
  readonly line = 0;
  readonly lineStart = 0;
  #tokens = 0;
  #nesting = 0;

  constructor(
    readonly source: Source,
    readonly limits: DocumentLimits,
  ) {}

  advance(): Token {
    const { maxTokens, maxNesting } = this.limits;
    this.lastToken = this.token;
    this.token = this.lookahead();
    if (++this.#tokens > maxTokens)
      throw new GraphQLSyntaxError(`This query is too large to execute: it has more than ${maxTokens} tokens.`);
    if ('{(['.includes(this.token.kind) && ++this.#nesting > maxNesting) throw new GraphQLSyntaxError(tooLargeMessage);
    if ('})]'.includes(this.token.kind)) this.#nesting--;
    return this.token;
  }

  /** Returns the token after the current one. At the end of the document, it starts where the last token does. */
  lookahead(): Token {
    const text = this.source.body;
    const start = endOf(ignored, text, this.token.end)!;
    if (start >= text.length) return new Token(TokenKind.EOF, this.token.start, start, 0, 0);
    const character = text[start]!;
    const token = (kind: TokenKind, end: number, value = text.slice(start, end)) =>
      new Token(kind, start, end, 0, 0, value);
    if (Object.hasOwn(tokenNames, character)) return token(character as TokenKind, start + 1);
    const nameEnd = endOf(name, text, start);
    if (nameEnd !== undefined) return token(TokenKind.NAME, nameEnd);
    if (character === '"') return this.#string(start);
    if (text.startsWith('...', start)) return token(TokenKind.SPREAD, start + 3);
    if (character === '.')
      throw this.#error(start, `Expected \`...\`, actual: ${inspectText(text.slice(start, start + 3))}`);
    const numberEnd = endOf(number, text, start);
    if (numberEnd !== undefined) {
      const value = text.slice(start, numberEnd);
      // Ruby has no negative integer zero.
      return token(/^-?\d+$/.test(value) ? TokenKind.INT : TokenKind.FLOAT, numberEnd, value === '-0' ? '0' : value);
    }
    if (character !== '-') return token(unknownCharacter, start + 1);
    const malformed = text.slice(start, endOf(malformedNumber, text, start));
    throw this.#error(start, `Expected type 'number', but it was malformed: ${inspectText(malformed)}.`);
  }

  /** A token as messages show it: its kind, and its text. */
  #describe(token: Token): string {
    const { kind, start, end, value } = token;
    if (kind === unknownCharacter) return `${kind} (${this.#describeUnknownCharacter(start, end)})`;
    const isString = kind === TokenKind.STRING || kind === TokenKind.BLOCK_STRING;
    const tokenName =
      kind !== TokenKind.NAME ? tokenNames[kind]! : isIdentifier(token) ? 'IDENTIFIER' : value.toUpperCase();
    return `${tokenName} (${inspectText(isString ? value : this.source.body.slice(start, end))})`;
  }

  /** Creates an error for a token; `kind` is what is expected instead, and `none` what messages call the end of the document. */
  unexpected(kind: string, token = this.token, none = '(none)'): GraphQLSyntaxError {
    const actual = token.kind === TokenKind.EOF ? `${none} ("")` : this.#describe(token);
    return this.errorAtToken(`Expected ${tokenNames[kind] ?? kind}, actual: ${actual}`, token);
  }

  /** Creates an error whose message ends with the location of the token. */
  errorAtToken(message: string, { start } = this.token): GraphQLSyntaxError {
    const { line, column } = locationOfToken(this.source, start);
    return this.#error(start, `${message} at [${line}, ${column}]`);
  }

  #error(start: number, message: string): GraphQLSyntaxError {
    return new GraphQLSyntaxError(message, locationOfToken(this.source, start));
  }

  #string(start: number): Token {
    const text = this.source.body;
    const blockEnd = text.startsWith('"""', start) ? findBlockStringEnd(text, start + 3) : undefined;
    if (blockEnd !== undefined) {
      const value = dedentBlockString(text.slice(start + 3, blockEnd - 3));
      return new Token(TokenKind.BLOCK_STRING, start, blockEnd, 0, 0, value);
    }
    let end = start + 1;
    for (let next = endOf(stringPart, text, end); next !== undefined; next = endOf(stringPart, text, end)) end = next;
    if (text[end] !== '"') throw this.#error(start, 'Expected string or block string, but it was malformed');
    return new Token(TokenKind.STRING, start, end + 1, 0, 0, this.#unescape(start, text.slice(start + 1, end)));
  }

  #unescape(start: number, content: string): string {
    const value = content.replace(escapeSequence, (_, digits?: string, braced?: string, letter?: string) => {
      if (letter !== undefined) return escapedCharacters[letter] ?? letter;
      const code = Number.parseInt(digits ?? braced ?? '', 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\ud800';
    });
    if (!/\p{Surrogate}/u.test(value)) return value;
    throw this.#error(start, `Bad unicode escape in ${inspectText(content)}`);
  }

  /**
   * graphql-ruby shows an unknown character as the byte that follows the character's first byte. Until 2.4, it shows as many
   * bytes as it skipped before the character, and the last of them is the character's first byte.
   */
  #describeUnknownCharacter(start: number, end: number): string {
    const text = this.source.body;
    const bytesAt = (offset: number) => Buffer.from(Array.from(text.slice(offset, offset + 2))[0] ?? '');
    const [first, second] = bytesAt(start);
    const previous = start < this.token.end ? this.lastToken : this.token;
    if (this.limits.showsSkippedBytes)
      return inspectBytes([...Buffer.from(text.slice(previous.end, start)), first!].slice(1));
    return inspectBytes([second ?? bytesAt(end)[0] ?? []].flat());
  }
}

/** Whether a token is a name and no keyword. */
export const isIdentifier = ({ kind, value }: Token): boolean => kind === TokenKind.NAME && !keywords.has(value);

// Three quotes end a block string. Three quotes after a backslash end it only if nothing else does, and five or more
// quotes end it after the fifth.
function findBlockStringEnd(text: string, start: number): number | undefined {
  let fallback: number | undefined;
  for (let index = text.indexOf('"""', start); index !== -1; index = text.indexOf('"""', index)) {
    const first = index;
    while (text[index] === '"') index++;
    const count = index - first;
    const isEscaped = first > start && text[first - 1] === '\\';
    if (!isEscaped || count > 3) return first + (count < 5 ? 3 : 5);
    fallback = index;
  }
  return fallback;
}

const isBlank = (line: string): boolean => /^[ \t-\r]*$/.test(line);

/** Removes the indentation that all lines after the first have in common, and blank lines at both ends. Unlike in graphql-js, tabs do not indent, and a single line stays as it is. */
function dedentBlockString(text: string): string {
  if (!text.includes('\n') && !text.startsWith(' ')) return text;
  let { length } = text;
  while (text[length - 1] === '\n') length -= 1;
  const [first = '', ...rest] = text.slice(0, length).split('\n');
  const indents = rest.map((line) => line.search(/[^ ]/)).filter((each) => each >= 0);
  const indent = indents.reduce((lowest, each) => Math.min(lowest, each), indents[0] ?? 0);
  const lines = [first, ...rest.map((line) => line.slice(indent))];
  const start = lines.findIndex((line) => !isBlank(line));
  return start < 0 ? '' : lines.slice(start, lines.findLastIndex((line) => !isBlank(line)) + 1).join('\n');
}
