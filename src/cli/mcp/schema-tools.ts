import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  buildSchema,
  isInterfaceType,
  isObjectType,
  parse,
  printType,
} from 'graphql';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { operationFinder } from '../../control/requests/document-operations.ts';
import { didYouMean } from '../../control/validation.ts';
import { sessionArgument } from './control-tools.ts';
import { ToolError } from './stand-in-client.ts';
import { type Tool, type ToolContext, argumentsOf } from './tool.ts';

const maxMatches = 30;
const maxExamples = 5;

interface Found {
  /** Such as `Query.component`, or the name of a type. */
  coordinate: string;
  /** The line of the schema. */
  signature: string;
  description: string;
}

const schemas = new WeakMap<ToolContext, GraphQLSchema>();

async function readSchema(context: ToolContext): Promise<GraphQLSchema> {
  const schema = schemas.get(context) ?? buildSchema(await context.readSdl());
  schemas.set(context, schema);
  return schema;
}

/** A type and its members. */
function entriesOf(type: GraphQLNamedType): Found[] {
  const fields: readonly (GraphQLField<unknown, unknown> | GraphQLInputField)[] =
    'getFields' in type ? Object.values(type.getFields()) : [];
  return [
    { coordinate: type.name, signature: type.name, description: type.description ?? '' },
    ...fields.map((field) => {
      const args = 'args' in field ? field.args.map((arg) => `${arg.name}: ${String(arg.type)}`).join(', ') : '';
      return {
        coordinate: `${type.name}.${field.name}`,
        signature: `${field.name}${args && `(${args})`}: ${String(field.type)}`,
        description: field.description ?? '',
      };
    }),
  ];
}

/** The words of a text or of a name in camel case, in lower case. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d_]+/)
    .filter(Boolean);

export const searchSchema: Tool = {
  name: 'search_schema',
  description:
    'Searches the GraphQL schema that the stand-in serves. The name of a type returns the whole type; a coordinate, such as Query.component, or words return the fields and types whose names and descriptions have them all.',
  isReadOnly: true,
  inputSchema: argumentsOf({
    query: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'such as Meeting, MeetingsMutation.createMeeting, or: proposal state',
    },
  }),
  async run({ query }: { query: string }, context) {
    const schema = await readSchema(context);
    const type = schema.getType(query.trim());
    if (type) return printType(type);
    const all = Object.values(schema.getTypeMap())
      .filter(({ name }) => !name.startsWith('__'))
      .flatMap(entriesOf);
    const words = wordsOf(query);
    const scored = all
      .map((found) => ({ found, score: scoreOf(found, words) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score);
    if (scored.length === 0) {
      const nearest = suggestionList(query, [
        ...new Set(all.flatMap(({ coordinate }) => [coordinate, coordinate.split('.').at(-1)!])),
      ]).slice(0, 5);
      throw new ToolError(
        `Nothing in the schema has ${JSON.stringify(query)}.${didYouMean(nearest)} Expected: the name of a type, a coordinate such as Query.component, or words of names and descriptions.`,
      );
    }
    const matches = scored.slice(0, maxMatches).map(({ found }) => found);
    return { found: scored.length, matches };
  },
};

/** 0 if a word is missing; higher if the words are in the name. */
function scoreOf({ coordinate, description }: Found, words: readonly string[]): number {
  const names = wordsOf(coordinate);
  const texts = wordsOf(description);
  const scores = words.map((word) => {
    if (names.includes(word)) return 4;
    if (names.some((name) => name.includes(word))) return 2;
    return texts.some((text) => text.startsWith(word)) ? 1 : 0;
  });
  return scores.includes(0) ? 0 : scores.reduce<number>((sum, score) => sum + score, 0);
}

export const findExamples: Tool = {
  name: 'find_examples',
  description:
    'Returns GraphQL requests for a field that fit the dialect and the records of the stand-in, with their variables and who can send them. run_document sends them.',
  isReadOnly: true,
  inputSchema: argumentsOf(
    {
      field: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'the name of a field, such as createMeeting, or its coordinate, such as Query.component',
      },
    },
    sessionArgument,
  ),
  async run({ field, session }: { field: string; session?: string }, context) {
    const schema = await readSchema(context);
    const { examples } = await context.client.control('GET /__admin/examples', { session });
    const find = operationFinder({ schema, parse });
    const coordinatesOf = (query: string): readonly string[] => find(query, null).coordinates;
    const found = examples.filter(({ query }) =>
      coordinatesOf(query).some((each) => each === field || each.split('.')[1] === field),
    );
    if (found.length > 0) return { found: found.length, examples: found.slice(0, maxExamples) };
    const withExamples = [...new Set(examples.flatMap(({ query }) => coordinatesOf(query)))];
    const isKnown = Object.values(schema.getTypeMap()).some(
      (type) =>
        (isObjectType(type) || isInterfaceType(type)) &&
        Object.keys(type.getFields()).some((name) => name === field || `${type.name}.${name}` === field),
    );
    const names = withExamples.flatMap((each) => [each, each.split('.')[1]!]);
    throw new ToolError(
      isKnown
        ? `There is no example for ${JSON.stringify(field)}. search_schema describes it. Fields with examples: ${withExamples.slice(0, 40).join(', ')}.`
        : `The schema has no field ${JSON.stringify(field)}.${didYouMean(suggestionList(field, [...new Set(names)]).slice(0, 5))} search_schema finds fields.`,
    );
  },
};
