import { type GraphQLSchema, print } from 'graphql';
import { containsMutation, parseDocument } from '../cases/documents.ts';
import { fillPlaceholders } from '../cases/placeholders.ts';
import { judge, judgeDataShape } from '../judge/judge.ts';
import type { ExpectedResponse, GraphQLStep, HttpStep, Step } from '../model/case.ts';
import { type Exchange, type TargetRequest, type TargetResponse, graphqlRequest } from '../model/exchange.ts';
import type { Mode } from '../model/report.ts';
import { NoResponseError, type Target, type WriteTracker } from '../model/target.ts';
import { type StepInMode, mutationInMode } from './modes.ts';

/** What a step needs of its case and its run. */
export interface StepContext {
  /** The document that is sent by steps without a query. */
  operation: string | undefined;
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
 * Runs one step of a case. Returns the reason if the mode cannot send the step. Rejects with a NoResponseError that
 * carries the exchange if the target does not respond.
 */
export async function runStep(step: Step, context: StepContext): Promise<Exchange | string> {
  const { target, placeholders, stepName } = context;
  const { dialect } = target;
  const authorization = await target.authorizationHeaders(step.actor);
  const expectedPattern = step.expectByDialect?.[dialect.name] ?? step.expect;
  const expected = fillPlaceholders(expectedPattern, placeholders) as ExpectedResponse;
  if (!('http' in step)) return runGraphQLStep(step, authorization, expected, context);
  const request = httpRequest(step, authorization, placeholders);
  const exchange = { step: stepName, actor: step.actor, request, expected };
  const response = await send(target, exchange);
  return { ...exchange, response, differences: judge(expected, response, dialect) };
}

type OpenExchange = Omit<Exchange, 'response' | 'differences'>;

async function send(target: Target, exchange: OpenExchange): Promise<TargetResponse> {
  try {
    return await target.send(exchange.request);
  } catch (error) {
    if (error instanceof NoResponseError) error.exchange = { ...exchange, differences: [] };
    throw error;
  }
}

async function runGraphQLStep(
  step: GraphQLStep,
  authorization: Record<string, string>,
  expectedResponse: ExpectedResponse,
  { operation, target, schema, placeholders, stepName, mode, tracker }: StepContext,
): Promise<Exchange | string> {
  const { dialect } = target;
  const { actor, operationName } = step;
  const query = step.query ?? operation!;
  const variables = fillPlaceholders(step.variables ?? {}, placeholders) as Record<string, unknown>;
  const parsed = parseDocument(query);
  const inMode: StepInMode | string =
    parsed && containsMutation(parsed)
      ? mutationInMode(mode, parsed, expectedResponse)
      : { document: parsed, expected: expectedResponse };
  if (typeof inMode === 'string') return inMode;
  const { document, expected, partialReason } = inMode;
  const isTracked = document && tracker && containsMutation(document);
  const documentToSend = isTracked ? await tracker.prepareDocument(document, variables) : document;
  const request = graphqlRequest(
    documentToSend ? print(dialect.translator.translateDocument(documentToSend)) : query,
    dialect.translator.translateVariables(variables),
    authorization,
    operationName,
  );
  const exchange = { step: stepName, actor, request, expected, partialReason };
  const received = await send(target, exchange);
  const response = isTracked ? tracker.recordWrites(received, actor, variables, documentToSend!) : received;
  const differences = [
    ...judge(expected, response, dialect),
    ...(document ? judgeDataShape(response, { schema, document, variables, operationName }) : []),
  ];
  if (differences.length === 0) capture(step.capture ?? {}, response, placeholders);
  return { ...exchange, response, differences };
}

const httpRequest = (
  { http }: HttpStep,
  authorization: Record<string, string>,
  placeholders: Map<string, unknown>,
): TargetRequest => ({
  method: http.method,
  headers: { ...authorization, ...http.headers },
  body: http.body === undefined ? undefined : (fillPlaceholders(http.body, placeholders) as string),
});

function capture(paths: Record<string, string>, { json }: TargetResponse, placeholders: Map<string, unknown>): void {
  for (const [name, path] of Object.entries(paths)) {
    const { data } = json as { data: unknown };
    const value = path
      .split('.')
      .reduce<unknown>((parent, key) => (parent as Record<string, unknown> | null)?.[key], data);
    placeholders.set(name, value);
  }
}
