import assert from 'node:assert/strict';
import type { ExecutionResult } from 'graphql';

/** Everything of a result that a client or the server can see, with the order of all members. */
export const describeResult = ({ data, errors }: ExecutionResult): string =>
  JSON.stringify(
    {
      errors: errors?.map((error) => ({
        ...(error.toJSON?.() ?? error),
        nodes: error.nodes?.map(({ kind, loc }) => [kind, loc?.start]),
        originalError: error.originalError && String(error.originalError),
      })),
      data,
    },
    undefined,
    1,
  );

/** Asserts that two results are the same to a client and to the server. */
export const assertSameResult = (actual: ExecutionResult, expected: ExecutionResult, message?: string): void =>
  assert.equal(describeResult(actual), describeResult(expected), message);
