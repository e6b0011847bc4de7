import type { SuiteDialect, RequestTranslator } from '../../src/contract/suite-dialect.ts';
import type { ExpectedResponse } from '../cases/load.ts';
import type { GraphQLResponseBody } from './exchange.ts';

/** What an exchange came to, in a form of case.schema.json. */
export type RecordedOutcome = Exclude<ExpectedResponse, { status: number[] } | { oneOf: ExpectedResponse[] }>;

interface GraphqlError {
  message?: unknown;
  path?: (string | number)[];
  extensions?: Record<string, unknown>;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an answer says, in the refusals of a dialect; a text says why no case can expect it. */
export function readOutcome(
  answer: GraphQLResponseBody,
  status: number,
  { translator }: SuiteDialect,
): RecordedOutcome | string {
  if (status !== 200 && status !== 400) return `the answer has the HTTP status ${status}`;
  const { data, errors } = answer;
  if (errors === undefined) return isObject(data) ? { data } : 'the answer has neither data nor errors';
  if (!Array.isArray(errors) || !errors.every(isObject) || errors.length === 0)
    return 'the errors are no list of errors';
  if (data === undefined) return { requestError: [] };
  if (errors.length > 1) return `the answer has ${errors.length} errors beside its data`;
  if (data !== null && !isObject(data)) return 'the data is no object';
  const [error] = errors as [GraphqlError];
  const code = error.extensions?.['code'] ?? null;
  if (code !== null && typeof code !== 'string') return 'the code of the error is no text';
  const attributes = refusedAttributes(error, translator);
  if (!attributes) return 'the dialect cannot read which attributes are refused';
  return {
    errorCode: code,
    path: error.path ?? null,
    data,
    ...(attributes.length > 0 ? { invalidAttributes: attributes } : {}),
  };
}

function refusedAttributes(error: GraphqlError, words: RequestTranslator): string[] | undefined {
  try {
    return [...new Set(words.parseRefusedAttributes(error).map((path) => path.join('.')))].toSorted();
  } catch {
    return undefined;
  }
}

/** The data that an outcome shows. */
export const outcomeData = (outcome: RecordedOutcome): object | null => ('data' in outcome ? outcome.data : null);

/** What an exchange came to, as the end of a sentence. */
export function describeOutcome(outcome: RecordedOutcome): string {
  if ('requestError' in outcome) return 'is not run';
  if (!('errorCode' in outcome)) return 'is answered with data';
  return outcome.errorCode === null ? 'is refused without a code' : `is refused with ${outcome.errorCode}`;
}
