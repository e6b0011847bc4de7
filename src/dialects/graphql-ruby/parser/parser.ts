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
import { TokenStream } from './token-stream.ts';
import { GraphqlSyntaxError } from '../errors/syntax-error.ts';
import { readTypeSystemDefinition } from './type-system-definitions.ts';
import { readArguments, readDirectives, readNamedType, readType, readValue, readVariable } from './values.ts';

/** What is said of a document that exhausts the stack. */
export const tooLargeMessage = 'This query is too large to execute.';

/**
 * A document as graphql-ruby reads it, or a SyntaxFault. Differs from what graphql-js reads: selections may be empty
 * (a field then has none), a fragment may lack its name, and of type definitions only the place is kept.
 */
export function parse(text: string): DocumentNode {
  try {
    return readDocument(new TokenStream(text));
  } catch (error) {
    // What is nested in thousands of levels exhausts the stack, there as here.
    if (error instanceof RangeError) throw new GraphqlSyntaxError(tooLargeMessage, undefined);
    throw error;
  }
}

function readDocument(cursor: TokenStream): DocumentNode {
  if (cursor.token === undefined) throw new GraphqlSyntaxError('Unexpected end of document', undefined);
  const loc = cursor.locationFrom(0);
  const definitions: DefinitionNode[] = [];
  while (cursor.token !== undefined) definitions.push(readDefinition(cursor));
  return { kind: Kind.DOCUMENT, definitions, loc };
}

const operationTokens = new Set(['QUERY', 'MUTATION', 'SUBSCRIPTION', 'LCURLY']);

function readDefinition(cursor: TokenStream): DefinitionNode {
  if (operationTokens.has(cursor.token!)) return readOperation(cursor);
  if (cursor.isAt('FRAGMENT')) return readFragment(cursor);
  const loc = cursor.locationFrom(cursor.start);
  readTypeSystemDefinition(cursor);
  return { kind: Kind.SCHEMA_DEFINITION, operationTypes: [], loc };
}

function readOperation(cursor: TokenStream): OperationDefinitionNode {
  const loc = cursor.locationFrom(cursor.start);
  const operation = (cursor.isAt('LCURLY') ? 'query' : cursor.text) as OperationTypeNode;
  if (!cursor.isAt('LCURLY')) cursor.advance();
  const named = !['LPAREN', 'LCURLY', 'DIR_SIGN'].some((token) => cursor.isAt(token));
  return {
    kind: Kind.OPERATION_DEFINITION,
    operation,
    name: named ? cursor.readName() : undefined,
    variableDefinitions: cursor.readOptional('LPAREN', 'RPAREN', () => readVariableDefinition(cursor)),
    directives: readDirectives(cursor),
    selectionSet: readSelections(cursor),
    loc,
  };
}

function readVariableDefinition(cursor: TokenStream): VariableDefinitionNode {
  const loc = cursor.locationFrom(cursor.start);
  const variable = readVariable(cursor);
  cursor.expect('COLON');
  const type = readType(cursor);
  if (!type) throw cursor.syntaxError(`Missing type definition for variable: $${variable.name.value}`);
  const defaultValue = cursor.skipIf('EQUALS') ? readValue(cursor) : undefined;
  const directives = readDirectives(cursor);
  // A variable within a default value is read, and then looked at by nobody.
  return { kind: Kind.VARIABLE_DEFINITION, variable, type, defaultValue, directives, loc } as VariableDefinitionNode;
}

function readFragment(cursor: TokenStream): FragmentDefinitionNode {
  const loc = cursor.locationFrom(cursor.start);
  cursor.advance();
  const name = cursor.isAt('ON') ? undefined : cursor.readName();
  cursor.expect('ON');
  const typeCondition = readNamedType(cursor);
  const directives = readDirectives(cursor);
  const selectionSet = readSelections(cursor);
  return {
    kind: Kind.FRAGMENT_DEFINITION,
    name,
    typeCondition,
    directives,
    selectionSet,
    loc,
  } as FragmentDefinitionNode;
}

function readSelections(cursor: TokenStream): SelectionSetNode {
  const loc = cursor.locationFrom(cursor.start);
  const selections = cursor.readBetween('LCURLY', 'RCURLY', () =>
    cursor.isAt('ELLIPSIS') ? readSpread(cursor) : readField(cursor),
  );
  return { kind: Kind.SELECTION_SET, selections, loc };
}

function readSpread(cursor: TokenStream): SelectionNode {
  const loc = cursor.locationFrom(cursor.start);
  cursor.advance();
  const inline = ['ON', 'DIR_SIGN', 'LCURLY'].some((token) => cursor.isAt(token));
  if (!inline) return { kind: Kind.FRAGMENT_SPREAD, name: cursor.readName(), directives: readDirectives(cursor), loc };
  const typeCondition = cursor.skipIf('ON') ? readNamedType(cursor) : undefined;
  const directives = readDirectives(cursor);
  return { kind: Kind.INLINE_FRAGMENT, typeCondition, directives, selectionSet: readSelections(cursor), loc };
}

function readField(cursor: TokenStream): FieldNode {
  const loc = cursor.locationFrom(cursor.start);
  const first = cursor.readName();
  const alias = cursor.skipIf('COLON') ? first : undefined;
  const name = alias ? cursor.readName() : first;
  const args = readArguments(cursor);
  const directives = readDirectives(cursor);
  const selectionSet = cursor.isAt('LCURLY') ? readSelections(cursor) : undefined;
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
