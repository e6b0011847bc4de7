import { type DocumentNode, print } from 'graphql';
import { schemaOf } from '../src/client/dialect-schema.ts';
import type {
  Case,
  ExpectedResponse,
  GraphQLStep,
  HttpStep,
  HttpStepRequest,
  Step as CaseStep,
} from '../src/cases/case.ts';
import { containsMutation, parseDocument } from '../src/client/parse-document.ts';
import { fillPlaceholders, fillVariables } from '../src/cases/placeholders.ts';
import { type Actor, signedInActors, tokenVariable } from '../src/client/actor.ts';
import { type TargetRequest, graphqlRequest } from '../src/client/http-message.ts';
import { parseJson, stringsIn, valueAt } from '../src/client/json-value.ts';
import { type SelectedField, writingFields, withFieldsSkipped } from '../src/client/selection.ts';
import type { Mode, Target } from '../src/client/target.ts';
import { isUnambiguous, mayWrite } from '../src/client/unambiguous-document.ts';
import { readHttpOperation, reasonNotApplicable, reasonNotReady } from './applicability.ts';
import { formBody, openInBrowser } from './browser.ts';
import { judge, responseOfDialect } from './judge/judge.ts';
import type { Subject } from './model.ts';
import { judgeShape } from './response-shape.ts';
import type { Scenario, Step, StepRequest } from './run.ts';
import type { SentOperation, WriteLog } from './undo.ts';

export interface CaseContext {
  target: Target;
  /** Value of the placeholder `run`, which marks the records that the cases create. */
  runId: string;
  mode: Mode;
  /** Lists the writes of a run on a target that cannot be reset. */
  writeLog?: WriteLog | undefined;
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
  const { target, mode, runId } = context;
  const testCase = withActors(given, target);
  const notReady = () => reasonNotReady(testCase, target, mode);
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
    steps: testCase.steps.map((step, index): Step => async () => {
      const name = `step ${index + 1}`;
      const headers = await target.authorizationHeaders(step.actor);
      const shownHeaders = withTokenName(headers, step.actor, target);
      const required = fillPlaceholders(step.expect, placeholders) as ExpectedResponse;
      const common = { name, headers, shownHeaders, required, placeholders, ...context };
      return 'http' in step ? httpStep(step, common) : graphqlStep(step, common);
    }),
  };
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

function httpStep(step: HttpStep, context: StepContext): StepRequest | { needsWriting: string } {
  const { target, placeholders, mode, writeLog, name } = context;
  const { http, actor, capture = {} } = step;
  const filled = fillPlaceholders(http, placeholders) as HttpStepRequest;
  const { headers = {}, browser, parameters } = filled;
  const request = requestOf({ ...filled, headers: { ...context.headers, ...headers } });
  const operation = operationIn(request, target, actor);
  if (mode !== 'write' && (operation || mayWriteIn(request)))
    return { needsWriting: `the step writes, and mode ${mode} sends HTTP requests unchanged` };
  const expected = responseOfDialect(context.required, target.dialect, operation !== undefined);
  if (http.after !== undefined) target.passTime!(http.after);
  const redirectUri = parameters?.['redirect_uri'];
  const ask = () => (browser ? openInBrowser(target, request, { person: browser, redirectUri }) : target.send(request));
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
    send: () => (writeLog ? writeLog.around(operation, ask) : ask()),
    expect: (response) => judge(expected, response, target.dialect),
    capture: ({ json }) => captureInto(placeholders, capture, json),
  };
}

function requestOf({ method, path, headers = {}, body, parameters }: HttpStepRequest): TargetRequest {
  if (!parameters) return { method, path, headers, body };
  if (method !== 'GET') return { method, path, ...formBody(parameters, headers) };
  return { method, path: `${path ?? ''}?${new URLSearchParams(parameters).toString()}`, headers };
}

/** The operation of an HTTP request, if it writes. */
function operationIn(request: TargetRequest, target: Target, actor: CaseStep['actor']): SentOperation | undefined {
  const { query, operationName, variables } = readHttpOperation(request);
  const document = parseDocument(query);
  if (!document || !containsMutation(document)) return undefined;
  return { writes: writingFields(document, schemaOf(target.dialect), operationName), variables, actor };
}

/**
 * Whether a server could find a mutation anywhere in an HTTP request: in a parameter of the URL or of a form, in a string of JSON,
 * also of malformed JSON and of members that are repeated, in a part of the body or in all of it.
 */
export function mayWriteIn({ path = '', body = '' }: Pick<TargetRequest, 'path' | 'body'>): boolean {
  const parameters = [path.replace(/^[^?]*\??/, ''), body].flatMap((text) => [...new URLSearchParams(text).values()]);
  const strings = (body.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((each) => String(parseJson(each)));
  const texts = [...parameters, ...strings, ...body.split(/\r?\n(?:\r?\n|--)/), body];
  // A parameter can be JSON.
  return texts.some((text) => mayWrite(text) || stringsIn(parseJson(text)).some(mayWrite));
}

function graphqlStep(step: GraphQLStep, context: StepContext): StepRequest | { needsWriting: string } {
  const { target, placeholders, mode, writeLog, name, headers } = context;
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
  const writes = isMutation ? writingFields(document!, schema, operationName) : [];
  const inMode =
    isMutation && mode !== 'write'
      ? withoutWrites(mode, document!, writingFields(document!, schema), required)
      : { document, expected: required };
  if (typeof inMode === 'string') return { needsWriting: inMode };
  const { expected, partialReason } = inMode;
  const text = inMode.document ? print(inMode.document) : query;
  if (mode !== 'write' && (isMutation ? !isUnambiguous(text) : mayWrite(text)))
    return { needsWriting: `a server could read the document as one that writes, and mode ${mode} does not send it` };
  const request = graphqlRequest(text, variables, headers, operationName);
  const shown = graphqlRequest(text, variables, context.shownHeaders, operationName);
  const operation = isMutation ? { writes, variables, actor } : undefined;
  return {
    step: name,
    actor,
    request: shown,
    expected,
    partialReason,
    send: () => (writeLog ? writeLog.around(operation, () => target.send(request)) : target.send(request)),
    expect: (response) => [
      ...judge(expected, response, target.dialect),
      // Some releases answer null without an error where the schema says that data has members.
      ...(inMode.document && !('data' in expected && expected.data === null)
        ? judgeShape(response, { schema, document: inMode.document, variables, operationName })
        : []),
    ],
    capture: ({ json }) => captureInto(placeholders, capture, valueAt(json, ['data'])),
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
 * nothing. Returns the reason if the mode cannot send it.
 */
function withoutWrites(
  mode: Mode,
  given: DocumentNode,
  writes: SelectedField[],
  expected: ExpectedResponse,
): StepInMode | string {
  if (mode === 'observe') return 'the step writes, and mode observe only reads';
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

function captureInto(placeholders: Map<string, unknown>, paths: Record<string, string>, json: unknown): void {
  for (const [name, path] of Object.entries(paths))
    placeholders.set(
      name,
      path
        .split('.')
        .reduce<unknown>((parent, key) => (parent as Record<string, unknown> | null | undefined)?.[key], json),
    );
}
