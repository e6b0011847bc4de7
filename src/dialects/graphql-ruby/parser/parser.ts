import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
} from 'graphql';
import { GraphQLSyntaxError } from '../errors/formatted-error.ts';
import { tooLargeMessage } from '../limits.ts';
import { type DocumentLimits } from './lexer.ts';
import { TokenStream } from './token-stream.ts';
import { readTypeSystemDefinition } from './type-system-definitions.ts';
import { readArguments, readDirectives, readNamedType, readType, readValue, readVariable } from './values.ts';

/**
 * Parses a document as graphql-ruby does; throws GraphQLSyntaxError. The result differs from graphql-js: selection sets
 * can be empty (an empty one of a field is undefined), a fragment can lack its name, and a type system definition is
 * an empty node that only has a location.
 */
export function parse(text: string, limits?: DocumentLimits): DocumentNode {
  try {
    return readDocument(new TokenStream(text, limits));
  } catch (error) {
    // Thousands of nested levels exhaust the call stack, as in graphql-ruby.
    if (error instanceof RangeError) throw new GraphQLSyntaxError(tooLargeMessage, undefined);
    throw error;
  }
}

function readDocument(tokens: TokenStream): DocumentNode {
  if (tokens.token === undefined) throw new GraphQLSyntaxError('Unexpected end of document', undefined);
  const definitions: DefinitionNode[] = [];
  while (tokens.token !== undefined) definitions.push(readDefinition(tokens));
  return { kind: Kind.DOCUMENT, definitions };
}

function readDefinition(tokens: TokenStream): DefinitionNode {
  if (tokens.isAt('QUERY', 'MUTATION', 'SUBSCRIPTION', 'LCURLY')) return readOperation(tokens);
  if (tokens.isAt('FRAGMENT')) return readFragment(tokens);
  const loc = tokens.location;
  readTypeSystemDefinition(tokens);
  return { kind: Kind.SCHEMA_DEFINITION, operationTypes: [], loc };
}

function readOperation(tokens: TokenStream): OperationDefinitionNode {
  const loc = tokens.location;
  const isShorthand = tokens.isAt('LCURLY');
  const operation = (isShorthand ? 'query' : tokens.text) as OperationTypeNode;
  if (!isShorthand) tokens.advance();
  return {
    kind: Kind.OPERATION_DEFINITION,
    operation,
    name: tokens.isAt('LPAREN', 'LCURLY', 'DIR_SIGN') ? undefined : tokens.readName(),
    variableDefinitions: tokens.readOptional('LPAREN', 'RPAREN', () => readVariableDefinition(tokens)),
    directives: readDirectives(tokens),
    selectionSet: readSelectionSet(tokens),
    loc,
  };
}

function readVariableDefinition(tokens: TokenStream): VariableDefinitionNode {
  const loc = tokens.location;
  const variable = readVariable(tokens);
  tokens.expect('COLON');
  const type = readType(tokens);
  if (!type) throw tokens.syntaxError(`Missing type definition for variable: $${variable.name.value}`);
  const defaultValue = tokens.skipIf('EQUALS') ? readValue(tokens) : undefined;
  const directives = readDirectives(tokens);
  // graphql-ruby accepts variables in default values and ignores them, hence the type assertion.
  return { kind: Kind.VARIABLE_DEFINITION, variable, type, defaultValue, directives, loc } as VariableDefinitionNode;
}

function readFragment(tokens: TokenStream): FragmentDefinitionNode {
  const loc = tokens.location;
  tokens.advance();
  const name = tokens.isAt('ON') ? undefined : tokens.readName();
  tokens.expect('ON');
  return {
    kind: Kind.FRAGMENT_DEFINITION,
    name,
    typeCondition: readNamedType(tokens),
    directives: readDirectives(tokens),
    selectionSet: readSelectionSet(tokens),
    loc,
  } as FragmentDefinitionNode;
}

function readSelectionSet(tokens: TokenStream): SelectionSetNode {
  const loc = tokens.location;
  const selections = tokens.readBetween('LCURLY', 'RCURLY', () =>
    tokens.isAt('ELLIPSIS') ? readSpread(tokens) : readField(tokens),
  );
  return { kind: Kind.SELECTION_SET, selections, loc };
}

function readSpread(tokens: TokenStream): SelectionNode {
  const loc = tokens.location;
  tokens.advance();
  if (!tokens.isAt('ON', 'DIR_SIGN', 'LCURLY'))
    return { kind: Kind.FRAGMENT_SPREAD, name: tokens.readName(), directives: readDirectives(tokens), loc };
  return {
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: tokens.skipIf('ON') ? readNamedType(tokens) : undefined,
    directives: readDirectives(tokens),
    selectionSet: readSelectionSet(tokens),
    loc,
  };
}

function readField(tokens: TokenStream): FieldNode {
  const loc = tokens.location;
  const first = tokens.readName();
  const alias = tokens.skipIf('COLON') ? first : undefined;
  const name = alias ? tokens.readName() : first;
  const args = readArguments(tokens);
  const directives = readDirectives(tokens);
  const selectionSet = tokens.isAt('LCURLY') ? readSelectionSet(tokens) : undefined;
  return {
    kind: Kind.FIELD,
    alias,
    name,
    arguments: args,
    directives,
    selectionSet: selectionSet?.selections.length ? selectionSet : undefined,
    loc,
  };
}
