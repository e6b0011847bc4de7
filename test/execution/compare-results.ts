import assert from 'node:assert/strict';
import type { ExecutionResult, GraphQLError } from 'graphql';

/** Everything of a result that the client or the server can see, with the order of all members. */
export const describeResult = (result: ExecutionResult): string =>
  JSON.stringify(
    result,
    (key, value: unknown) => (key === 'errors' && Array.isArray(value) ? value.map(describeError) : value),
    1,
  );

const describeError = (error: GraphQLError) => ({
  ...(error.toJSON?.() ?? error),
  nodes: error.nodes?.map(({ kind, loc }) => [kind, loc?.start]),
  originalError: error.originalError && String(error.originalError),
});

/** Asserts that two results are the same to the client and to the server. */
export const assertSameResult = (actual: ExecutionResult, expected: ExecutionResult, message: string): void =>
  assert.equal(describeResult(actual), describeResult(expected), message);
