import { type DocumentNode, type GraphQLSchema, print } from 'graphql';
import {
  type Case,
  type GraphQLStep,
  type ExpectedResponse,
  type HttpStep,
  type Step,
  operationDocument,
} from '../cases/load.ts';
import { valueForDialect } from '../../src/contract/suite-dialect.ts';
import { parseDocument } from '../cases/documents.ts';
import { type TargetResponse, judge, judgeDataShape } from '../judge/judge.ts';
import { type Difference, fillPlaceholders } from '../judge/match.ts';
import { type Mode, expectedWhenSkipped, withMutationsSkipped, containsMutation } from './modes.ts';
import { NoResponseError, type TargetRequest, type Target, graphqlRequest } from '../model/target.ts';
import type { WriteTracker } from '../live/write-tracker.ts';

/** One request of a case and what came back. */
export interface Exchange {
  step: string;
  actor: Step['actor'];
  request: TargetRequest;
  response?: TargetResponse;
  expected: ExpectedResponse;
  differences: Difference[];
  /** Why it shows a part of what the case is about only. */
  partialReason?: string;
}

/** What a step is run in. */
export interface StepContext {
  testCase: Case;
  target: Target;
  schema: GraphQLSchema;
  placeholders: Map<string, unknown>;
  stepName: string;
  mode: Mode;
  tracker?: WriteTracker;
}

/** Runs one step of a case; or says why this mode does not. NoAnswer carries the exchange that it ended. */
export async function runStep(step: Step, surroundings: StepContext): Promise<Exchange | string> {
  const { target, placeholders, stepName } = surroundings;
  const { dialect } = target;
  const authorization = await target.authorizationHeaders(step.actor);
  const expected = fillPlaceholders(
    valueForDialect(step.expectByDialect, dialect) ?? step.expect,
    placeholders,
  ) as ExpectedResponse;
  if ('http' in step) {
    const request = httpRequest(step, authorization, placeholders);
    const exchange = { step: stepName, actor: step.actor, request, expected };
    const response = await sendOr(target, request, exchange);
    return { ...exchange, response, differences: judge(expected, response, dialect) };
  }
  return runDocument(step, authorization, expected, surroundings);
}

/** The answer to what is sent; where none comes, the request goes with the error, for the reports. */
async function sendOr(
  target: Target,
  request: TargetRequest,
  exchange: Omit<Exchange, 'response' | 'differences'>,
): Promise<TargetResponse> {
  try {
    return await target.send(request);
  } catch (error) {
    throw error instanceof NoResponseError
      ? Object.assign(error, { exchange: { ...exchange, differences: [] } })
      : error;
  }
}

async function runDocument(
  step: GraphQLStep,
  authorization: Record<string, string>,
  expected: ExpectedResponse,
  { testCase, target, schema, placeholders, stepName, mode, tracker }: StepContext,
): Promise<Exchange | string> {
  const { dialect } = target;
  const query = step.query ?? operationDocument(testCase.id)!;
  const variables = fillPlaceholders(step.variables ?? {}, placeholders) as Record<string, unknown>;
  const document = parseDocument(query);
  const inMode: InMode | string =
    document && containsMutation(document) ? inModeOf(mode, document, expected) : { document, expected };
  if (typeof inMode === 'string') return inMode;
  const tracked = inMode.document && tracker && containsMutation(inMode.document);
  const prepared = tracked ? await tracker.prepareDocument(inMode.document!, variables) : inMode.document;
  const { translator } = dialect;
  const text = prepared ? print(translator.translateDocument(prepared)) : query;
  const request = graphqlRequest(text, translator.translateVariables(variables), authorization, step.operationName);
  const exchange = {
    step: stepName,
    actor: step.actor,
    request,
    expected: inMode.expected,
    partialReason: inMode.partly,
  };
  const received = await sendOr(target, request, exchange);
  const response = tracked ? tracker.recordWrites(received, step.actor, variables, prepared!) : received;
  const selected = inMode.document && {
    schema,
    document: inMode.document,
    variables,
    operationName: step.operationName,
  };
  const found = [...judge(inMode.expected, response, dialect), ...(selected ? judgeDataShape(response, selected) : [])];
  if (found.length === 0) capture(step.capture ?? {}, response, placeholders);
  return { ...exchange, response, differences: found };
}

/** A document as it is sent in a mode, what is expected of it, and why that is not all of it. */
interface InMode {
  document: DocumentNode | undefined;
  expected: ExpectedResponse;
  partly?: string;
}

/** A mutation in a mode, and what is expected of it; or why it is not sent. */
function inModeOf(mode: Mode, document: DocumentNode, expected: ExpectedResponse): InMode | string {
  if (mode === 'write') return { document, expected };
  if (mode === 'observe') return 'it writes, and this run only observes';
  const judged = expectedWhenSkipped(expected, document);
  if (judged) return { document: withMutationsSkipped(document), expected: judged };
  const partly = 'its document and variables are taken; the rest is not shown without writing';
  const taken: ExpectedResponse = { data: { $is: 'object' } };
  // Whether a server fails before or in what writes, this mode cannot tell.
  const either: ExpectedResponse = 'status' in expected ? { oneOf: [expected, taken] } : taken;
  return { document: withMutationsSkipped(document), expected: either, partly };
}

const httpRequest = (
  { http }: HttpStep,
  authorization: Record<string, string>,
  names: Map<string, unknown>,
): TargetRequest => ({
  method: http.method,
  headers: { ...authorization, ...http.headers },
  body: http.body === undefined ? undefined : (fillPlaceholders(http.body, names) as string),
});

function capture(wanted: Record<string, string>, { json }: TargetResponse, names: Map<string, unknown>): void {
  for (const [name, path] of Object.entries(wanted)) {
    const value = path
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], (json as { data: unknown }).data);
    names.set(name, value);
  }
}
