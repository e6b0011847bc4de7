import { type DocumentNode, type GraphQLSchema, getOperationAST, print } from 'graphql';
import type { Actor } from '../../client/actor.ts';
import { type GraphQLErrorBody, parseInvalidAttributes } from '../../client/invalid-attributes.ts';
import { isJsonObject, stringsIn } from '../../client/json-value.ts';
import type { SuiteDialect } from '../../dialects/suite-dialect.ts';
import type { ExpectedResponse } from '../../dialects/expected-response.ts';
import { schemaOf } from '../../client/dialect-schema.ts';
import { type SelectedField, selectedFields, writingFields } from '../../client/selection.ts';
import { parseDocument } from '../../client/parse-document.ts';
import { placeholdersIn } from '../placeholders.ts';
import { mapIds } from '../record-ids.ts';

/** A GraphQL request and the response to it. */
export interface SentRequest {
  actor: Actor;
  query: string;
  operationName?: unknown;
  variables?: unknown;
  status: number;
  body: unknown;
}

/** The id of a record. All components are of one kind. */
export interface RecordId {
  kind: string;
  id: string;
}

/** An exchange that a case can repeat. */
export interface Exchange {
  actor: Actor;
  /** What it writes or else reads, as the beginning of a sentence. */
  title: string;
  /** The names of the fields that lead to the first field that writes, and its own; empty if none writes. */
  writingPath: string[];
  /** The document as graphql-js prints it, or unchanged if it has a syntax error. */
  query: string;
  document: DocumentNode | undefined;
  operationName: string | undefined;
  variables: Record<string, unknown>;
  outcome: RecordedOutcome;
  /** The ids in the variables. */
  sent: RecordId[];
  /** The ids in the data of the response, with their paths below `data`. */
  received: (RecordId & { path: string })[];
  isRead: boolean;
  /** Whether it may have changed what later exchanges read. */
  writes: boolean;
}

export const isSameRecord = (a: RecordId, b: RecordId): boolean => a.kind === b.kind && a.id === b.id;

/** Finds what a case needs of an exchange. Returns the reason if no case can repeat it. */
export function readExchange(request: SentRequest, dialect: SuiteDialect): Exchange | string {
  const { actor, query, status, body } = request;
  const [operationName, variables] = [request.operationName ?? undefined, request.variables ?? {}];
  if (!isJsonObject(variables)) return 'the variables are not an object';
  if (operationName !== undefined && typeof operationName !== 'string') return 'the operationName is not a string';
  if (!isJsonObject(body)) return 'the response is not a JSON object';
  const outcome = readOutcome(body, status, dialect);
  if (typeof outcome === 'string') return outcome;
  if (looksLikePattern([variables, outcome]))
    return 'it contains a value that a case would read as a placeholder or a pattern';
  const document = parseDocument(query);
  const operation = document && getOperationAST(document, operationName)?.operation;
  const writes = operation === 'mutation' && !('errorCode' in outcome) && 'data' in outcome;
  const exchange: Exchange = {
    actor,
    title: titleOf(query, dialect),
    writingPath: document ? namesTo(writingFields(document, schemaOf(dialect))[0]) : [],
    query: document ? print(document) : query,
    document,
    operationName,
    variables,
    outcome,
    sent: [],
    received: [],
    isRead: operation === 'query',
    writes,
  };
  mapIdsOf(exchange, schemaOf(dialect), (kind, id, place) => {
    if (place.in === 'data') exchange.received.push({ kind, id: String(id), path: place.path });
    else if (place.in !== 'document') exchange.sent.push({ kind, id: String(id) });
    return id;
  });
  return exchange;
}

/** Replaces the ids in the variables and the data of an exchange. Of several operations without a name, none was executed. */
export function mapIdsOf(
  { document, operationName, variables, outcome }: Exchange,
  schema: GraphQLSchema,
  map: Parameters<typeof mapIds>[2],
): { variables: Record<string, unknown>; data: unknown } {
  const data = 'data' in outcome ? outcome.data : null;
  if (!document || !getOperationAST(document, operationName)) return { variables, data };
  return mapIds({ document, operationName, variables, data }, schema, map);
}

/** A response in the form that a case expects. */
type RecordedOutcome = Exclude<ExpectedResponse, { status: number[] } | { oneOf: ExpectedResponse[] }>;

/** Converts a response into an outcome. Returns the reason if no case can expect it. */
function readOutcome(
  { data, errors }: Record<string, unknown>,
  status: number,
  { translator }: SuiteDialect,
): RecordedOutcome | string {
  if (status !== 200 && status !== 400) return `the response has the HTTP status ${status}`;
  if (errors === undefined) return isJsonObject(data) ? { data } : 'the response has neither data nor errors';
  if (!Array.isArray(errors) || !errors.every(isJsonObject) || errors.length === 0)
    return 'the errors are not a list of errors';
  if (data === undefined)
    return {
      requestError: (errors as unknown as GraphQLErrorBody[]).map(({ message, extensions }) => {
        const code = extensions?.['code'];
        return typeof code === 'string' ? code : String(message).replaceAll('$', '$$$$');
      }),
    };
  if (errors.length > 1) return `the response has ${errors.length} errors beside its data`;
  if (data !== null && !isJsonObject(data)) return 'the data is not an object';
  const [error] = errors as unknown as [GraphQLErrorBody];
  const errorCode = error.extensions?.['code'] ?? null;
  if (errorCode !== null && typeof errorCode !== 'string') return 'the code of the error is not a string';
  const invalidAttributes = parseInvalidAttributes(error, translator);
  if (!invalidAttributes) return 'the dialect cannot parse the invalid attributes of the error';
  return { errorCode, path: error.path ?? null, data, ...(invalidAttributes.length > 0 && { invalidAttributes }) };
}

const namesTo = (field: SelectedField | undefined): string[] =>
  field ? [...field.above, field].map(({ name }) => name) : [];

/** The name of a document's first field that writes, or else of its first field. */
export function titleOf(query: string, dialect: SuiteDialect): string {
  const document = parseDocument(query);
  if (!document) return 'A document with a syntax error';
  const [field] = [...writingFields(document, schemaOf(dialect)), ...selectedFields(document)];
  return field?.name ?? 'A document';
}

/** An exchange as a sentence, such as `createMeeting by member returns data`. */
export const describeExchange = ({ title, actor, outcome }: Exchange): string =>
  `${title} by ${actor} ${describeOutcome(outcome)}`;

/** An outcome as the end of a sentence. */
function describeOutcome(outcome: RecordedOutcome): string {
  if ('requestError' in outcome) return 'is a request error';
  if (!('errorCode' in outcome)) return 'returns data';
  return outcome.errorCode === null ? 'fails without an error code' : `fails with ${outcome.errorCode}`;
}

/** Whether a recorded value contains something that a case would read as a placeholder or a pattern. */
const looksLikePattern = (value: unknown): boolean => placeholdersIn(stringsIn(value)).length > 0 || hasOperator(value);

const hasOperator = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([key, each]) => key.startsWith('$') || hasOperator(each));
