import { type DocumentNode, print } from 'graphql';
import { schemaOf } from '../src/client/dialect-schema.ts';
import type { Case, GraphQLStep, HttpStep, HttpStepRequest, Step as CaseStep } from '../src/cases/case.ts';
import type { ExpectedResponse } from '../src/dialects/expected-response.ts';
import { containsMutation, parseDocument } from '../src/client/parse-document.ts';
import { fillPlaceholders, fillVariables } from '../src/cases/placeholders.ts';
import { type Actor, signedInActors, tokenVariable } from '../src/client/actor.ts';
import {
  type Difference,
  type TargetRequest,
  type TargetResponse,
  graphqlRequest,
} from '../src/client/http-message.ts';
import { readOperation } from '../src/client/intent.ts';
import { valueAt } from '../src/client/json-value.ts';
import { type SelectedField, writingFields, withFieldsSkipped } from '../src/client/selection.ts';
import type { Mode, Target } from '../src/client/target.ts';
import { reasonNotApplicable, reasonNotReady } from './applicability.ts';
import { formBody, openInBrowser } from './browser.ts';
import type { ChangeableRecords } from './changeable-records.ts';
import { judge, responseOfDialect } from './judge/judge.ts';
import type { Subject } from './model.ts';
import { judgeShape } from './response-shape.ts';
import type { Scenario, Step, StepRequest } from './run.ts';

export interface CaseContext {
  target: Target;
  /** Value of the placeholder `run`, which marks the records that the cases create. */
  runId: string;
  mode: Mode;
  /** The records that a run in mode write may change on a target that cannot be reset. */
  changeable?: ChangeableRecords | undefined;
}

/** The subject of a case. */
const subjectOf = ({ id, description, level, requirements, source }: Case): Subject => ({
  id,
  description,
  group: id.split('/')[0]!,
  level,
  requirements,
  ...(source && { source }),
});

/** The requests of a case, in the words of the dialect of a target, and as far as the mode sends them. */
export function caseScenario(given: Case, context: CaseContext): Scenario {
  const { target, mode, runId, changeable } = context;
  const testCase = withActors(given, target);
  const notReady = () => reasonNotReady(testCase, target, mode, changeable);
  const notApplicable = reasonNotApplicable(given, target);
  const notRun = given.draft
    ? { outcome: 'failed' as const, reason: 'a draft: review it, give it a level, and remove its member "draft"' }
    : notApplicable === undefined
      ? withReason('could not run', notReady())
      : withReason('not applicable', notApplicable);
  const { meetings } = target.placeholders;
  // Only a run that writes leaves meetings.
  const keptMeetings = mode !== 'write' && meetings !== undefined && { keptMeetings: meetings };
  const placeholders = new Map(Object.entries({ ...target.placeholders, ...keptMeetings, run: runId }));
  return {
    subject: subjectOf(given),
    notRun,
    isIsolated: true,
    steps: testCase.steps.map((step, index): Step => {
      const create = () => createRequest(step, `step ${index + 1}`, placeholders, context);
      return async () => {
        const request = await create();
        return { ...request, send: () => sendInSession(request, step.actor, target, create) };
      };
    }),
  };
}

/** The request of a step with the credentials of its actor. */
async function createRequest(
  step: CaseStep,
  name: string,
  placeholders: Map<string, unknown>,
  context: CaseContext,
): Promise<StepRequest> {
  const { target } = context;
  const headers = await target.authorizationHeaders(step.actor);
  const shownHeaders = withTokenName(headers, step.actor, target);
  const required = fillPlaceholders(step.expect, placeholders) as ExpectedResponse;
  const common = { name, headers, shownHeaders, required, placeholders, ...context };
  return 'http' in step ? httpStep(step, common) : graphqlStep(step, common);
}

/** Sends a request, and if its response differs because the session of its actor has ended, once more in a new session. */
async function sendInSession(
  request: StepRequest,
  actor: Actor,
  target: Target,
  create: () => Promise<StepRequest>,
): Promise<TargetResponse> {
  const response = await request.send();
  if (request.expect(response).length === 0 || !(await target.renewSession?.(actor))) return response;
  return (await create()).send();
}

const withReason = <T extends string>(outcome: T, reason: string | undefined) =>
  reason === undefined ? undefined : { outcome, reason };

/** The case, in which everybody is anonymous if the dialect knows no users. */
const withActors = (testCase: Case, { dialect }: Target): Case =>
  dialect.isAnonymous
    ? { ...testCase, steps: testCase.steps.map((step): CaseStep => ({ ...step, actor: 'anonymous' })) }
    : testCase;

/** The header of an actor as reports show it. */
function withTokenName(headers: Record<string, string>, actor: Actor, target: Target): Record<string, string> {
  if (!signedInActors.some((each) => each === actor) || !headers['Authorization']) return headers;
  const source = target.credentialSource(actor);
  return { Authorization: `Bearer $${/^[A-Za-z_]\w*$/.test(source) ? source : tokenVariable(actor)}` };
}

interface StepContext extends CaseContext {
  name: string;
  headers: Record<string, string>;
  shownHeaders: Record<string, string>;
  required: ExpectedResponse;
  placeholders: Map<string, unknown>;
}

function httpStep(step: HttpStep, context: StepContext): StepRequest {
  const { target, placeholders, name } = context;
  const { http, actor, capture = {} } = step;
  const filled = fillPlaceholders(http, placeholders) as HttpStepRequest;
  const { headers = {}, browser, parameters } = filled;
  const request = { ...requestOf({ ...filled, headers: { ...context.headers, ...headers } }), actor };
  const isMutation = containsMutation(parseDocument(readOperation(request).query));
  const expected = responseOfDialect(context.required, target.dialect, isMutation);
  if (http.after !== undefined) target.passTime!(http.after);
  const redirectUri = parameters?.['redirect_uri'];
  // A header with a captured token is shown as the case has it.
  const shown = Object.entries(request.headers).map(([each, value]) => [
    each,
    each.toLowerCase() === 'authorization' ? (http.headers?.[each] ?? context.shownHeaders[each] ?? value) : value,
  ]);
  return {
    step: name,
    actor,
    request: { ...request, headers: Object.fromEntries(shown) as Record<string, string> },
    expected,
    send: () => (browser ? openInBrowser(target, request, { person: browser, redirectUri }) : target.send(request)),
    expect: (response) => judge(expected, response, target.dialect),
    capture: ({ json }) => captureInto(placeholders, capture, json, 'body'),
  };
}

function requestOf({ method, path, headers = {}, body, parameters }: HttpStepRequest): TargetRequest {
  if (!parameters) return { method, path, headers, body };
  if (method !== 'GET') return { method, path, ...formBody(parameters, headers) };
  return { method, path: `${path ?? ''}?${new URLSearchParams(parameters).toString()}`, headers };
}

function graphqlStep(step: GraphQLStep, context: StepContext): StepRequest {
  const { target, placeholders, mode, name, headers } = context;
  const { translator } = target.dialect;
  const { actor, operationName, capture = {} } = step;
  const query = fillPlaceholders(step.query, placeholders) as string;
  const filled = fillVariables(step.variables ?? {}, placeholders);
  const variables = translator.translateVariables(filled);
  const parsed = parseDocument(query);
  const document = parsed && translator.translateDocument(parsed);
  const schema = schemaOf(target.dialect);
  const isMutation = containsMutation(document);
  const required = responseOfDialect(context.required, target.dialect, isMutation);
  const inMode =
    isMutation && mode === 'validate'
      ? withoutWrites(document!, writingFields(document!, schema), required)
      : { document, expected: required };
  const { expected, partialReason } = inMode;
  const text = inMode.document ? print(inMode.document) : query;
  const request = { ...graphqlRequest(text, variables, headers, operationName), actor };
  const shown = graphqlRequest(text, variables, context.shownHeaders, operationName);
  return {
    step: name,
    actor,
    request: shown,
    expected,
    partialReason,
    send: () => target.send(request),
    expect: (response) => [
      ...judge(expected, response, target.dialect),
      // Some releases answer null without an error where the schema says that data has members.
      ...(inMode.document && !('data' in expected && expected.data === null)
        ? judgeShape(response, { schema, document: inMode.document, variables, operationName })
        : []),
    ],
    capture: ({ json }) => captureInto(placeholders, capture, valueAt(json, ['data']), 'data'),
  };
}

interface StepInMode {
  document: DocumentNode | undefined;
  expected: ExpectedResponse;
  /** Why the response proves only a part of what the case requires. */
  partialReason?: string;
}

/**
 * A mutation for mode `validate`: the fields that write are skipped, so that the server validates the whole document and changes
 * nothing.
 */
function withoutWrites(given: DocumentNode, writes: SelectedField[], expected: ExpectedResponse): StepInMode {
  const nodes = new Set(writes.map(({ node }) => node));
  const document = withFieldsSkipped(given, (field) => nodes.has(field));
  const writingPath = writes[0]?.path ?? [];
  const isAboveWrites = (path: (string | number)[] | null) => path === null || path.length < writingPath.length;
  if (isRequestError(expected)) return { document, expected };
  // Decidim 0.31 refuses a mutation without a token like this, before it executes anything.
  if ('data' in expected && !('errorCode' in expected) && expected.data === null) return { document, expected };
  const partialReason = 'the server accepts its document and variables; mode validate cannot check the rest';
  if ('errorCode' in expected && isAboveWrites(expected.path)) {
    // Beside the refused field, another one writes, which later steps can read.
    const isBeside = expected.path?.some((key, index) => key !== writingPath[index]);
    return { document, expected, ...(isBeside && { partialReason }) };
  }
  const anyData: ExpectedResponse = { data: { $is: 'object' } };
  return {
    document,
    // This mode cannot tell whether a server fails before the mutation or in it.
    expected: 'status' in expected ? { oneOf: [expected, anyData] } : anyData,
    partialReason,
  };
}

const isRequestError = (expected: ExpectedResponse): boolean =>
  'oneOf' in expected ? expected.oneOf.every(isRequestError) : 'requestError' in expected;

/** Captures the values at some paths of JSON that begins at `root`. A value that is not there, or is null, is a difference. */
function captureInto(
  placeholders: Map<string, unknown>,
  paths: Record<string, string>,
  json: unknown,
  root: string,
): Difference[] {
  return Object.entries(paths).flatMap(([name, path]) => {
    const value = valueAt(json, path.split('.'));
    placeholders.set(name, value);
    const isMissing = value === undefined || value === null;
    return isMissing
      ? [{ path: `${root}.${path}`, expected: `a value, which is captured as ${name}`, actual: value }]
      : [];
  });
}
