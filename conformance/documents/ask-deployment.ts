import { Kind, type OperationDefinitionNode, type TypeNode, parse } from 'graphql';
import { openDoor, permit } from '../../src/client/door.ts';
import { truncate } from '../../src/client/format-text.ts';
import { type DialectGuess, guessDialect } from '../../src/client/guess-dialect.ts';
import { type TargetResponse, describeResponse, graphqlRequest } from '../../src/client/http-message.ts';
import { isJsonObject, valueAt } from '../../src/client/json-value.ts';
import type { Patience } from '../../src/client/patience.ts';
import { selectedFields, withFieldsSkipped } from '../../src/client/selection.ts';
import { NotSentError, withCommandErrors } from '../../src/client/target.ts';
import {
  AmbiguousDocumentError,
  printUnambiguously,
  readUnambiguously,
} from '../../src/client/unambiguous-document.ts';
import { defaultDecidimDialect, suiteDialectByName } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import type { Judgement } from './judge.ts';
import type { ClientOperation } from './model.ts';

interface DeploymentQuestion {
  url: string;
  /** Minimum time between the starts of two requests. Default: that of a deployment. */
  requestIntervalMs?: number | undefined;
  onWait?: Patience['onWait'];
  /** Whether to find out which release it is, which takes a few more requests. */
  findsRelease: boolean;
  signal?: AbortSignal | undefined;
  onAsked?: ((asked: number, total: number) => void) | undefined;
}

/**
 * Asks a deployment whether it accepts the documents, with all root fields skipped, without a token, and each text once. Returns what it
 * says about each, and the release that it is, if that is asked for. Throws a CommandError if it is unreachable or not a GraphQL API.
 */
export async function askDeployment(
  operations: readonly ClientOperation[],
  { url, requestIntervalMs, findsRelease, signal, onAsked, onWait }: DeploymentQuestion,
): Promise<{ answers: Map<ClientOperation, Judgement>; release: DialectGuess | undefined }> {
  const answers = new Map<ClientOperation, Judgement>();
  const requests = new Map<string, { variables: Record<string, unknown>; operations: ClientOperation[] }>();
  for (const operation of operations) {
    try {
      const { text, variables } = skipOperation(operation.text);
      const request = requests.get(text) ?? { variables, operations: [] };
      requests.set(text, request);
      request.operations.push(operation);
    } catch (error) {
      if (!(error instanceof AmbiguousDocumentError)) throw error;
      answers.set(operation, { outcome: 'could not run', messages: [error.message] });
    }
  }
  const opened = openDoor({ url, actors: {} }, suiteDialectByName(defaultDecidimDialect), {
    environment: {},
    timeoutMs: 30_000,
    requestIntervalMs,
    patience: { onWait },
    signal,
  });
  // Mutations are sent with every field skipped.
  const target = permit(opened, { mode: 'validate' });
  return withCommandErrors({ ...target, signal }, async () => {
    let asked = 0;
    for (const [text, request] of requests) {
      const judgement = await judgementOf(() => target.send(graphqlRequest(text, request.variables, {})), url);
      for (const operation of request.operations) answers.set(operation, judgement);
      onAsked?.((asked += 1), requests.size);
    }
    return { answers, release: findsRelease ? await guessDialect(target, await target.readRoot()) : undefined };
  });
}

const maxMessages = 100;
const maxCharacters = 2000;

// Both are about this request and its sender, and not about the document. graphql-ruby's texts, and graphql-js's.
const variableMessage =
  /^Variable "?\$\w+"? (of type .* was provided invalid value|of required type .* was not provided|of non-null type|got invalid value)/;
const permissionCode = /^(UNAUTHORIZED_(OBJECT|FIELD)_ERROR|MUTATION_NOT_AUTHORIZED_ERROR)$/;

async function judgementOf(send: () => Promise<TargetResponse>, url: string): Promise<Judgement> {
  try {
    const messages = refusalOf(await send(), url);
    return { outcome: messages.length > 0 ? 'failed' : 'passed', messages };
  } catch (error) {
    if (error instanceof NotSentError) return { outcome: 'could not run', messages: [error.message] };
    throw error;
  }
}

/** Why a server refuses a document, as its response says, which may be hostile; empty if it accepts it. */
function refusalOf(response: TargetResponse, url: string): string[] {
  const { status, json } = response;
  const errors = valueAt(json, ['errors']);
  const hasErrors = Array.isArray(errors);
  if (!isJsonObject(json) || !('data' in json || hasErrors))
    throw new CommandError(`${url} is not a GraphQL API: ${describeResponse(response)}`, exitCodes.unreachable);
  const isExecuted = 'data' in json && status < 500;
  if (isExecuted || !hasErrors) return [];
  return errors.slice(0, maxMessages).flatMap((error: unknown) => {
    const message = valueAt(error, ['message']);
    const text = typeof message === 'string' ? message : JSON.stringify(message ?? error);
    const code = valueAt(error, ['extensions', 'code']);
    if (variableMessage.test(text) || (typeof code === 'string' && permissionCode.test(code))) return [];
    return [truncate(text, maxCharacters)];
  });
}

/**
 * Adds `@skip(if: true)` to every root field of an operation, those of its fragments included, so that a server validates it and executes
 * nothing. Returns the document, and values for the variables that it requires. Throws an AmbiguousDocumentError if servers could read the
 * document in different ways.
 */
export function skipOperation(text: string): { text: string; variables: Record<string, unknown> } {
  const { operation } = readUnambiguously(text);
  // With the fragments that nothing uses, which are an error.
  const document = parse(text, { noLocation: true });
  const roots = new Set(selectedFields(document).flatMap(({ node, above }) => (above.length === 0 ? [node] : [])));
  const skipped = printUnambiguously(withFieldsSkipped(document, (field) => roots.has(field)));
  return { text: skipped, variables: requiredValues(operation) };
}

const scalarValues: Record<string, unknown> = { ID: '1', String: '', Int: 1, Float: 1, Boolean: false };

/**
 * Values of the variables that must have one, so that the server goes on to the limits. A variable of another type has none; the
 * error about it is ignored.
 */
function requiredValues({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  const valueOf = (type: TypeNode): unknown => {
    if (type.kind === Kind.NON_NULL_TYPE) return valueOf(type.type);
    return type.kind === Kind.LIST_TYPE ? [] : scalarValues[type.name.value];
  };
  const required = variableDefinitions.filter(({ type }) => type.kind === Kind.NON_NULL_TYPE);
  const values = required.map(({ variable, type }) => [variable.name.value, valueOf(type)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
