import { type GraphQLSchema, buildSchema } from 'graphql';
import { readContractSdl } from '../graphql/schema.ts';
import type { SuiteDialect } from '../dialects/suite-dialect.ts';

let contract: GraphQLSchema | undefined;

/** The schema of a dialect, which is read once. */
export const schemaOf = (dialect: SuiteDialect): GraphQLSchema =>
  dialect.readSchema?.() ?? (contract ??= buildSchema(readContractSdl()));
