import { type VariableDefinitionNode, getOperationAST, parse, print } from 'graphql';
import type { Actor } from '../src/client/actor.ts';
import { type TargetResponse, graphqlRequest } from '../src/client/http-message.ts';
import { isJsonObject } from '../src/client/json-value.ts';
import type { Target } from '../src/client/target.ts';
import type { Undo } from './ledger.ts';

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
export async function readData(...request: Parameters<typeof sendOperation>): Promise<{ data: unknown; problem?: string }> {
  const { status, json } = await sendOperation(...request);
  const { data, errors } = isJsonObject(json) ? json : {};
  if (status !== 200) return { data, problem: `status ${status}` };
  if (!isJsonObject(data)) return { data, problem: 'no data' };
  return errors === undefined ? { data } : { data, problem: 'an error beside the data' };
}

/** The ids of the records in data whose texts contain the mark of a run. */
export function idsWithMark(data: unknown, runId: string): string[] {
  if (Array.isArray(data)) return data.flatMap((each) => idsWithMark(each, runId));
  if (!isJsonObject(data)) return [];
  const { id } = data;
  if (typeof id === 'string' && JSON.stringify(data).includes(runId)) return [id];
  return Object.values(data).flatMap((each) => idsWithMark(each, runId));
}

/** Where the next page begins: the end cursor of the connection in data that has a next page; undefined if none has. */
function nextCursor(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(nextCursor).find((each) => each !== undefined);
  if (!isJsonObject(data)) return undefined;
  return data['hasNextPage'] === true ? data['endCursor'] : Object.values(data).map(nextCursor).find((each) => each !== undefined);
}

// So that a server that always has a next page ends.
const maxPages = 100;

/** The ids of the records that contain the mark of a run; undefined if they cannot be read. */
export async function findMarked(
  { find, actor, variables }: Undo,
  runId: string,
  target: Target,
): Promise<string[] | undefined> {
  const found: string[] = [];
  const cursors = new Set<unknown>();
  for (let after: unknown = null; !cursors.has(after) && cursors.size < maxPages;) {
    cursors.add(after);
    const { data, problem } = await readData(target, actor, find!, { ...variables, after });
    if (problem !== undefined && !isJsonObject(data)) return undefined;
    found.push(...idsWithMark(data, runId));
    after = nextCursor(data) ?? null;
  }
  return found;
}
