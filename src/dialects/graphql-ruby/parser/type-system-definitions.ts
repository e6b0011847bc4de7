import type { TokenStream } from './token-stream.ts';
import { readDirectives, readNamedType, readString, readType, readValue } from './values.ts';

const expected = 'SCHEMA, SCALAR, TYPE, ENUM, INPUT, UNION, INTERFACE';

/** Reads a definition or extension of a type. All that is kept of it is where it is: no request may hold one. */
export function readTypeSystemDefinition(cursor: TokenStream): void {
  const isExtension = cursor.skipIf('EXTEND');
  if (!isExtension) skipDescription(cursor);
  const read = cursor.token === undefined ? undefined : (isExtension ? extensions : definitions)[cursor.token];
  if (!read) throw cursor.unexpectedOneOf(expected);
  cursor.advance();
  read(cursor);
}

const named =
  (...parts: ((cursor: TokenStream) => void)[]) =>
  (cursor: TokenStream): void => {
    cursor.readName();
    for (const part of parts) part(cursor);
  };

const optionalFields = (cursor: TokenStream): void => {
  if (cursor.isAt('LCURLY')) fields(cursor);
};
const enumType = named(readDirectives, (cursor) => cursor.readOptional('LCURLY', 'RCURLY', () => enumValue(cursor)));
const inputType = named(readDirectives, (cursor) => cursor.readOptional('LCURLY', 'RCURLY', () => inputValue(cursor)));
const unionType = named(readDirectives, members);
const objectType = named(interfaces, readDirectives, optionalFields);

const extensions: Record<string, (cursor: TokenStream) => void> = {
  SCALAR: named(readDirectives),
  TYPE: objectType,
  INTERFACE: named(readDirectives, interfaces, optionalFields),
  UNION: unionType,
  ENUM: enumType,
  INPUT: inputType,
  SCHEMA: (cursor) => {
    readDirectives(cursor);
    if (cursor.isAt('LCURLY')) roots(cursor);
  },
};

const definitions: Record<string, (cursor: TokenStream) => void> = {
  SCALAR: named(readDirectives),
  TYPE: objectType,
  INTERFACE: named(interfaces, readDirectives, fields),
  UNION: unionType,
  ENUM: enumType,
  INPUT: inputType,
  SCHEMA: (cursor) => {
    readDirectives(cursor);
    roots(cursor);
  },
  DIRECTIVE: (cursor) => {
    cursor.expect('DIR_SIGN');
    cursor.readName();
    inputValues(cursor);
    cursor.skipIf('REPEATABLE');
    cursor.expect('ON');
    do cursor.readName();
    while (cursor.skipIf('PIPE'));
  },
};

function skipDescription(cursor: TokenStream): void {
  if (cursor.isAt('STRING')) readString(cursor);
}

function roots(cursor: TokenStream): void {
  cursor.readBetween('LCURLY', 'RCURLY', () => {
    if (!['QUERY', 'MUTATION', 'SUBSCRIPTION'].some((token) => cursor.skipIf(token))) {
      throw cursor.unexpectedOneOf('QUERY, MUTATION, SUBSCRIPTION');
    }
    cursor.expect('COLON');
    cursor.readName();
  });
}

function interfaces(cursor: TokenStream): void {
  if (!cursor.skipIf('IMPLEMENTS')) return;
  for (;;) {
    cursor.skipIf('AMP');
    if (!cursor.isAt('IDENTIFIER')) return;
    readNamedType(cursor);
  }
}

function members(cursor: TokenStream): void {
  if (!cursor.skipIf('EQUALS')) return;
  cursor.skipIf('PIPE');
  do readNamedType(cursor);
  while (cursor.skipIf('PIPE'));
}

function fields(cursor: TokenStream): void {
  cursor.readBetween('LCURLY', 'RCURLY', () => {
    skipDescription(cursor);
    cursor.readName();
    inputValues(cursor);
    cursor.expect('COLON');
    readType(cursor);
    readDirectives(cursor);
  });
}

function inputValues(cursor: TokenStream): void {
  cursor.readOptional('LPAREN', 'RPAREN', () => inputValue(cursor));
}

function inputValue(cursor: TokenStream): void {
  skipDescription(cursor);
  cursor.readName();
  cursor.expect('COLON');
  readType(cursor);
  if (cursor.skipIf('EQUALS')) readValue(cursor);
  readDirectives(cursor);
}

function enumValue(cursor: TokenStream): void {
  skipDescription(cursor);
  if (['TRUE', 'FALSE', 'NULL'].some((token) => cursor.isAt(token))) throw cursor.unexpected('IDENTIFIER');
  cursor.readName();
  readDirectives(cursor);
}
