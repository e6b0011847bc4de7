import { readFileSync } from 'node:fs';
import { type GraphQLSchema, getNamedType, isInterfaceType, isLeafType, isObjectType } from 'graphql';
import type { Actor } from '../../conformance/model/case.ts';
import type { DiffRequest } from './exchange.ts';
import { printGraphQLLiteral } from './graphql-literals.ts';
import { type SelectionPath, printSelectionSet, responseKeys } from './selection-set.ts';

type ArgumentValues = Record<string, unknown[]>;

/** Values for the arguments of fields, by schema coordinate and argument name. */
const argumentValues = JSON.parse(readFileSync(new URL('argument-values.json', import.meta.url), 'utf8')) as Record<
  string,
  ArgumentValues
>;

/** The path to a record of each parent type in the demo world. */
const parentPaths: Record<string, SelectionPath> = {
  Query: [],
  ParticipatoryProcess: ['participatoryProcess(id: 1)'],
  Meetings: ['component(id: 2)', '... on Meetings'],
  Proposals: ['component(id: 1)', '... on Proposals'],
  Accountability: ['component(id: 4)', '... on Accountability'],
  Budgets: ['component(id: 10)', '... on Budgets'],
  Pages: ['component(id: 6)', '... on Pages'],
  Proposal: ['component(id: 1)', '... on Proposals', 'proposal(id: 1)'],
  TranslatedField: ['participatoryProcess(id: 1)', 'title'],
};

/** Queries that try each value of each argument, alone and in pairs of arguments, with alternating actors. */
export function argumentQueries(schema: GraphQLSchema, actors: readonly Actor[]): DiffRequest[] {
  return Object.entries(argumentValues).flatMap(([coordinate, values], fieldIndex) => {
    const identifyingPaths = findIdentifyingPaths(schema, coordinate);
    if (identifyingPaths === undefined) return [];
    const [typeName, fieldName] = coordinate.split('.') as [string, string];
    return combineValues(values).map((args, index) => {
      const printedArgs = Object.entries(args).map(([name, value]) => `${name}: ${printGraphQLLiteral(value)}`);
      const step = printedArgs.length > 0 ? `${fieldName}(${printedArgs.join(', ')})` : fieldName;
      const path = [...parentPaths[typeName]!, step];
      return {
        subject: `${coordinate}(${Object.keys(args).join(', ')})`,
        parentCoordinate: coordinate,
        actor: actors[(fieldIndex + index) % actors.length]!,
        query: printSelectionSet(identifyingPaths.map((below) => [...path, ...below])),
        responsePath: responseKeys(path),
      };
    });
  });
}

/** Combines the arguments of a field: each value alone, and two values with the first value of the previous argument. */
function combineValues(values: ArgumentValues): Record<string, unknown>[] {
  const names = Object.keys(values);
  const single = names.flatMap((name) => values[name]!.map((value) => ({ [name]: value })));
  const pairs = names.slice(1).flatMap((name, index) => {
    const previous = names[index]!;
    return values[name]!.slice(0, 2).map((value) => ({ [previous]: values[previous]![0], [name]: value }));
  });
  return [...single, ...pairs];
}

/** The paths below a field that identify its records; one empty path for a leaf, undefined if there is no such field. */
function findIdentifyingPaths(schema: GraphQLSchema, coordinate: string): SelectionPath[] | undefined {
  const [typeName, fieldName] = coordinate.split('.') as [string, string];
  const parentType = schema.getType(typeName);
  const field = isObjectType(parentType) ? parentType.getFields()[fieldName] : undefined;
  if (!field) return undefined;
  const type = getNamedType(field.type);
  if (isLeafType(type) || !(isObjectType(type) || isInterfaceType(type))) return [[]];
  const fields = type.getFields();
  if (fields['edges']) return [['edges', 'cursor'], ['edges', 'node', 'id'], ...pageInfoPaths];
  if (fields['locale']) return [['locale'], ['text']];
  return [['__typename'], ['id' in fields ? 'id' : Object.keys(fields)[0]!]];
}

const pageInfoPaths = ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'].map((name) => ['pageInfo', name]);
