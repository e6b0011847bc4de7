import { commonDescriptions, fieldDescriptions } from '../../graphql/common-descriptions.ts';
import { readDescriptions, setDescriptions } from '../../graphql/descriptions.ts';
import { buildContractSchema, createExecutableSchema, readContractSdl } from '../../graphql/schema.ts';
import { createGraphqlExecutor } from '../../graphql/executor.ts';
import { graphqlOverHttp } from '../../server/http/graphql-over-http.ts';
import { resolvers } from '../../server/resolvers/resolvers.ts';
import type { ServerDialect } from '../server-dialect.ts';
import { answerFields, meetingFields, resultProgress } from './behavior.ts';

/** Limits that no honest client meets. */
export const executionLimits = { depth: 30, cost: 200_000, tokens: 20_000, definitions: 500 };

/** The dialect that follows the specification, over the SDL of the contract or of a changed contract. */
export const createSpecification = (contract = readContractSdl()): ServerDialect => ({
  createSchema: () =>
    setDescriptions(createExecutableSchema(contract, resolvers), () => [
      // A resolver of a scalar takes the place of its description.
      readDescriptions(buildContractSchema()),
      fieldDescriptions,
      commonDescriptions,
    ]),
  createExecutor: (schema, authorize) => createGraphqlExecutor(schema, executionLimits, authorize),
  behavior: {
    maxPageSize: 1000,
    meetingFields,
    answerFields,
    resultProgress,
  },
  http: graphqlOverHttp,
});

/** The default dialect. */
export const serverDialect = createSpecification();
