import { readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { IResolvers } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';

const contractFile = new URL('../../schema.graphql', import.meta.url);

/** Reads the contract, in the schema definition language. */
export const readContractSdl = (): string => readFileSync(contractFile, 'utf8');

/** Creates an executable schema. Throws if a resolver has no field in the type definitions. */
export const createExecutableSchema = (typeDefs: string, resolvers: IResolvers): GraphQLSchema =>
  makeExecutableSchema({ typeDefs, resolvers, resolverValidationOptions: { requireResolversToMatchSchema: 'error' } });
