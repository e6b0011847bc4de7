import { Ajv, type ValidateFunction } from 'ajv';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { SuiteDialect } from '../../src/contract/suite-dialect.ts';
import type { ExpectedError, ExpectedResponse, ExpectedStatus } from '../model/case.ts';
import { type Difference, type TargetResponse, describeResponse } from '../model/exchange.ts';
import { isJsonObject } from '../model/json-value.ts';
import { dataSchema } from './data-schema.ts';
import { type GraphQLErrorBody, parseInvalidAttributes } from './invalid-attributes.ts';
import { findDifferences } from './match.ts';

interface GraphQLBody {
  data?: object | null;
  errors?: GraphQLErrorBody[];
}

const graphqlBody = ({ json }: TargetResponse): GraphQLBody | undefined =>
  isJsonObject(json) ? (json as GraphQLBody) : undefined;

const difference = (path: string, expected: unknown, actual: unknown): Difference => ({ path, expected, actual });

/** Finds every difference between a response and the expected response of a case. */
export function judge(expected: ExpectedResponse, response: TargetResponse, dialect: SuiteDialect): Difference[] {
  const { problem, location } = response;
  if (problem !== undefined) return [difference('response', 'a GraphQL response', problem)];
  if ('oneOf' in expected) {
    const attempts = expected.oneOf.map((each) => judge(each, response, dialect));
    return attempts.toSorted((a, b) => a.length - b.length)[0]!;
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
const isEmptyData = (data: unknown): boolean =>
  data === undefined || data === null || (typeof data === 'object' && Object.keys(data).length === 0);

function judgeHttp(allowed: number[], { status, contentType }: TargetResponse): Difference[] {
  const isJson = /^application\/(json|graphql-response\+json)\b/.test(contentType);
  return [
    ...(allowed.includes(status) ? [] : [difference('status', allowed, status)]),
    ...(isJson ? [] : [difference('content-type', 'JSON', contentType)]),
  ];
}

function judgeRequestError(words: string[], body: GraphQLBody, errors: GraphQLErrorBody[]): Difference[] {
  const differences: Difference[] = [];
  if (errors.length === 0) differences.push(difference('errors', 'errors', errors));
  const { data } = body;
  if (Object.hasOwn(body, 'data') && (data === null || !isEmptyData(data)))
    differences.push(difference('data', undefined, data));
  const text = JSON.stringify(errors);
  for (const word of words)
    if (!text.includes(word)) differences.push(difference('errors', `an error that mentions ${word}`, errors));
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

/** An operation that a target executed. */
export interface ExecutedOperation {
  schema: GraphQLSchema;
  document: DocumentNode;
  variables: Record<string, unknown>;
  operationName?: string;
}

const ajv = new Ajv({ allErrors: false, strict: false });
const validators = new WeakMap<DocumentNode, Map<string, ValidateFunction | undefined>>();

/** The validator of the data; compiled once for each document and the values of the variables that directives can use. */
function dataValidator({
  schema,
  document,
  variables,
  operationName,
}: ExecutedOperation): ValidateFunction | undefined {
  const ofDocument = validators.get(document) ?? new Map<string, ValidateFunction | undefined>();
  validators.set(document, ofDocument);
  const booleans = Object.entries(variables).filter(([, value]) => typeof value === 'boolean');
  const key = JSON.stringify([operationName, booleans]);
  if (!ofDocument.has(key)) {
    const jsonSchema = dataSchema(schema, document, variables, operationName);
    ofDocument.set(key, jsonSchema && ajv.compile(jsonSchema));
  }
  return ofDocument.get(key);
}

/**
 * Checks that the data of a response has the selected fields, of the types and nullability of the schema. `data` may be
 * null beside errors.
 */
export function judgeDataShape(response: TargetResponse, operation: ExecutedOperation): Difference[] {
  const body = graphqlBody(response);
  if (!body || !Object.hasOwn(body, 'data')) return [];
  const hasErrors = Array.isArray(body.errors) && body.errors.length > 0;
  if (hasErrors && (body.data === null || (response.status >= 500 && isEmptyData(body.data)))) return [];
  const validate = dataValidator(operation);
  if (!validate || validate(body.data)) return [];
  const [{ instancePath, message } = { instancePath: '', message: '' }] = validate.errors ?? [];
  return [
    difference(`data${instancePath.replaceAll('/', '.')}`, `data that fits the selection: it ${message}`, body.data),
  ];
}
