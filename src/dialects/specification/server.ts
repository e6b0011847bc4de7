import { createExecutableSchema, readContractSdl } from '../../contract/schema.ts';
import { createGraphqlJsExecutor } from '../../contract/executor.ts';
import { mountGraphqlOverHttp } from '../../server/http/graphql-over-http.ts';
import { resolvers } from '../../server/resolvers/resolvers.ts';
import type { ServerDialect } from '../../contract/server-dialect.ts';
import { answerFields } from './answer-fields.ts';
import { meetingFields } from './meeting-fields.ts';
import { progress } from './progress.ts';

/** Limits that no honest client meets. */
export const executionLimits = { depth: 30, cost: 500_000, tokens: 20_000 };

/** The contract as it is written. */
export const serverDialect: ServerDialect = {
  createSchema: () => createExecutableSchema(readContractSdl(), resolvers),
  createExecutor: (schema, authorize) => createGraphqlJsExecutor({ schema, authorize, limits: executionLimits }),
  behavior: {
    maxPageSize: 1000,
    meetingFields,
    answerFields,
    resultProgress: progress,
  },
  mountHttp: mountGraphqlOverHttp,
};
