import assert from 'node:assert/strict';
import type { GraphQLResponse, TestServer } from './test-server.ts';

/** Asserts that the response has one execution error with this code and path, and this data. */
export function assertGraphQLError(
  response: GraphQLResponse,
  code: string,
  path: string[] | undefined,
  data: unknown,
): void {
  assert.equal(response.errors?.length, 1, JSON.stringify(response));
  const [error] = response.errors;
  assert.equal(error!.extensions?.code, code);
  assert.deepEqual(error!.path, path);
  assert.deepEqual(response.data, data);
}

/** Asserts an error about these attributes, by their paths below `attributes`, in any order. */
export function assertAttributeErrors(response: GraphQLResponse, paths: string[]): void {
  assert.equal(response.errors?.length, 1, JSON.stringify(response));
  const [error] = response.errors;
  assert.equal(error!.extensions.code, 'ATTRIBUTE_VALIDATION_ERROR');
  assert.equal(typeof error!.message, 'string');
  const attributeErrors = error!.extensions.errors as { path: string[]; message: string }[];
  const actualPaths = attributeErrors.map(({ path }) => path.join('.'));
  assert.deepEqual(actualPaths.toSorted(), paths.map((path) => `attributes.${path}`).toSorted());
  for (const { message } of attributeErrors) assert.ok(error!.message.includes(message));
}

/** Asserts that the request was not executed, with an error that matches the message. */
export function assertRequestError(response: GraphQLResponse, message: RegExp): void {
  assert.equal(Object.hasOwn(response, 'data'), false, JSON.stringify(response));
  assert.match(response.errors!.map((error) => error.message).join('\n'), message);
  for (const error of response.errors!) assert.equal(error.path, undefined);
}

/** Runs an action and asserts that it creates, changes and deletes no record. */
export async function assertStoreUnchanged(server: TestServer, action: () => Promise<void>): Promise<void> {
  const kinds = ['meetings', 'proposals', 'results'] as const;
  const records = () => JSON.stringify(kinds.map((kind) => server.store.all(kind)));
  const before = records();
  await action();
  assert.equal(records(), before);
}
