import type { Cursor } from './cursor.ts';
import { readDirectives, readNamedType, readString, readType, readValue } from './values.ts';

const expected = 'SCHEMA, SCALAR, TYPE, ENUM, INPUT, UNION, INTERFACE';

/** Reads a definition or extension of a type. All that is kept of it is where it is: no request may hold one. */
export function readTypeSystem(cursor: Cursor): void {
  const isExtension = cursor.skip('EXTEND');
  if (!isExtension) skipDescription(cursor);
  const read = cursor.token === undefined ? undefined : (isExtension ? extensions : definitions)[cursor.token];
  if (!read) throw cursor.unexpectedAmong(expected);
  cursor.advance();
  read(cursor);
}

const named =
  (...parts: ((cursor: Cursor) => void)[]) =>
  (cursor: Cursor): void => {
    cursor.name();
    for (const part of parts) part(cursor);
  };

const optionalFields = (cursor: Cursor): void => {
  if (cursor.at('LCURLY')) fields(cursor);
};
const enumType = named(readDirectives, (cursor) => cursor.optionally('LCURLY', 'RCURLY', () => enumValue(cursor)));
const inputType = named(readDirectives, (cursor) => cursor.optionally('LCURLY', 'RCURLY', () => inputValue(cursor)));
const unionType = named(readDirectives, members);
const objectType = named(interfaces, readDirectives, optionalFields);

const extensions: Record<string, (cursor: Cursor) => void> = {
  SCALAR: named(readDirectives),
  TYPE: objectType,
  INTERFACE: named(readDirectives, interfaces, optionalFields),
  UNION: unionType,
  ENUM: enumType,
  INPUT: inputType,
  SCHEMA: (cursor) => {
    readDirectives(cursor);
    if (cursor.at('LCURLY')) roots(cursor);
  },
};

const definitions: Record<string, (cursor: Cursor) => void> = {
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
    cursor.name();
    inputValues(cursor);
    cursor.skip('REPEATABLE');
    cursor.expect('ON');
    do cursor.name();
    while (cursor.skip('PIPE'));
  },
};

function skipDescription(cursor: Cursor): void {
  if (cursor.at('STRING')) readString(cursor);
}

function roots(cursor: Cursor): void {
  cursor.within('LCURLY', 'RCURLY', () => {
    if (!['QUERY', 'MUTATION', 'SUBSCRIPTION'].some((token) => cursor.skip(token))) {
      throw cursor.unexpectedAmong('QUERY, MUTATION, SUBSCRIPTION');
    }
    cursor.expect('COLON');
    cursor.name();
  });
}

function interfaces(cursor: Cursor): void {
  if (!cursor.skip('IMPLEMENTS')) return;
  for (;;) {
    cursor.skip('AMP');
    if (!cursor.at('IDENTIFIER')) return;
    readNamedType(cursor);
  }
}

function members(cursor: Cursor): void {
  if (!cursor.skip('EQUALS')) return;
  cursor.skip('PIPE');
  do readNamedType(cursor);
  while (cursor.skip('PIPE'));
}

function fields(cursor: Cursor): void {
  cursor.within('LCURLY', 'RCURLY', () => {
    skipDescription(cursor);
    cursor.name();
    inputValues(cursor);
    cursor.expect('COLON');
    readType(cursor);
    readDirectives(cursor);
  });
}

function inputValues(cursor: Cursor): void {
  cursor.optionally('LPAREN', 'RPAREN', () => inputValue(cursor));
}

function inputValue(cursor: Cursor): void {
  skipDescription(cursor);
  cursor.name();
  cursor.expect('COLON');
  readType(cursor);
  if (cursor.skip('EQUALS')) readValue(cursor);
  readDirectives(cursor);
}

function enumValue(cursor: Cursor): void {
  skipDescription(cursor);
  if (['TRUE', 'FALSE', 'NULL'].some((token) => cursor.at(token))) throw cursor.unexpected('IDENTIFIER');
  cursor.name();
  readDirectives(cursor);
}
