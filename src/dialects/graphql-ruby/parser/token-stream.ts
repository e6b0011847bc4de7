import { Kind, type Location, type NameNode, Source } from 'graphql';
import { Lexer } from './lexer.ts';
import { GraphqlSyntaxError } from '../errors/syntax-error.ts';

// What graphql-ruby takes for a name: keywords too, but no punctuation and no values.
const nameTokens = new Set(
  `IDENTIFIER SCHEMA SCALAR IMPLEMENTS INTERFACE UNION ENUM INPUT DIRECTIVE TYPE QUERY MUTATION SUBSCRIPTION TRUE FALSE
  FRAGMENT REPEATABLE NULL ON EXTEND`.split(/\s+/),
);

/** The place in a document where the parser is. */
export class TokenStream {
  readonly #source: Source;
  readonly #lexer: Lexer;

  constructor(text: string) {
    this.#source = new Source(text);
    this.#lexer = new Lexer(this.#source);
  }

  get token(): string | undefined {
    return this.#lexer.token;
  }

  get text(): string {
    return this.#lexer.text;
  }

  get stringValue(): string {
    return this.#lexer.stringValue;
  }

  /** Where the current token begins. */
  get start(): number {
    return this.#lexer.start;
  }

  /** The location of what begins there. Nothing asks where it ends. */
  locationFrom(start: number): Location {
    return { start, end: start, source: this.#source } as Location;
  }

  isAt(token: string): boolean {
    return this.#lexer.token === token;
  }

  advance(): void {
    this.#lexer.advance();
  }

  /** Goes past this token, or refuses the document. */
  expect(token: string): void {
    if (!this.isAt(token)) throw this.unexpected(token);
    this.advance();
  }

  /** Goes past this token if it is there. */
  skipIf(token: string): boolean {
    const found = this.isAt(token);
    if (found) this.advance();
    return found;
  }

  readName(): NameNode {
    const { start, token, text } = this.#lexer;
    if (token === undefined || !nameTokens.has(token)) throw this.unexpected('NAME');
    this.advance();
    return { kind: Kind.NAME, value: text, loc: this.locationFrom(start) };
  }

  /** What stands between two tokens, each read in turn. */
  readBetween<T>(first: string, last: string, read: () => T): T[] {
    this.expect(first);
    const found: T[] = [];
    while (!this.isAt(last)) found.push(read());
    this.advance();
    return found;
  }

  /** The same where the first token is there, else nothing. */
  readOptional<T>(first: string, last: string, read: () => T): T[] {
    return this.isAt(first) ? this.readBetween(first, last, read) : [];
  }

  unexpected(expected: string): GraphqlSyntaxError {
    return this.syntaxError(`Expected ${expected}, actual: ${this.token ?? '(none)'} (${this.#lexer.tokenInMessage})`);
  }

  unexpectedOneOf(expected: string): GraphqlSyntaxError {
    return this.syntaxError(
      `Expected one of ${expected}, actual: ${this.token ?? 'NOTHING'} (${this.#lexer.tokenInMessage})`,
    );
  }

  syntaxError(message: string): GraphqlSyntaxError {
    const { location } = this.#lexer.syntaxError(message);
    return new GraphqlSyntaxError(`${message} at [${location!.line}, ${location!.column}]`, location);
  }
}
