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
import type { Cursor } from './cursor.ts';

// Words that stand for themselves where a value is expected.
const enumTokens = new Set(
  `IDENTIFIER SCHEMA SCALAR IMPLEMENTS INTERFACE UNION ENUM INPUT DIRECTIVE TYPE QUERY MUTATION SUBSCRIPTION FRAGMENT
  REPEATABLE ON EXTEND`.split(/\s+/),
);

/** A value, with variables in it or not. */
export function readValue(cursor: Cursor): ValueNode {
  const { token, text, start } = cursor;
  const loc = cursor.from(start);
  const read = token === undefined ? undefined : readers[token];
  if (read) return read(cursor, loc);
  if (token === undefined || !enumTokens.has(token)) throw cursor.unexpected('VALUE');
  cursor.advance();
  return { kind: Kind.ENUM, value: text, loc };
}

const readers: Record<string, (cursor: Cursor, loc: ValueNode['loc']) => ValueNode> = {
  INT: (cursor, loc) => ({ kind: Kind.INT, value: wholeNumber(taken(cursor)), loc }),
  FLOAT: (cursor, loc) => ({ kind: Kind.FLOAT, value: taken(cursor), loc }),
  STRING: (cursor, loc) => ({ kind: Kind.STRING, value: readString(cursor), loc }),
  TRUE: (cursor, loc) => passing(cursor, { kind: Kind.BOOLEAN, value: true, loc }),
  FALSE: (cursor, loc) => passing(cursor, { kind: Kind.BOOLEAN, value: false, loc }),
  NULL: (cursor, loc) => passing(cursor, { kind: Kind.NULL, loc }),
  LBRACKET: (cursor, loc) => ({
    kind: Kind.LIST,
    values: cursor.within('LBRACKET', 'RBRACKET', () => readValue(cursor)),
    loc,
  }),
  LCURLY: (cursor, loc) => ({
    kind: Kind.OBJECT,
    fields: cursor.within('LCURLY', 'RCURLY', () => readPair(cursor, Kind.OBJECT_FIELD) as ObjectFieldNode),
    loc,
  }),
  VAR_SIGN: (cursor) => readVariable(cursor),
};

function passing<T>(cursor: Cursor, node: T): T {
  cursor.advance();
  return node;
}

function taken(cursor: Cursor): string {
  const { text } = cursor;
  cursor.advance();
  return text;
}

// There is no negative zero among Ruby's whole numbers.
const wholeNumber = (text: string): string => (text === '-0' ? '0' : text);

/** What a string says. */
export function readString(cursor: Cursor): string {
  const { string } = cursor;
  cursor.advance();
  return string;
}

/** A variable, from its dollar sign. */
export function readVariable(cursor: Cursor): VariableNode {
  const loc = cursor.from(cursor.start);
  cursor.expect('VAR_SIGN');
  return { kind: Kind.VARIABLE, name: cursor.name(), loc };
}

function readPair(cursor: Cursor, kind: Kind.ARGUMENT | Kind.OBJECT_FIELD): ArgumentNode | ObjectFieldNode {
  const loc = cursor.from(cursor.start);
  const name = cursor.name();
  cursor.expect('COLON');
  return { kind, name, value: readValue(cursor), loc } as ArgumentNode | ObjectFieldNode;
}

/** Arguments in their parentheses, of which there must be one; none where there are no parentheses. */
export function readArguments(cursor: Cursor): ArgumentNode[] {
  if (!cursor.skip('LPAREN')) return [];
  const found: ArgumentNode[] = [];
  while (!cursor.at('RPAREN')) found.push(readPair(cursor, Kind.ARGUMENT) as ArgumentNode);
  if (found.length === 0) throw cursor.unexpected('ARGUMENT_NAME');
  cursor.advance();
  return found;
}

/** Directives, in the order in which they are written. */
export function readDirectives(cursor: Cursor): DirectiveNode[] {
  const found: DirectiveNode[] = [];
  while (cursor.at('DIR_SIGN')) {
    const loc = cursor.from(cursor.start);
    cursor.advance();
    found.push({ kind: Kind.DIRECTIVE, name: cursor.name(), arguments: readArguments(cursor), loc });
  }
  return found;
}

/** The name of a type. */
export function readNamedType(cursor: Cursor): NamedTypeNode {
  const loc = cursor.from(cursor.start);
  return { kind: Kind.NAMED_TYPE, name: cursor.name(), loc };
}

/** A type of a variable, or undefined where there is none. A keyword names no type here. */
export function readType(cursor: Cursor): TypeNode | undefined {
  const loc = cursor.from(cursor.start);
  const type = cursor.at('IDENTIFIER') ? readNamedType(cursor) : readListType(cursor);
  if (!type || !cursor.skip('BANG')) return type;
  return { kind: Kind.NON_NULL_TYPE, type, loc };
}

function readListType(cursor: Cursor): Exclude<TypeNode, { kind: Kind.NON_NULL_TYPE }> | undefined {
  const loc = cursor.from(cursor.start);
  if (!cursor.skip('LBRACKET')) return undefined;
  const type = readType(cursor);
  cursor.expect('RBRACKET');
  return type && { kind: Kind.LIST_TYPE, type, loc };
}
