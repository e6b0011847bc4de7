import { readFileSync } from 'node:fs';
import { type GraphQLSchema, getNamedType, isInterfaceType, isLeafType, isObjectType } from 'graphql';
import type { Actor } from '../../conformance/model/case.ts';
import type { DiffRequest } from './exchange.ts';
import { printLiteral } from './graphql-literals.ts';
import { printSelectionSet } from './selection-set.ts';

type Values = Record<string, unknown[]>;

/** Values for the arguments of fields, by their schema coordinates. */
const valuesOf = JSON.parse(readFileSync(new URL('argument-values.json', import.meta.url), 'utf8')) as Record<
  string,
  Values
>;

/** Where the fields of a type can be asked in the demo world. */
const places: Record<string, string[]> = {
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

/** Reads that give each argument each of its values, once as each actor in turn: the argument alone, and pairs with the next. */
export function argumentQueries(schema: GraphQLSchema, actors: readonly Actor[]): DiffRequest[] {
  return Object.entries(valuesOf).flatMap(([coordinate, values], number) => {
    const below = selectionBelow(schema, coordinate);
    if (below === undefined) return [];
    const [type, field] = coordinate.split('.') as [string, string];
    return combinations(values).map((given, index) => {
      const filled = Object.entries(given).map(([name, value]) => `${name}: ${printLiteral(value)}`);
      const step = filled.length > 0 ? `${field}(${filled.join(', ')})` : field;
      const steps = [...places[type]!, step];
      const paths = below.length > 0 ? below.map((path) => [...steps, ...path]) : [steps];
      const actor = actors[(number + index) % actors.length]!;
      const keys = steps.filter((each) => !each.startsWith('...')).map((each) => each.replace(/\(.*/s, ''));
      return {
        subject: `${coordinate}(${Object.keys(given).join(', ')})`,
        parentCoordinate: coordinate,
        actor,
        query: printSelectionSet(paths),
        responsePath: keys,
      };
    });
  });
}

/** Each value of each argument alone, and each first value beside the values of the argument after it. */
function combinations(values: Values): Record<string, unknown>[] {
  const names = Object.keys(values);
  const alone = names.flatMap((name) => values[name]!.map((value) => ({ [name]: value })));
  const pairs = names.slice(1).flatMap((name, index) => {
    const before = names[index]!;
    return values[name]!.slice(0, 2).map((value) => ({ [before]: values[before]![0], [name]: value }));
  });
  return [...alone, ...pairs];
}

/** What tells the records apart that a field answers; empty for a value, undefined where the schema has no such field. */
function selectionBelow(schema: GraphQLSchema, coordinate: string): string[][] | undefined {
  const [typeName, fieldName] = coordinate.split('.') as [string, string];
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  if (!field) return undefined;
  const named = getNamedType(field.type);
  if (isLeafType(named) || !(isObjectType(named) || isInterfaceType(named))) return [];
  const fields = named.getFields();
  if (fields['edges']) return [['edges', 'cursor'], ['edges', 'node', 'id'], ...pageInfo];
  if (fields['locale']) return [['locale'], ['text']];
  return [['__typename'], ['id' in fields ? 'id' : Object.keys(fields)[0]!]];
}

const pageInfo = ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'].map((name) => ['pageInfo', name]);
