import { executableSchema, readContract } from '../../contract/contract.ts';
import { createExecutor } from '../../contract/executor.ts';
import { resolvers } from '../../resolvers/resolvers.ts';
import type { SpokenDialect } from '../spoken.ts';
import { answerFields } from './answer-fields.ts';
import { meetingFields } from './meeting-fields.ts';
import { progress } from './progress.ts';

/** Limits that no honest client meets. */
export const limits = { depth: 30, cost: 500_000, tokens: 20_000 };

/** The contract as it is written. */
export const standIn: SpokenDialect = {
  schema: () => executableSchema(readContract(), resolvers),
  executor: (schema, refuse) => createExecutor({ schema, refuse, limits }),
  ways: {
    longestPage: 1000,
    meetingFields,
    answerFields,
    progress,
    storedText: (text) => text,
    storedMoment: (text, store) => store.print(store.instant(text)),
  },
  http: 'graphql-over-http',
};
