import type { DocumentError } from '../../src/dialects/suite-dialect.ts';
import { createDeploymentTarget } from '../../src/client/deployment.ts';
import { truncate } from '../../src/client/format-text.ts';
import { type TargetResponse, describeResponse, graphqlRequest } from '../../src/client/http-message.ts';
import { isJsonObject, valueAt } from '../../src/client/json-value.ts';
import { NoResponseError } from '../../src/client/target.ts';
import { AmbiguousDocumentError } from '../../src/client/unambiguous-document.ts';
import { defaultDecidimDialect, suiteDialectByName } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { type DialectGuess, guessDialect } from '../../src/client/guess-dialect.ts';
import type { ClientOperation, NotReadable } from './model.ts';
import { type SkippedOperation, skipOperation } from './skipped-operation.ts';

export interface DeploymentQuestion {
  url: string;
  timeoutMs: number;
  /** Minimum time between the starts of two requests. */
  requestIntervalMs: number;
  /** Whether to find out which release it is, which takes a few more requests. */
  findsRelease: boolean;
  signal?: AbortSignal | undefined;
  onAsked?: ((asked: number, total: number) => void) | undefined;
}

/** What a deployment says, and what was not sent to it. */
export interface DeploymentAnswer {
  /** Why it refuses an operation; empty if it accepts it. */
  errors: Map<ClientOperation, DocumentError[]>;
  notSent: NotReadable[];
  /** Undefined if it was not asked for. */
  release?: DialectGuess;
}

/**
 * Asks a deployment whether it accepts the documents, with all root fields skipped, without a token, and each text once. Throws a
 * CommandError if it is unreachable or not a GraphQL API.
 */
export async function askDeployment(
  operations: readonly ClientOperation[],
  question: DeploymentQuestion,
): Promise<DeploymentAnswer> {
  const answer: DeploymentAnswer = { errors: new Map(), notSent: [] };
  const { groups, notSent } = groupByText(operations);
  answer.notSent.push(...notSent);
  const target = createDeploymentTarget({ url: question.url, actors: {} }, suiteDialectByName(defaultDecidimDialect), {
    environment: {},
    timeoutMs: question.timeoutMs,
    requestIntervalMs: question.requestIntervalMs,
    ...(question.signal && { signal: question.signal }),
  });
  let asked = 0;
  for (const { skipped, same } of groups.values()) {
    const request = graphqlRequest(skipped.text, skipped.variables, {});
    const errors = errorsOf(await sendTo(question, () => target.send(request)), question.url);
    for (const operation of same) answer.errors.set(operation, errors);
    question.onAsked?.((asked += 1), groups.size);
  }
  if (question.findsRelease)
    answer.release = await sendTo(question, async () => guessDialect(target, await target.readRoot()));
  return answer;
}

interface SameText {
  skipped: SkippedOperation;
  same: ClientOperation[];
}

function groupByText(operations: readonly ClientOperation[]): {
  groups: Map<string, SameText>;
  notSent: NotReadable[];
} {
  const groups = new Map<string, SameText>();
  const notSent: NotReadable[] = [];
  for (const operation of operations) {
    try {
      const skipped = skipOperation(operation.text);
      const group = groups.get(skipped.text) ?? { skipped, same: [] };
      groups.set(skipped.text, group);
      group.same.push(operation);
    } catch (error) {
      if (!(error instanceof AmbiguousDocumentError)) throw error;
      notSent.push({ file: operation.file, line: operation.line, reason: error.message });
    }
  }
  return { groups, notSent };
}

async function sendTo<T>({ url, signal }: DeploymentQuestion, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (signal?.aborted) throw new CommandError('interrupted', exitCodes.interrupted);
    if (!(error instanceof NoResponseError)) throw error;
    throw new CommandError(`${url} is unreachable: ${error.message}`, exitCodes.unreachable);
  }
}

const maxMessages = 100;
const maxCharacters = 2000;

// Both are about this request and its sender, and not about the document. graphql-ruby's texts, and graphql-js's.
const variableMessage =
  /^Variable "?\$\w+"? (of type .* was provided invalid value|of required type .* was not provided|of non-null type|got invalid value)/;
const permissionCode = /^(UNAUTHORIZED_(OBJECT|FIELD)_ERROR|MUTATION_NOT_AUTHORIZED_ERROR)$/;

function errorsOf(response: TargetResponse, url: string): DocumentError[] {
  const { status, json } = response;
  if (status === 429)
    throw new CommandError(
      `${url} limits requests (status 429): wait, and try again with --rate 1/s`,
      exitCodes.unreachable,
    );
  if (!isJsonObject(json) || !('data' in json || Array.isArray(json['errors'])))
    throw new CommandError(`${url} is not a GraphQL API: ${describeResponse(response)}`, exitCodes.unreachable);
  const errors = readErrors(json['errors']).filter(
    ({ message, extensions }) =>
      !variableMessage.test(message) &&
      !(typeof extensions['code'] === 'string' && permissionCode.test(extensions['code'])),
  );
  const isExecuted = 'data' in json && status < 500;
  return isExecuted ? [] : errors;
}

/** The errors of a response, which may be hostile. */
function readErrors(errors: unknown): DocumentError[] {
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, maxMessages).map((error: unknown) => {
    const message = valueAt(error, ['message']);
    const extensions = valueAt(error, ['extensions']);
    return {
      message: truncate(typeof message === 'string' ? message : JSON.stringify(message ?? error), maxCharacters),
      extensions: isJsonObject(extensions) ? extensions : {},
    };
  });
}
