import { Kind, type Location, type NameNode, Source } from 'graphql';
import { GraphQLSyntaxError } from '../errors/formatted-error.ts';
import { type DocumentLimits, Lexer, nameTokens } from './lexer.ts';

/** The tokens of a document, read from left to right. Its methods throw GraphQLSyntaxError. */
export class TokenStream {
  readonly #source: Source;
  readonly #lexer: Lexer;

  constructor(text: string, limits?: DocumentLimits) {
    this.#source = new Source(text);
    this.#lexer = new Lexer(this.#source, limits);
  }

  /** The kind of the current token; undefined at the end of the document. */
  get token(): string | undefined {
    return this.#lexer.token;
  }

  get text(): string {
    return this.#lexer.text;
  }

  get stringValue(): string {
    return this.#lexer.stringValue;
  }

  /** The location of the node that starts at the current token. Only `start` is meaningful. */
  get location(): Location {
    const { start } = this.#lexer;
    return { start, end: start, source: this.#source } as Location;
  }

  /** Whether the current token is of one of these kinds. */
  isAt(...kinds: string[]): boolean {
    return this.token !== undefined && kinds.includes(this.token);
  }

  isAtName(): boolean {
    return this.token !== undefined && nameTokens.has(this.token);
  }

  advance(): void {
    this.#lexer.advance();
  }

  /** Skips the current token, which must be of this kind. */
  expect(token: string): void {
    if (!this.skipIf(token)) throw this.unexpected(token);
  }

  /** Skips the current token if it is of this kind, and returns whether it was. */
  skipIf(token: string): boolean {
    const matches = this.isAt(token);
    if (matches) this.advance();
    return matches;
  }

  readName(): NameNode {
    if (!this.isAtName()) throw this.unexpected('NAME');
    const { text: value, location: loc } = this;
    this.advance();
    return { kind: Kind.NAME, value, loc };
  }

  /** Reads items between two tokens until the closing one. */
  readBetween<T>(opening: string, closing: string, readItem: () => T): T[] {
    this.expect(opening);
    const items: T[] = [];
    while (!this.isAt(closing)) items.push(readItem());
    this.advance();
    return items;
  }

  /** Reads items between two tokens; returns no items when the current token is not the opening one. */
  readOptional<T>(opening: string, closing: string, readItem: () => T): T[] {
    return this.isAt(opening) ? this.readBetween(opening, closing, readItem) : [];
  }

  unexpected(expected: string): GraphQLSyntaxError {
    return this.syntaxError(`Expected ${expected}, actual: ${this.token ?? '(none)'} (${this.#lexer.tokenInMessage})`);
  }

  unexpectedOneOf(expected: string): GraphQLSyntaxError {
    return this.syntaxError(
      `Expected one of ${expected}, actual: ${this.token ?? 'NOTHING'} (${this.#lexer.tokenInMessage})`,
    );
  }

  /** Creates an error whose message ends with the location of the current token. */
  syntaxError(message: string): GraphQLSyntaxError {
    const { location } = this.#lexer.syntaxError(message);
    return new GraphQLSyntaxError(`${message} at [${location!.line}, ${location!.column}]`, location);
  }
}
