import {
  type ConstArgumentNode,
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
  Kind,
  type NameNode,
  Source,
  type Token,
  TokenKind,
  type TypeNode,
  type VariableDefinitionNode,
} from 'graphql';
import { Parser } from 'graphql/language/parser.js';
import { GraphQLSyntaxError } from './errors.ts';
import { type DocumentLimits, Lexer, isIdentifier } from './lexer.ts';

/**
 * Parses a document as graphql-ruby does; throws GraphQLSyntaxError. The result differs from graphql-js: selection sets
 * can be empty (an empty one of a field is undefined), and the name of a fragment can be an empty text.
 */
export function parse(
  text: string,
  limits: DocumentLimits = { maxTokens: Infinity, maxNesting: Infinity },
): DocumentNode {
  const lexer = new Lexer(new Source(text), limits);
  if (lexer.lookahead().kind === TokenKind.EOF) throw new GraphQLSyntaxError('Unexpected end of document');
  return new GraphqlRubyParser(lexer).parseDocument();
}

const typeSystemKeywords = new Set(['schema', 'scalar', 'type', 'enum', 'input', 'union', 'interface']);

/** The parser of graphql-js with graphql-ruby's grammar and messages. Each override is a difference between the two. */
class GraphqlRubyParser extends Parser {
  readonly #lexer: Lexer;
  /** The name of the variable whose definition is read. */
  #variable: string | undefined;
  /** The list types around the current token. */
  #listTypes = 0;

  constructor(lexer: Lexer) {
    super(lexer.source, { lexer });
    this.#lexer = lexer;
  }

  override expectToken(kind: TokenKind): Token {
    const { token } = this.#lexer;
    if (!this.expectOptionalToken(kind)) throw this.#lexer.unexpected(kind);
    return token;
  }

  override expectKeyword(keyword: string): void {
    if (!this.expectOptionalKeyword(keyword)) throw this.#lexer.unexpected(keyword.toUpperCase());
  }

  override unexpected(): GraphQLSyntaxError {
    return this.#lexer.unexpected('VALUE');
  }

  override many<T>(openKind: TokenKind, parseItem: () => T, closeKind: TokenKind): T[] {
    return this.any(openKind, parseItem, closeKind);
  }

  override optionalMany<T>(openKind: TokenKind, parseItem: () => T, closeKind: TokenKind): T[] {
    return this.peek(openKind) ? this.any(openKind, parseItem, closeKind) : [];
  }

  override parseDefinition(): DefinitionNode {
    const { token } = this.#lexer;
    if (this.peek(TokenKind.BRACE_L)) return this.parseOperationDefinition();
    if (this.#isAtKeyword('query', 'mutation', 'subscription')) {
      this.#expectNext(TokenKind.NAME, TokenKind.PAREN_L, TokenKind.AT, TokenKind.BRACE_L);
      return this.parseOperationDefinition();
    }
    if (this.#isAtKeyword('fragment')) return this.parseFragmentDefinition();
    const isExtension = this.#isAtKeyword('extend');
    const keyword = isExtension || this.peekDescription() ? this.#lexer.lookahead() : token;
    const isDefinition = typeSystemKeywords.has(keyword.value) || (keyword.value === 'directive' && !isExtension);
    if (keyword.kind !== TokenKind.NAME || !isDefinition)
      throw this.#lexer.unexpected('one of SCHEMA, SCALAR, TYPE, ENUM, INPUT, UNION, INTERFACE', keyword, 'NOTHING');
    return super.parseDefinition();
  }

  #isAtKeyword(...keywords: string[]): boolean {
    const { token } = this.#lexer;
    return this.peek(TokenKind.NAME) && !isIdentifier(token) && keywords.includes(token.value);
  }

  /** Throws the error for a missing name unless the next token is of one of these kinds. */
  #expectNext(...kinds: TokenKind[]): void {
    const next = this.#lexer.lookahead();
    if (!kinds.includes(next.kind)) throw this.#lexer.unexpected(TokenKind.NAME, next);
  }

  override parseVariableDefinition(): VariableDefinitionNode {
    if (!this.peek(TokenKind.DOLLAR)) throw this.#lexer.unexpected(TokenKind.DOLLAR);
    this.#variable = this.#lexer.lookahead().value;
    const definition = super.parseVariableDefinition();
    this.#variable = undefined;
    return definition;
  }

  // A keyword is not a type name here.
  override parseTypeReference(): TypeNode {
    if (isIdentifier(this.#lexer.token)) return super.parseTypeReference();
    if (this.peek(TokenKind.BRACKET_L)) {
      this.#listTypes++;
      const type = super.parseTypeReference();
      this.#listTypes--;
      return type;
    }
    if (this.#variable === undefined) throw this.#lexer.unexpected(TokenKind.NAME);
    while (this.#listTypes-- > 0) this.expectToken(TokenKind.BRACKET_R);
    throw this.#lexer.errorAtToken(`Missing type definition for variable: $${this.#variable}`);
  }

  override parseFragment(): FragmentSpreadNode | InlineFragmentNode {
    this.#expectNext(TokenKind.NAME, TokenKind.AT, TokenKind.BRACE_L);
    return super.parseFragment();
  }

  override parseFragmentName(): NameNode {
    const { token } = this.#lexer;
    const isMissing = this.peek(TokenKind.NAME) && token.value === 'on';
    return isMissing ? this.node<NameNode>(token, { kind: Kind.NAME, value: '' }) : this.parseName();
  }

  override parseField(): FieldNode {
    const field = super.parseField();
    return field.selectionSet?.selections.length === 0 ? { ...field, selectionSet: undefined } : field;
  }

  override parseArguments(isConst: boolean): ConstArgumentNode[] {
    const next = this.peek(TokenKind.PAREN_L) ? this.#lexer.lookahead() : undefined;
    if (next?.kind === TokenKind.PAREN_R) throw this.#lexer.unexpected('ARGUMENT_NAME', next);
    return super.parseArguments(isConst) as ConstArgumentNode[];
  }
}
