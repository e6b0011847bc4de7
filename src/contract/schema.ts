import { readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { IResolvers } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';

/** The file that states the contract. */
const contractFile = new URL('../../schema.graphql', import.meta.url);

/** The contract's text, in the schema definition language. */
export const readContractSdl = (): string => readFileSync(contractFile, 'utf8');

/** A schema that answers: type definitions and resolvers put together. A resolver without a field is an error. */
export const createExecutableSchema = (typeDefs: string, resolvers: IResolvers): GraphQLSchema =>
  makeExecutableSchema({ typeDefs, resolvers, resolverValidationOptions: { requireResolversToMatchSchema: 'error' } });
