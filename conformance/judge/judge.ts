import type { SuiteDialect } from '../../src/dialects/suite-dialect.ts';
import type { ExpectedError, ExpectedResponse, ExpectedStatus } from '../../src/dialects/expected-response.ts';
import { type Difference, type TargetResponse, describeResponse } from '../../src/client/http-message.ts';
import { isJsonObject } from '../../src/client/json-value.ts';
import { type GraphQLErrorBody, parseInvalidAttributes } from '../../src/client/invalid-attributes.ts';
import { findDifferences } from '../../src/cases/match.ts';

/** A response that is a JSON object; its members can have any type. */
interface GraphQLBody {
  data?: object | null;
  errors?: GraphQLErrorBody[];
}

/** The body of a response; undefined if it is no JSON object. */
export const graphqlBody = ({ json }: TargetResponse): GraphQLBody | undefined =>
  isJsonObject(json) ? json : undefined;

const difference = (path: string, expected: unknown, actual: unknown): Difference => ({ path, expected, actual });

/** The response of a dialect where a case requires this one. */
export function responseOfDialect(
  required: ExpectedResponse,
  dialect: SuiteDialect,
  isMutation: boolean,
): ExpectedResponse {
  if ('oneOf' in required) return { oneOf: required.oneOf.map((each) => responseOfDialect(each, dialect, isMutation)) };
  return 'errorCode' in required ? (dialect.responseInPlaceOf?.(required, isMutation) ?? required) : required;
}

/** Finds every difference between a response and the expected response of a case; of several allowed ones, the nearest. */
export function judge(expected: ExpectedResponse, response: TargetResponse, dialect: SuiteDialect): Difference[] {
  const { problem, location } = response;
  if (problem !== undefined) return [difference('response', 'a GraphQL response', problem)];
  if ('oneOf' in expected) {
    const differences = expected.oneOf.map((each) => judge(each, response, dialect));
    return differences.toSorted((a, b) => distance(a) - distance(b))[0]!;
  }
  if ('status' in expected) return judgeStatus(expected, response);
  if (location !== undefined) return [difference('status', [200], describeStatus(response))];
  const body = graphqlBody(response);
  if (!body) return [difference('body', 'a GraphQL response', response.text.slice(0, 500))];
  const errors = body.errors ?? [];
  if (!Array.isArray(errors)) return [difference('errors', 'a list of errors', errors)];
  const httpDifferences = judgeHttp('requestError' in expected ? [200, 400] : [200], response);
  if (httpDifferences.length > 0) return httpDifferences;
  if ('requestError' in expected) return judgeRequestError(expected.requestError, body, errors);
  if ('errorCode' in expected) return judgeError(expected, body, errors, dialect);
  const unexpected = Object.hasOwn(body, 'errors') ? [difference('errors', undefined, errors)] : [];
  return [...unexpected, ...findDifferences(expected.data, body.data, 'data')];
}

// A response of another kind differs in one of these, however few differences that makes.
const kindPaths = new Set(['response', 'status', 'body', 'content-type', 'errors', 'data']);
const distance = (differences: Difference[]): number =>
  differences.reduce((sum, { path }) => sum + (kindPaths.has(path) ? 10 : 1), 0);

function judgeStatus({ status, mediaType, body }: ExpectedStatus, response: TargetResponse): Difference[] {
  const { data } = graphqlBody(response) ?? {};
  const actualMediaType = response.contentType.split(';')[0]!.trim().toLowerCase();
  return [
    ...(status.includes(response.status) ? [] : [difference('status', status, describeStatus(response))]),
    ...(mediaType === undefined ? [] : findDifferences(mediaType, actualMediaType, 'content-type')),
    ...(body === undefined ? [] : findDifferences(body, response.json ?? response.text, 'body')),
    ...(body !== undefined || isEmptyData(data) ? [] : [difference('data', undefined, data)]),
  ];
}

const describeStatus = (response: TargetResponse): number | string =>
  response.location === undefined ? response.status : describeResponse(response);

/** Whether `data` is missing, null, or has no members; a server that fails before the execution may send an empty object. */
export const isEmptyData = (data: unknown): boolean =>
  data === undefined || data === null || (typeof data === 'object' && Object.keys(data).length === 0);

function judgeHttp(allowed: number[], { status, contentType }: TargetResponse): Difference[] {
  const isJson = /^application\/(json|graphql-response\+json)\b/.test(contentType);
  return [
    ...(allowed.includes(status) ? [] : [difference('status', allowed, status)]),
    ...(isJson ? [] : [difference('content-type', 'JSON', contentType)]),
  ];
}

/** Each text must be in the message of an error, or be its code; a path or a location is no proof. */
function judgeRequestError(texts: string[], body: GraphQLBody, errors: GraphQLErrorBody[]): Difference[] {
  const differences: Difference[] = [];
  if (errors.length === 0) differences.push(difference('errors', 'errors', errors));
  const { data } = body;
  if (Object.hasOwn(body, 'data') && (data === null || !isEmptyData(data)))
    differences.push(difference('data', undefined, data));
  for (const text of texts)
    if (!errors.some(({ message, extensions }) => String(message).includes(text) || extensions?.['code'] === text))
      differences.push(difference('errors', `an error with ${text} in its message, or as its code`, errors));
  return differences;
}

function judgeError(
  expected: ExpectedError,
  body: GraphQLBody,
  errors: GraphQLErrorBody[],
  dialect: SuiteDialect,
): Difference[] {
  const dataDifferences = findDifferences(expected.data, body.data, 'data');
  const [error] = errors;
  if (errors.length !== 1 || !error)
    return [difference('errors', `one error, ${expected.errorCode}`, errors), ...dataDifferences];
  const code = error.extensions?.['code'] ?? null;
  const differences = [...dataDifferences];
  if (code !== expected.errorCode) differences.push(difference('errors.0.extensions.code', expected.errorCode, code));
  differences.push(...findDifferences(expected.path, error.path ?? null, 'errors.0.path'));
  if (expected.invalidAttributes) {
    const listed = parseInvalidAttributes(error, dialect.translator);
    differences.push(...findDifferences(expected.invalidAttributes.toSorted(), listed, 'errors.0: invalid attributes'));
  }
  return differences;
}
