import {
  type ArgumentNode,
  type DirectiveNode,
  Kind,
  type NamedTypeNode,
  type ObjectFieldNode,
  type TypeNode,
  type ValueNode,
  type VariableNode,
} from 'graphql';
import type { TokenStream } from './token-stream.ts';

/** Reads a value, which can contain variables. */
export function readValue(tokens: TokenStream): ValueNode {
  const { token, location: loc } = tokens;
  const read = token === undefined ? undefined : valueReaders[token];
  if (read) return read(tokens, loc);
  if (!tokens.isAtName()) throw tokens.unexpected('VALUE');
  return { kind: Kind.ENUM, value: readText(tokens), loc };
}

const valueReaders: Record<string, (tokens: TokenStream, loc: ValueNode['loc']) => ValueNode> = {
  INT: (tokens, loc) => ({ kind: Kind.INT, value: normalizeInteger(readText(tokens)), loc }),
  FLOAT: (tokens, loc) => ({ kind: Kind.FLOAT, value: readText(tokens), loc }),
  STRING: (tokens, loc) => ({ kind: Kind.STRING, value: readString(tokens), loc }),
  TRUE: (tokens, loc) => skipToken(tokens, { kind: Kind.BOOLEAN, value: true, loc }),
  FALSE: (tokens, loc) => skipToken(tokens, { kind: Kind.BOOLEAN, value: false, loc }),
  NULL: (tokens, loc) => skipToken(tokens, { kind: Kind.NULL, loc }),
  LBRACKET: (tokens, loc) => ({
    kind: Kind.LIST,
    values: tokens.readBetween('LBRACKET', 'RBRACKET', () => readValue(tokens)),
    loc,
  }),
  LCURLY: (tokens, loc) => ({
    kind: Kind.OBJECT,
    fields: tokens.readBetween('LCURLY', 'RCURLY', () => readNamedValue<ObjectFieldNode>(tokens, Kind.OBJECT_FIELD)),
    loc,
  }),
  VAR_SIGN: (tokens) => readVariable(tokens),
};

function skipToken<T>(tokens: TokenStream, node: T): T {
  tokens.advance();
  return node;
}

const readText = (tokens: TokenStream): string => skipToken(tokens, tokens.text);

// Ruby has no negative integer zero.
const normalizeInteger = (text: string): string => (text === '-0' ? '0' : text);

/** Reads a string and returns its value. */
export const readString = (tokens: TokenStream): string => skipToken(tokens, tokens.stringValue);

/** Reads a variable, including its dollar sign. */
export function readVariable(tokens: TokenStream): VariableNode {
  const loc = tokens.location;
  tokens.expect('VAR_SIGN');
  return { kind: Kind.VARIABLE, name: tokens.readName(), loc };
}

function readNamedValue<T extends ArgumentNode | ObjectFieldNode>(tokens: TokenStream, kind: T['kind']): T {
  const loc = tokens.location;
  const name = tokens.readName();
  tokens.expect('COLON');
  return { kind, name, value: readValue(tokens), loc } as T;
}

/** Reads the arguments in parentheses, of which there must be at least one; without parentheses, returns none. */
export function readArguments(tokens: TokenStream): ArgumentNode[] {
  if (!tokens.skipIf('LPAREN')) return [];
  if (tokens.isAt('RPAREN')) throw tokens.unexpected('ARGUMENT_NAME');
  const nodes: ArgumentNode[] = [];
  while (!tokens.skipIf('RPAREN')) nodes.push(readNamedValue<ArgumentNode>(tokens, Kind.ARGUMENT));
  return nodes;
}

/** Reads directives in document order. */
export function readDirectives(tokens: TokenStream): DirectiveNode[] {
  const directives: DirectiveNode[] = [];
  while (tokens.isAt('DIR_SIGN')) {
    const loc = tokens.location;
    tokens.advance();
    directives.push({ kind: Kind.DIRECTIVE, name: tokens.readName(), arguments: readArguments(tokens), loc });
  }
  return directives;
}

/** Reads the name of a type. */
export function readNamedType(tokens: TokenStream): NamedTypeNode {
  const loc = tokens.location;
  return { kind: Kind.NAMED_TYPE, name: tokens.readName(), loc };
}

/** Reads a type reference; returns undefined when there is none. A keyword is not a type name here. */
export function readType(tokens: TokenStream): TypeNode | undefined {
  const loc = tokens.location;
  const type = tokens.isAt('IDENTIFIER') ? readNamedType(tokens) : readListType(tokens);
  if (!type || !tokens.skipIf('BANG')) return type;
  return { kind: Kind.NON_NULL_TYPE, type, loc };
}

function readListType(tokens: TokenStream): Exclude<TypeNode, { kind: Kind.NON_NULL_TYPE }> | undefined {
  const loc = tokens.location;
  if (!tokens.skipIf('LBRACKET')) return undefined;
  const type = readType(tokens);
  tokens.expect('RBRACKET');
  return type && { kind: Kind.LIST_TYPE, type, loc };
}
