import type { SuiteDialect } from '../../dialects/suite-dialect.ts';
import { type GraphQLErrorBody, parseInvalidAttributes } from '../../client/invalid-attributes.ts';
import type { ExpectedResponse } from '../case.ts';
import { isJsonObject } from '../../client/json-value.ts';
import type { GraphQLResponseBody } from './recorded-exchange.ts';

/** A response in the form that a case expects. */
export type RecordedOutcome = Exclude<ExpectedResponse, { status: number[] } | { oneOf: ExpectedResponse[] }>;

/** Converts a response into an outcome. Returns the reason if no case can expect it. */
export function readOutcome(
  body: GraphQLResponseBody,
  status: number,
  { translator }: SuiteDialect,
): RecordedOutcome | string {
  if (status !== 200 && status !== 400) return `the response has the HTTP status ${status}`;
  const { data, errors } = body;
  if (errors === undefined) return isJsonObject(data) ? { data } : 'the response has neither data nor errors';
  if (!Array.isArray(errors) || !errors.every(isJsonObject) || errors.length === 0)
    return 'the errors are not a list of errors';
  if (data === undefined) return { requestError: [] };
  if (errors.length > 1) return `the response has ${errors.length} errors beside its data`;
  if (data !== null && !isJsonObject(data)) return 'the data is not an object';
  const [error] = errors as unknown as [GraphQLErrorBody];
  const code = error.extensions?.['code'] ?? null;
  if (code !== null && typeof code !== 'string') return 'the code of the error is not a string';
  const invalidAttributes = parseInvalidAttributes(error, translator);
  if (!invalidAttributes) return 'the dialect cannot parse the invalid attributes of the error';
  return {
    errorCode: code,
    path: error.path ?? null,
    data,
    ...(invalidAttributes.length > 0 ? { invalidAttributes } : {}),
  };
}

/** The data of an outcome; null for a request error. */
export const outcomeData = (outcome: RecordedOutcome): object | null => ('data' in outcome ? outcome.data : null);

/** An outcome as the end of a sentence. */
export function describeOutcome(outcome: RecordedOutcome): string {
  if ('requestError' in outcome) return 'is a request error';
  if (!('errorCode' in outcome)) return 'returns data';
  return outcome.errorCode === null ? 'fails without an error code' : `fails with ${outcome.errorCode}`;
}
