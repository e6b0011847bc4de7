import { Ajv, type ValidateFunction } from 'ajv';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { SuiteDialect } from '../../src/contract/suite-dialect.ts';
import { dataSchema } from './data-schema.ts';
import type { ExpectedResponse } from '../cases/load.ts';
import { type Difference, findDifferences } from './match.ts';

/** What came back: the body parsed when it is JSON, else undefined. */
export interface TargetResponse {
  status: number;
  /** The media type that the answer gives itself. */
  contentType: string;
  text: string;
  json: unknown;
  milliseconds: number;
}

interface GraphqlError {
  message?: unknown;
  path?: (string | number)[];
  extensions?: Record<string, unknown>;
}
interface GraphqlAnswer {
  data?: object | null;
  errors?: GraphqlError[];
}

const graphql = ({ json }: TargetResponse): GraphqlAnswer | undefined =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as GraphqlAnswer) : undefined;

const at = (place: string, expected: unknown, actual: unknown): Difference => ({ path: place, expected, actual });

/** Every difference between an answer and what a case expects of it, in the refusals of a dialect. */
export function judge(expected: ExpectedResponse, answer: TargetResponse, dialect: SuiteDialect): Difference[] {
  if ('oneOf' in expected) {
    const attempts = expected.oneOf.map((each) => judge(each, answer, dialect));
    return attempts.some((each) => each.length === 0) ? [] : attempts.toSorted((a, b) => a.length - b.length)[0]!;
  }
  if ('status' in expected) {
    const found = expected.status.includes(answer.status) ? [] : [at('status', expected.status, answer.status)];
    const { data } = graphql(answer) ?? {};
    const empty = data === undefined || data === null || Object.keys(data).length === 0;
    return empty ? found : [...found, at('data', undefined, data)];
  }
  const body = graphql(answer);
  if (!body) return [at('body', 'a GraphQL answer', answer.text.slice(0, 500))];
  const errors = body.errors ?? [];
  if (!Array.isArray(errors)) return [at('errors', 'a list of errors', errors)];
  const envelope = judgeEnvelope(expected, answer);
  if (envelope.length > 0) return envelope;
  if ('requestError' in expected) return judgeRequestError(expected.requestError, body, errors);
  if ('errorCode' in expected) return judgeFieldError(expected, body, errors, dialect);
  const unexpected = errors.length > 0 || Object.hasOwn(body, 'errors') ? [at('errors', undefined, errors)] : [];
  return [...unexpected, ...findDifferences(expected.data, body.data, 'data')];
}

/** Status and media type of a GraphQL answer; a request that is not run may be a 400. */
function judgeEnvelope(expected: ExpectedResponse, { status, contentType }: TargetResponse): Difference[] {
  const allowed = 'requestError' in expected ? [200, 400] : [200];
  const found = allowed.includes(status) ? [] : [at('status', allowed, status)];
  return /^application\/(json|graphql-response\+json)\b/.test(contentType)
    ? found
    : [...found, at('content-type', 'JSON', contentType)];
}

function judgeRequestError(words: string[], body: GraphqlAnswer, errors: GraphqlError[]): Difference[] {
  const found: Difference[] = [];
  if (errors.length === 0) found.push(at('errors', 'errors', errors));
  // A server that fails outside the execution may answer an empty object.
  const { data } = body;
  if (Object.hasOwn(body, 'data') && !(data && Object.keys(data).length === 0)) found.push(at('data', undefined, data));
  const said = JSON.stringify(errors);
  for (const word of words) if (!said.includes(word)) found.push(at('errors', `something about ${word}`, errors));
  return found;
}

function judgeFieldError(
  expected: Extract<ExpectedResponse, { errorCode: unknown }>,
  body: GraphqlAnswer,
  errors: GraphqlError[],
  dialect: SuiteDialect,
): Difference[] {
  const [error] = errors;
  if (errors.length !== 1 || !error)
    return [at('errors', `one error, ${expected.errorCode}`, errors), ...judgeData(expected.data, body)];
  const found = judgeData(expected.data, body);
  const code = error.extensions?.['code'] ?? null;
  if (code !== expected.errorCode) found.push(at('errors.0.extensions.code', expected.errorCode, code));
  found.push(...findDifferences(expected.path, error.path ?? null, 'errors.0.path'));
  if (expected.invalidAttributes) {
    const refused = [...new Set(dialect.translator.parseRefusedAttributes(error).map((path) => path.join('.')))];
    found.push(
      ...findDifferences(expected.invalidAttributes.toSorted(), refused.toSorted(), 'errors.0: refused attributes'),
    );
  }
  return found;
}

const judgeData = (expected: object | null, body: GraphqlAnswer): Difference[] =>
  findDifferences(expected, body.data, 'data');

/** The request whose answer has a form. */
export interface ExecutedOperation {
  schema: GraphQLSchema;
  document: DocumentNode;
  variables: Record<string, unknown>;
  operationName?: string;
}

const ajv = new Ajv({ allErrors: false, strict: false });
const forms = new WeakMap<DocumentNode, Map<string, ValidateFunction | undefined>>();

/** The compiled form of an answer, once for each document and what its directives may ask of the variables. */
function formOf({ schema, document, variables, operationName }: ExecutedOperation): ValidateFunction | undefined {
  const known = forms.get(document) ?? new Map<string, ValidateFunction | undefined>();
  forms.set(document, known);
  const switches = Object.entries(variables).filter(([, value]) => typeof value === 'boolean');
  const key = JSON.stringify([operationName, switches]);
  if (!known.has(key)) {
    const form = dataSchema(schema, document, variables, operationName);
    known.set(key, form && ajv.compile(form));
  }
  return known.get(key);
}

/**
 * Whether the data of an answer has the form that its selection asks for. Data that is null as a whole is explained by an
 * error; every other null is one that the schema allows.
 */
export function judgeDataShape(answer: TargetResponse, selected: ExecutedOperation): Difference[] {
  const body = graphql(answer);
  if (!body || !Object.hasOwn(body, 'data')) return [];
  const explained = Array.isArray(body.errors) && body.errors.length > 0;
  if (explained && (body.data === null || (answer.status >= 500 && Object.keys(body.data ?? {}).length === 0)))
    return [];
  const validate = formOf(selected);
  if (!validate || validate(body.data)) return [];
  const [{ instancePath, message } = { instancePath: '', message: '' }] = validate.errors ?? [];
  return [at(`data${instancePath.replaceAll('/', '.')}`, `what was selected: ${message}`, body.data)];
}
