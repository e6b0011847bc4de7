import { readFileSync } from 'node:fs';
import type { IResolvers } from '@graphql-tools/utils';
import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  buildSchema,
  isObjectType,
  resolveSchemaCoordinate,
} from 'graphql';
import { makeExecutableSchema } from './tools.ts';

const contractFile = new URL('../../schema.graphql', import.meta.url);

/** Reads the contract, in the schema definition language. */
export const readContractSdl = (): string => readFileSync(contractFile, 'utf8');

/** Builds the schema of the contract, without resolvers. A test validates it. */
export const buildContractSchema = (): GraphQLSchema =>
  buildSchema(readContractSdl(), { assumeValid: true, noLocation: true });

/** Creates an executable schema from valid type definitions. Throws if a resolver has no field in the type definitions. */
export const createExecutableSchema = (typeDefs: string, resolvers: IResolvers): GraphQLSchema =>
  addResolvers(buildSchema(typeDefs, { assumeValid: true, noLocation: true }), resolvers);

/** Adds resolvers to a schema, in place. Throws if there is no field for one of them. */
export const addResolvers = (schema: GraphQLSchema, resolvers: IResolvers): GraphQLSchema =>
  makeExecutableSchema({ typeDefs: schema, resolvers, updateResolversInPlace: true, assumeValid: true });

/**
 * Replaces the resolvers of a schema's object fields by what `wrap` returns for them, in place; it returns undefined for a
 * field that keeps its resolver.
 */
export function wrapResolvers(
  schema: GraphQLSchema,
  // Resolvers know the types of their sources, contexts and arguments; a schema does not.
  // oxlint-disable-next-line typescript/no-explicit-any
  wrap: (field: GraphQLField<any, any>, coordinate: string) => GraphQLFieldResolver<any, any> | undefined,
): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      field.resolve = wrap(field, `${type.name}.${field.name}`) ?? field.resolve;
  }
  return schema;
}

/** The coordinates of all fields of object types. */
export const fieldCoordinates = (schema: GraphQLSchema): string[] =>
  Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !type.name.startsWith('__')
      ? Object.keys(type.getFields()).map((name) => `${type.name}.${name}`)
      : [],
  );

/** Whether a schema has the part with a coordinate, such as `Meeting.title` or `Query.component(id:)`. */
export function hasCoordinate(schema: GraphQLSchema, coordinate: string): boolean {
  try {
    return resolveSchemaCoordinate(schema, coordinate) !== undefined;
  } catch {
    // The type that contains it does not exist either.
    return false;
  }
}
