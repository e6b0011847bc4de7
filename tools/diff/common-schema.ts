import { filterSchema } from '@graphql-tools/utils';
import { type GraphQLSchema, buildSchema, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { type ConstraintDirective, getConstraintDirective } from '../../src/contract/directives.ts';
import { readContractSdl } from '../../src/contract/schema.ts';
import { loadServerDialect } from '../../src/dialects/dialects.ts';
import type { Targets } from './exchange.ts';

/** The schema that requests are generated from. */
export interface CommonSchema {
  schema: GraphQLSchema;
  /** The `@constraint` of an input field, by its coordinate; a field that the contract lacks has none. */
  constraintOf(coordinate: string): ConstraintDirective;
}

/** The schema of the dialect of both servers; of two dialects, the types and fields of the contract that both have. */
export async function commonSchema({ a, b }: Targets): Promise<CommonSchema> {
  const contract = buildSchema(readContractSdl());
  const names = [...new Set([a.dialect.name, b.dialect.name])];
  const schemas = await Promise.all(names.map(async (name) => (await loadServerDialect(name)).createSchema('empty')));
  return {
    schema: schemas.length === 1 ? schemas[0]! : withCommonFields(contract, schemas),
    constraintOf(coordinate) {
      const [typeName, fieldName] = coordinate.split('.') as [string, string];
      const type = contract.getType(typeName);
      const field = isInputObjectType(type) ? type.getFields()[fieldName] : undefined;
      return field ? getConstraintDirective(contract, field) : {};
    },
  };
}

function withCommonFields(contract: GraphQLSchema, schemas: GraphQLSchema[]): GraphQLSchema {
  const isCommonField = (typeName: string, fieldName: string) =>
    schemas.every((schema) => {
      const type = schema.getType(typeName);
      return (isObjectType(type) || isInterfaceType(type)) && fieldName in type.getFields();
    });
  return filterSchema({
    schema: contract,
    typeFilter: (name, type) => !isObjectType(type) || schemas.every((schema) => schema.getType(name)),
    fieldFilter: isCommonField,
  });
}
