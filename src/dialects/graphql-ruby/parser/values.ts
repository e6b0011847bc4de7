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

// Words that stand for themselves where a value is expected.
const enumTokens = new Set(
  `IDENTIFIER SCHEMA SCALAR IMPLEMENTS INTERFACE UNION ENUM INPUT DIRECTIVE TYPE QUERY MUTATION SUBSCRIPTION FRAGMENT
  REPEATABLE ON EXTEND`.split(/\s+/),
);

/** A value, with variables in it or not. */
export function readValue(cursor: TokenStream): ValueNode {
  const { token, text, start } = cursor;
  const loc = cursor.locationFrom(start);
  const read = token === undefined ? undefined : readers[token];
  if (read) return read(cursor, loc);
  if (token === undefined || !enumTokens.has(token)) throw cursor.unexpected('VALUE');
  cursor.advance();
  return { kind: Kind.ENUM, value: text, loc };
}

const readers: Record<string, (cursor: TokenStream, loc: ValueNode['loc']) => ValueNode> = {
  INT: (cursor, loc) => ({ kind: Kind.INT, value: wholeNumber(taken(cursor)), loc }),
  FLOAT: (cursor, loc) => ({ kind: Kind.FLOAT, value: taken(cursor), loc }),
  STRING: (cursor, loc) => ({ kind: Kind.STRING, value: readString(cursor), loc }),
  TRUE: (cursor, loc) => passing(cursor, { kind: Kind.BOOLEAN, value: true, loc }),
  FALSE: (cursor, loc) => passing(cursor, { kind: Kind.BOOLEAN, value: false, loc }),
  NULL: (cursor, loc) => passing(cursor, { kind: Kind.NULL, loc }),
  LBRACKET: (cursor, loc) => ({
    kind: Kind.LIST,
    values: cursor.readBetween('LBRACKET', 'RBRACKET', () => readValue(cursor)),
    loc,
  }),
  LCURLY: (cursor, loc) => ({
    kind: Kind.OBJECT,
    fields: cursor.readBetween('LCURLY', 'RCURLY', () => readPair(cursor, Kind.OBJECT_FIELD) as ObjectFieldNode),
    loc,
  }),
  VAR_SIGN: (cursor) => readVariable(cursor),
};

function passing<T>(cursor: TokenStream, node: T): T {
  cursor.advance();
  return node;
}

function taken(cursor: TokenStream): string {
  const { text } = cursor;
  cursor.advance();
  return text;
}

// There is no negative zero among Ruby's whole numbers.
const wholeNumber = (text: string): string => (text === '-0' ? '0' : text);

/** What a string says. */
export function readString(cursor: TokenStream): string {
  const { stringValue } = cursor;
  cursor.advance();
  return stringValue;
}

/** A variable, from its dollar sign. */
export function readVariable(cursor: TokenStream): VariableNode {
  const loc = cursor.locationFrom(cursor.start);
  cursor.expect('VAR_SIGN');
  return { kind: Kind.VARIABLE, name: cursor.readName(), loc };
}

function readPair(cursor: TokenStream, kind: Kind.ARGUMENT | Kind.OBJECT_FIELD): ArgumentNode | ObjectFieldNode {
  const loc = cursor.locationFrom(cursor.start);
  const name = cursor.readName();
  cursor.expect('COLON');
  return { kind, name, value: readValue(cursor), loc } as ArgumentNode | ObjectFieldNode;
}

/** Arguments in their parentheses, of which there must be one; none where there are no parentheses. */
export function readArguments(cursor: TokenStream): ArgumentNode[] {
  if (!cursor.skipIf('LPAREN')) return [];
  const found: ArgumentNode[] = [];
  while (!cursor.isAt('RPAREN')) found.push(readPair(cursor, Kind.ARGUMENT) as ArgumentNode);
  if (found.length === 0) throw cursor.unexpected('ARGUMENT_NAME');
  cursor.advance();
  return found;
}

/** Directives, in the order in which they are written. */
export function readDirectives(cursor: TokenStream): DirectiveNode[] {
  const found: DirectiveNode[] = [];
  while (cursor.isAt('DIR_SIGN')) {
    const loc = cursor.locationFrom(cursor.start);
    cursor.advance();
    found.push({ kind: Kind.DIRECTIVE, name: cursor.readName(), arguments: readArguments(cursor), loc });
  }
  return found;
}

/** The name of a type. */
export function readNamedType(cursor: TokenStream): NamedTypeNode {
  const loc = cursor.locationFrom(cursor.start);
  return { kind: Kind.NAMED_TYPE, name: cursor.readName(), loc };
}

/** A type of a variable, or undefined where there is none. A keyword names no type here. */
export function readType(cursor: TokenStream): TypeNode | undefined {
  const loc = cursor.locationFrom(cursor.start);
  const type = cursor.isAt('IDENTIFIER') ? readNamedType(cursor) : readListType(cursor);
  if (!type || !cursor.skipIf('BANG')) return type;
  return { kind: Kind.NON_NULL_TYPE, type, loc };
}

function readListType(cursor: TokenStream): Exclude<TypeNode, { kind: Kind.NON_NULL_TYPE }> | undefined {
  const loc = cursor.locationFrom(cursor.start);
  if (!cursor.skipIf('LBRACKET')) return undefined;
  const type = readType(cursor);
  cursor.expect('RBRACKET');
  return type && { kind: Kind.LIST_TYPE, type, loc };
}
