import assert from 'node:assert/strict';
import type { GraphQLResponse, TestServer } from './test-server.ts';

/** Asserts a refusal inside the execution: its code, its path, and the data that is left. */
export function assertGraphQLError(
  answer: GraphQLResponse,
  code: string,
  path: string[] | undefined,
  data: unknown,
): void {
  assert.equal(answer.errors?.length, 1, JSON.stringify(answer));
  const [error] = answer.errors;
  assert.equal(error!.extensions?.code, code);
  assert.deepEqual(error!.path, path);
  assert.deepEqual(answer.data, data);
}

/** Asserts refused attributes: their paths below `attributes`, in any order, each with something said about it. */
export function assertAttributeErrors(answer: GraphQLResponse, paths: string[]): void {
  assert.equal(answer.errors?.length, 1, JSON.stringify(answer));
  const [error] = answer.errors;
  assert.equal(error!.extensions.code, 'ATTRIBUTE_VALIDATION_ERROR');
  assert.equal(typeof error!.message, 'string');
  const problems = error!.extensions.errors as { path: string[]; message: string }[];
  const found = problems.map(({ path }) => path.join('.'));
  assert.deepEqual(found.toSorted(), paths.map((path) => `attributes.${path}`).toSorted());
  for (const { message } of problems) assert.ok(error!.message.includes(message));
}

/** Asserts a request error: the execution did not begin, and the message names this. */
export function assertRequestError(answer: GraphQLResponse, named: RegExp): void {
  assert.equal(Object.hasOwn(answer, 'data'), false, JSON.stringify(answer));
  assert.match(answer.errors!.map(({ message }) => message).join('\n'), named);
  for (const error of answer.errors!) assert.equal(error.path, undefined);
}

/** Runs an action and asserts that no record came, went or changed by it. */
export async function assertStoreUnchanged(standIn: TestServer, action: () => Promise<void>): Promise<void> {
  const kinds = ['meetings', 'proposals', 'results'] as const;
  const records = () => JSON.stringify(kinds.map((kind) => standIn.store.all(kind)));
  const before = records();
  await action();
  assert.equal(records(), before);
}
