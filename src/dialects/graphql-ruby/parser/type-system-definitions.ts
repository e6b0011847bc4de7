import type { TokenStream } from './token-stream.ts';
import { readDirectives, readNamedType, readString, readType, readValue } from './values.ts';

const definitionTokens = 'SCHEMA, SCALAR, TYPE, ENUM, INPUT, UNION, INTERFACE';

/** Reads a type system definition or extension and discards it: graphql-ruby rejects requests that contain one. */
export function readTypeSystemDefinition(tokens: TokenStream): void {
  const isExtension = tokens.skipIf('EXTEND');
  if (!isExtension) skipDescription(tokens);
  const read =
    tokens.token === undefined ? undefined : (isExtension ? extensionReaders : definitionReaders)[tokens.token];
  if (!read) throw tokens.unexpectedOneOf(definitionTokens);
  tokens.advance();
  read(tokens);
}

/** Returns a reader for a name that is followed by these parts. */
const nameFollowedBy =
  (...parts: ((tokens: TokenStream) => void)[]) =>
  (tokens: TokenStream): void => {
    tokens.readName();
    for (const readPart of parts) readPart(tokens);
  };

const readOptionalFields = (tokens: TokenStream): void => {
  if (tokens.isAt('LCURLY')) readFields(tokens);
};

// Types whose definition and extension have the same syntax.
const sharedReaders: Record<string, (tokens: TokenStream) => void> = {
  SCALAR: nameFollowedBy(readDirectives),
  TYPE: nameFollowedBy(readInterfaces, readDirectives, readOptionalFields),
  UNION: nameFollowedBy(readDirectives, readUnionMembers),
  ENUM: nameFollowedBy(readDirectives, (tokens) =>
    tokens.readOptional('LCURLY', 'RCURLY', () => readEnumValue(tokens)),
  ),
  INPUT: nameFollowedBy(readDirectives, (tokens) =>
    tokens.readOptional('LCURLY', 'RCURLY', () => readInputValue(tokens)),
  ),
};

const extensionReaders: Record<string, (tokens: TokenStream) => void> = {
  ...sharedReaders,
  INTERFACE: nameFollowedBy(readDirectives, readInterfaces, readOptionalFields),
  SCHEMA: (tokens) => {
    readDirectives(tokens);
    if (tokens.isAt('LCURLY')) readRootTypes(tokens);
  },
};

const definitionReaders: Record<string, (tokens: TokenStream) => void> = {
  ...sharedReaders,
  INTERFACE: nameFollowedBy(readInterfaces, readDirectives, readFields),
  SCHEMA: (tokens) => {
    readDirectives(tokens);
    readRootTypes(tokens);
  },
  DIRECTIVE: (tokens) => {
    tokens.expect('DIR_SIGN');
    tokens.readName();
    readInputValues(tokens);
    tokens.skipIf('REPEATABLE');
    tokens.expect('ON');
    do tokens.readName();
    while (tokens.skipIf('PIPE'));
  },
};

function skipDescription(tokens: TokenStream): void {
  if (tokens.isAt('STRING')) readString(tokens);
}

function readRootTypes(tokens: TokenStream): void {
  tokens.readBetween('LCURLY', 'RCURLY', () => {
    if (!tokens.isAt('QUERY', 'MUTATION', 'SUBSCRIPTION')) {
      throw tokens.unexpectedOneOf('QUERY, MUTATION, SUBSCRIPTION');
    }
    tokens.advance();
    tokens.expect('COLON');
    tokens.readName();
  });
}

function readInterfaces(tokens: TokenStream): void {
  if (!tokens.skipIf('IMPLEMENTS')) return;
  for (;;) {
    tokens.skipIf('AMP');
    if (!tokens.isAt('IDENTIFIER')) return;
    readNamedType(tokens);
  }
}

function readUnionMembers(tokens: TokenStream): void {
  if (!tokens.skipIf('EQUALS')) return;
  tokens.skipIf('PIPE');
  do readNamedType(tokens);
  while (tokens.skipIf('PIPE'));
}

function readFields(tokens: TokenStream): void {
  tokens.readBetween('LCURLY', 'RCURLY', () => {
    skipDescription(tokens);
    tokens.readName();
    readInputValues(tokens);
    tokens.expect('COLON');
    readType(tokens);
    readDirectives(tokens);
  });
}

function readInputValues(tokens: TokenStream): void {
  tokens.readOptional('LPAREN', 'RPAREN', () => readInputValue(tokens));
}

function readInputValue(tokens: TokenStream): void {
  skipDescription(tokens);
  tokens.readName();
  tokens.expect('COLON');
  readType(tokens);
  if (tokens.skipIf('EQUALS')) readValue(tokens);
  readDirectives(tokens);
}

function readEnumValue(tokens: TokenStream): void {
  skipDescription(tokens);
  if (tokens.isAt('TRUE', 'FALSE', 'NULL')) throw tokens.unexpected('IDENTIFIER');
  tokens.readName();
  readDirectives(tokens);
}
