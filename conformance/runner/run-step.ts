import { type DocumentNode, type GraphQLSchema, print } from 'graphql';
import { isUnambiguous, mayWrite } from '../../src/client/unambiguous-document.ts';
import { containsMutation, parseDocument } from '../../src/cases/documents.ts';
import { fillPlaceholders, fillVariables, placeholdersIn } from '../../src/cases/placeholders.ts';
import { judge, responseOfDialect, sortAllowed } from '../judge/judge.ts';
import { judgeDataShape } from '../judge/judge-data-shape.ts';
import type { ExpectedResponse, GraphQLStep, HttpStep, HttpStepRequest, Step } from '../../src/cases/case.ts';
import { type TargetRequest, type TargetResponse, graphqlRequest } from '../../src/client/http-message.ts';
import type { Exchange } from '../model/case-exchange.ts';
import { valueAt } from '../../src/client/json-value.ts';
import type { Mode } from '../../src/client/target.ts';
import { NoResponseError, type Target } from '../../src/client/target.ts';
import type { SentOperation, WriteTracker } from '../model/write-tracker.ts';
import { formBody, openInBrowser } from './browser.ts';
import { limitExchange } from './limit-exchange.ts';
import { type StepInMode, mutationInMode } from './modes.ts';
import { mayWriteIn, mutationIn } from './mutation-in-request.ts';

/** What a step needs of its case and its run. */
export interface StepContext {
  target: Target;
  schema: GraphQLSchema;
  /** Values of placeholders; a step adds those that it captures. */
  placeholders: Map<string, unknown>;
  /** Such as `step 1`. */
  stepName: string;
  mode: Mode;
  tracker?: WriteTracker;
}

/**
 * Runs one step of a case. Returns the reason if the mode cannot send the step. Rejects with an
 * UnansweredStepError if the target does not respond.
 */
export async function runStep(step: Step, context: StepContext): Promise<Exchange | string> {
  const { target, placeholders } = context;
  const authorization = await target.authorizationHeaders(step.actor);
  const expected = fillPlaceholders(step.expect, placeholders) as ExpectedResponse;
  return 'http' in step
    ? runHttpStep(step, authorization, expected, context)
    : runGraphQLStep(step, authorization, expected, context);
}

async function runHttpStep(
  { actor, http, capture: captured = {} }: HttpStep,
  authorization: Record<string, string>,
  required: ExpectedResponse,
  { target, placeholders, stepName, mode, tracker }: StepContext,
): Promise<Exchange | string> {
  const {
    method,
    path,
    headers = {},
    body,
    parameters,
    browser,
  } = fillPlaceholders(http, placeholders) as HttpStepRequest;
  const request = requestOf({ method, path, headers: { ...authorization, ...headers }, body, parameters });
  const operation = mutationIn(request, actor, placeholdersIn(http.body).includes('keptMeetings'));
  if (mode !== 'write' && (operation || mayWriteIn(request)))
    return `the step writes, and mode ${mode} sends HTTP requests unchanged`;
  if (http.after !== undefined) target.passTime!(http.after);
  // The request is sent unchanged, but the tracker must know what it overwrites.
  if (operation) await tracker?.prepare(operation);
  const expected = responseOfDialect(required, target.dialect, operation !== undefined);
  const exchange = { step: stepName, actor, request, expected };
  const redirectUri = parameters?.['redirect_uri'];
  const ask = () => (browser ? openInBrowser(target, request, { person: browser, redirectUri }) : target.send(request));
  const response = await send(ask, exchange, tracker, operation);
  const differences = judge(expected, response, target.dialect);
  if (differences.length === 0) capture(captured, response.json, placeholders);
  return limitExchange({
    ...exchange,
    response,
    expected: sortAllowed(expected, response, target.dialect),
    differences,
  });
}

function requestOf({
  method,
  path,
  headers,
  body,
  parameters,
}: HttpStepRequest & Pick<TargetRequest, 'headers'>): TargetRequest {
  if (!parameters) return { method, path, headers, body };
  if (method !== 'GET') return { method, path, ...formBody(parameters, headers) };
  return { method, path: `${path ?? ''}?${new URLSearchParams(parameters).toString()}`, headers };
}

async function runGraphQLStep(
  step: GraphQLStep,
  authorization: Record<string, string>,
  expectedResponse: ExpectedResponse,
  { target, schema, placeholders, stepName, mode, tracker }: StepContext,
): Promise<Exchange | string> {
  const { actor, operationName } = step;
  const { translator } = target.dialect;
  const query = fillPlaceholders(step.query, placeholders) as string;
  const variables = fillVariables(step.variables ?? {}, placeholders);
  const parsed = parseDocument(query);
  const isMutation = containsMutation(parsed);
  const required = responseOfDialect(expectedResponse, target.dialect, isMutation);
  const inMode: StepInMode | string = isMutation
    ? mutationInMode(mode, parsed!, required)
    : { document: parsed, expected: required };
  if (typeof inMode === 'string') return inMode;
  const { document, expected, partialReason } = inMode;
  const mayStay = placeholdersIn(step.variables).includes('keptMeetings');
  const operation =
    tracker && isMutation ? { document: document!, variables, operationName, actor, mayStay } : undefined;
  const documentToSend: DocumentNode | undefined = operation ? await tracker!.prepare(operation) : document;
  const text = documentToSend ? print(translator.translateDocument(documentToSend)) : query;
  if (mode !== 'write' && (isMutation ? !isUnambiguous(text) : mayWrite(text)))
    return `a server could read the document as one that writes, and mode ${mode} does not send it`;
  const request = graphqlRequest(text, translator.translateVariables(variables), authorization, operationName);
  const exchange = { step: stepName, actor, request, expected, partialReason };
  const response = await send(() => target.send(request), exchange, tracker, operation);
  // Some releases answer null without an error where the schema says that data has members.
  const isNullExpected = 'data' in expected && expected.data === null;
  const differences = [
    ...judge(expected, response, target.dialect),
    ...(document && !isNullExpected ? judgeDataShape(response, { schema, document, variables, operationName }) : []),
  ];
  if (differences.length === 0) capture(step.capture ?? {}, valueAt(response.json, ['data']), placeholders);
  return limitExchange({
    ...exchange,
    response,
    expected: sortAllowed(expected, response, target.dialect),
    differences,
  });
}

/** A step that the target did not respond to. */
export class UnansweredStepError extends NoResponseError {
  constructor(
    message: string,
    readonly exchange: Exchange,
  ) {
    super(message);
  }
}

/** Sends a request; a mutation is recorded by the tracker. */
async function send(
  ask: () => Promise<TargetResponse>,
  exchange: Omit<Exchange, 'response' | 'differences'>,
  tracker: WriteTracker | undefined,
  operation: SentOperation | undefined,
): Promise<TargetResponse> {
  try {
    const response = await ask();
    if (!tracker || !operation) return response;
    tracker.record(operation, response);
    return tracker.restoreResponse(response);
  } catch (error) {
    if (error instanceof NoResponseError) {
      if (operation) tracker?.record(operation, undefined);
      throw new UnansweredStepError(error.message, { ...exchange, differences: [] });
    }
    throw error;
  }
}

function capture(paths: Record<string, string>, json: unknown, placeholders: Map<string, unknown>): void {
  for (const [name, path] of Object.entries(paths)) {
    const value = path
      .split('.')
      .reduce<unknown>((parent, key) => (parent as Record<string, unknown> | null | undefined)?.[key], json);
    placeholders.set(name, value);
  }
}
