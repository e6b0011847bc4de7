import { type VariableDefinitionNode, getOperationAST, parse, print } from 'graphql';
import type { Actor } from '../src/client/actor.ts';
import { type TargetResponse, graphqlRequest } from '../src/client/http-message.ts';
import { isJsonObject, textOf, valueAt } from '../src/client/json-value.ts';
import { readPages } from '../src/client/pages.ts';
import type { Target } from '../src/client/target.ts';

export const inDialect = (query: string, { dialect }: Target): string =>
  print(dialect.translator.translateDocument(parse(query)));

/** The variables that a document declares. */
export const variablesOf = (query: string): readonly VariableDefinitionNode[] =>
  getOperationAST(parse(query))?.variableDefinitions ?? [];

/** Sends an operation with the variables that it declares: the platform refuses others. */
export async function sendOperation(
  target: Target,
  actor: Actor,
  query: string,
  variables: Record<string, unknown>,
): Promise<TargetResponse> {
  const names = variablesOf(query).map(({ variable }) => variable.name.value);
  const declared = Object.fromEntries(names.map((name) => [name, variables[name]]));
  const headers = await target.authorizationHeaders(actor);
  return target.send({ ...graphqlRequest(query, declared, headers), actor });
}

/** The data of a query, and why it may not be all that is there. */
export async function readData(
  ...request: Parameters<typeof sendOperation>
): Promise<{ data: unknown; problem?: string }> {
  const { status, json } = await sendOperation(...request);
  const { data, errors } = isJsonObject(json) ? json : {};
  if (status !== 200) return { data, problem: `status ${status}` };
  if (!isJsonObject(data)) return { data, problem: 'no data' };
  // Null says the same.
  if (Array.isArray(errors) && errors.length > 0 && errors.every((error) => isNotFound(error, data))) return { data };
  return errors === undefined ? { data } : { data, problem: 'an error beside the data' };
}

function isNotFound(error: unknown, data: unknown): boolean {
  const path = valueAt(error, ['path']);
  const code = valueAt(error, ['extensions', 'code']);
  return code === 'NOT_FOUND_ERROR' && Array.isArray(path) && valueAt(data, path.map(String)) === null;
}

/** The ids of the outermost records in data that a test chooses. */
const idsOf = (data: unknown, isChosen: (record: Record<string, unknown>) => boolean): string[] => {
  if (Array.isArray(data)) return data.flatMap((each) => idsOf(each, isChosen));
  if (!isJsonObject(data)) return [];
  const { id } = data;
  if (typeof id === 'string' && isChosen(data)) return [id];
  return Object.values(data).flatMap((each) => idsOf(each, isChosen));
};

/** The ids of the records in data. */
export const idsIn = (data: unknown): string[] => idsOf(data, () => true);

/** The ids of the records in data whose texts contain the mark of a run. */
export const idsWithMark = (data: unknown, runId: string): string[] =>
  idsOf(data, (record) => JSON.stringify(record).includes(runId));

/** Where the next page begins: the end cursor of the connection in data that has a next page; undefined if none has. */
function nextCursor(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { hasNextPage, endCursor } = data as Record<string, unknown>;
  if (hasNextPage === true) return textOf(endCursor);
  return Object.values(data)
    .map(nextCursor)
    .find((each) => each !== undefined);
}

// A run creates fewer records than these pages have.
const maxPages = 100;

/** The data of every page of a list; undefined if one cannot be read, or if the pages never end. */
export async function readAllPages(
  target: Target,
  actor: Actor,
  query: string,
  variables: Record<string, unknown>,
): Promise<unknown[] | undefined> {
  const pages: unknown[] = [];
  const problem = await readPages(async (after) => {
    const { data } = await readData(target, actor, query, { ...variables, after: after ?? null });
    pages.push(data);
    return { next: nextCursor(data), ids: idsIn(data) };
  }, maxPages);
  return problem === undefined && pages.every(isJsonObject) ? pages : undefined;
}
