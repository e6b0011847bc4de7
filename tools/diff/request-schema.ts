import { mergeTypeDefs } from '@graphql-tools/merge';
import {
  type GraphQLSchema,
  buildASTSchema,
  buildSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  printSchema,
} from 'graphql';
import { type ConstraintDirective, getConstraintDirective } from '../../src/contract/directives.ts';
import { readContractSdl } from '../../src/contract/schema.ts';
import { loadServerDialect } from '../../src/dialects/dialects.ts';
import type { Targets } from './side-by-side-exchange.ts';

/** The schema that requests are generated from. */
export interface RequestSchema {
  schema: GraphQLSchema;
  /** The `@constraint` of an input field, by its coordinate; a guess from the type and the name of a field that the contract lacks. */
  constraintOf(coordinate: string): ConstraintDirective;
  /** Returns the server that lacks an object type or a field, by its coordinate; undefined if both have it. */
  absentFrom(coordinate: string): keyof Targets | undefined;
}

/**
 * Creates the schema of both servers. Of two versions of Decidim, it has what either has, in the words of the platform; of two
 * families of dialects, it is the contract.
 */
export async function createRequestSchema({ a, b }: Targets): Promise<RequestSchema> {
  const contract = buildSchema(readContractSdl());
  const schemaOfA = await loadSchema(a.dialect.name);
  const schemaOfB = a.dialect.name === b.dialect.name ? schemaOfA : await loadSchema(b.dialect.name);
  const mergeSchemas = () => buildASTSchema(mergeTypeDefs([printSchema(schemaOfA), printSchema(schemaOfB)]));
  const platformSchema = () => (schemaOfA === schemaOfB ? schemaOfA : mergeSchemas());
  const schema = a.dialect.family === b.dialect.family ? platformSchema() : contract;
  const { translateVariables } = b.dialect.translator;
  return {
    schema,
    constraintOf(coordinate) {
      const [typeName, fieldName] = coordinate.split('.') as [string, string];
      const fields = Object.values(inputFieldsOf(contract, typeName));
      const field =
        fields.find(({ name }) => name === fieldName) ??
        fields.find(({ name }) => Object.hasOwn(translateVariables({ [name]: null }), fieldName));
      if (field) return getConstraintDirective(contract, field);
      const type = inputFieldsOf(schema, typeName)[fieldName]?.type;
      if (String(type) === 'JSON') return { localeMap: true, defaultLocale: fieldName === 'title' };
      return String(type) === 'String' && fieldName.endsWith('Date') ? { format: 'date' } : {};
    },
    absentFrom(coordinate) {
      if (schemaOfA === schemaOfB) return undefined;
      if (!hasCoordinate(schemaOfA, coordinate)) return 'a';
      return hasCoordinate(schemaOfB, coordinate) ? undefined : 'b';
    },
  };
}

const loadSchema = async (dialect: string): Promise<GraphQLSchema> =>
  (await loadServerDialect(dialect)).createSchema('empty');

function inputFieldsOf(schema: GraphQLSchema, typeName: string) {
  const type = schema.getType(typeName);
  return isInputObjectType(type) ? type.getFields() : {};
}

function hasCoordinate(schema: GraphQLSchema, coordinate: string): boolean {
  const [typeName, fieldName] = coordinate.split('.') as [string, string?];
  const type = schema.getType(typeName);
  if (fieldName === undefined || fieldName === '__typename') return type !== undefined;
  return (isObjectType(type) || isInterfaceType(type)) && fieldName in type.getFields();
}
