import { Kind, type Location, type NameNode, Source } from 'graphql';
import { Lexer } from './lexer.ts';
import { SyntaxFault } from './syntax-fault.ts';

// What graphql-ruby takes for a name: keywords too, but no punctuation and no values.
const nameTokens = new Set(
  `IDENTIFIER SCHEMA SCALAR IMPLEMENTS INTERFACE UNION ENUM INPUT DIRECTIVE TYPE QUERY MUTATION SUBSCRIPTION TRUE FALSE
  FRAGMENT REPEATABLE NULL ON EXTEND`.split(/\s+/),
);

/** The place in a document where the parser is. */
export class Cursor {
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

  get string(): string {
    return this.#lexer.string;
  }

  /** Where the current token begins. */
  get start(): number {
    return this.#lexer.start;
  }

  /** The location of what begins there. Nothing asks where it ends. */
  from(start: number): Location {
    return { start, end: start, source: this.#source } as Location;
  }

  at(token: string): boolean {
    return this.#lexer.token === token;
  }

  advance(): void {
    this.#lexer.advance();
  }

  /** Goes past this token, or refuses the document. */
  expect(token: string): void {
    if (!this.at(token)) throw this.unexpected(token);
    this.advance();
  }

  /** Goes past this token if it is there. */
  skip(token: string): boolean {
    const found = this.at(token);
    if (found) this.advance();
    return found;
  }

  name(): NameNode {
    const { start, token, text } = this.#lexer;
    if (token === undefined || !nameTokens.has(token)) throw this.unexpected('NAME');
    this.advance();
    return { kind: Kind.NAME, value: text, loc: this.from(start) };
  }

  /** What stands between two tokens, each read in turn. */
  within<T>(first: string, last: string, read: () => T): T[] {
    this.expect(first);
    const found: T[] = [];
    while (!this.at(last)) found.push(read());
    this.advance();
    return found;
  }

  /** The same where the first token is there, else nothing. */
  optionally<T>(first: string, last: string, read: () => T): T[] {
    return this.at(first) ? this.within(first, last, read) : [];
  }

  unexpected(expected: string): SyntaxFault {
    return this.fault(`Expected ${expected}, actual: ${this.token ?? '(none)'} (${this.#lexer.shown})`);
  }

  unexpectedAmong(expected: string): SyntaxFault {
    return this.fault(`Expected one of ${expected}, actual: ${this.token ?? 'NOTHING'} (${this.#lexer.shown})`);
  }

  fault(message: string): SyntaxFault {
    const { place } = this.#lexer.fault(message);
    return new SyntaxFault(`${message} at [${place!.line}, ${place!.column}]`, place);
  }
}
