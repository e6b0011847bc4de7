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
import { Cursor } from './cursor.ts';
import { SyntaxFault } from './syntax-fault.ts';
import { readTypeSystem } from './type-system.ts';
import { readArguments, readDirectives, readNamedType, readType, readValue, readVariable } from './values.ts';

/** What is said of a document that exhausts the stack. */
export const tooLarge = 'This query is too large to execute.';

/**
 * A document as graphql-ruby reads it, or a SyntaxFault. Differs from what graphql-js reads: selections may be empty
 * (a field then has none), a fragment may lack its name, and of type definitions only the place is kept.
 */
export function parse(text: string): DocumentNode {
  try {
    return readDocument(new Cursor(text));
  } catch (error) {
    // What is nested in thousands of levels exhausts the stack, there as here.
    if (error instanceof RangeError) throw new SyntaxFault(tooLarge, undefined);
    throw error;
  }
}

function readDocument(cursor: Cursor): DocumentNode {
  if (cursor.token === undefined) throw new SyntaxFault('Unexpected end of document', undefined);
  const loc = cursor.from(0);
  const definitions: DefinitionNode[] = [];
  while (cursor.token !== undefined) definitions.push(readDefinition(cursor));
  return { kind: Kind.DOCUMENT, definitions, loc };
}

const operationTokens = new Set(['QUERY', 'MUTATION', 'SUBSCRIPTION', 'LCURLY']);

function readDefinition(cursor: Cursor): DefinitionNode {
  if (operationTokens.has(cursor.token!)) return readOperation(cursor);
  if (cursor.at('FRAGMENT')) return readFragment(cursor);
  const loc = cursor.from(cursor.start);
  readTypeSystem(cursor);
  return { kind: Kind.SCHEMA_DEFINITION, operationTypes: [], loc };
}

function readOperation(cursor: Cursor): OperationDefinitionNode {
  const loc = cursor.from(cursor.start);
  const operation = (cursor.at('LCURLY') ? 'query' : cursor.text) as OperationTypeNode;
  if (!cursor.at('LCURLY')) cursor.advance();
  const named = !['LPAREN', 'LCURLY', 'DIR_SIGN'].some((token) => cursor.at(token));
  return {
    kind: Kind.OPERATION_DEFINITION,
    operation,
    name: named ? cursor.name() : undefined,
    variableDefinitions: cursor.optionally('LPAREN', 'RPAREN', () => readVariableDefinition(cursor)),
    directives: readDirectives(cursor),
    selectionSet: readSelections(cursor),
    loc,
  };
}

function readVariableDefinition(cursor: Cursor): VariableDefinitionNode {
  const loc = cursor.from(cursor.start);
  const variable = readVariable(cursor);
  cursor.expect('COLON');
  const type = readType(cursor);
  if (!type) throw cursor.fault(`Missing type definition for variable: $${variable.name.value}`);
  const defaultValue = cursor.skip('EQUALS') ? readValue(cursor) : undefined;
  const directives = readDirectives(cursor);
  // A variable within a default value is read, and then looked at by nobody.
  return { kind: Kind.VARIABLE_DEFINITION, variable, type, defaultValue, directives, loc } as VariableDefinitionNode;
}

function readFragment(cursor: Cursor): FragmentDefinitionNode {
  const loc = cursor.from(cursor.start);
  cursor.advance();
  const name = cursor.at('ON') ? undefined : cursor.name();
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

function readSelections(cursor: Cursor): SelectionSetNode {
  const loc = cursor.from(cursor.start);
  const selections = cursor.within('LCURLY', 'RCURLY', () =>
    cursor.at('ELLIPSIS') ? readSpread(cursor) : readField(cursor),
  );
  return { kind: Kind.SELECTION_SET, selections, loc };
}

function readSpread(cursor: Cursor): SelectionNode {
  const loc = cursor.from(cursor.start);
  cursor.advance();
  const inline = ['ON', 'DIR_SIGN', 'LCURLY'].some((token) => cursor.at(token));
  if (!inline) return { kind: Kind.FRAGMENT_SPREAD, name: cursor.name(), directives: readDirectives(cursor), loc };
  const typeCondition = cursor.skip('ON') ? readNamedType(cursor) : undefined;
  const directives = readDirectives(cursor);
  return { kind: Kind.INLINE_FRAGMENT, typeCondition, directives, selectionSet: readSelections(cursor), loc };
}

function readField(cursor: Cursor): FieldNode {
  const loc = cursor.from(cursor.start);
  const first = cursor.name();
  const alias = cursor.skip('COLON') ? first : undefined;
  const name = alias ? cursor.name() : first;
  const args = readArguments(cursor);
  const directives = readDirectives(cursor);
  const selectionSet = cursor.at('LCURLY') ? readSelections(cursor) : undefined;
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
