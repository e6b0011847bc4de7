import type { Executor, GraphQLRequest } from '../../contract/executor.ts';
import type { Store } from '../../store/store.ts';
import type { Exchange } from './exchange.ts';
import { type KeptMessages, maxMessageLength } from './kept-messages.ts';
import { type ShownDocument, showDocument } from './shown-document.ts';
import { type ShownValues, noLimits } from './shown-values.ts';

/** A GraphQL request as it was sent, without secrets. */
export interface ShownOperation extends ShownDocument {
  operationName: string | null;
  variables: Record<string, unknown> | null;
}

/** Headers by their names in lower case; the value of one that was sent several times is a list. */
export type ShownHeaders = Record<string, unknown>;

/** The whole of an exchange, without secrets. */
export interface ExchangeDetails {
  exchange: Exchange;
  /** The user of the exchange; null if there is none, or none any more. */
  sender: { id: number; name: string; admin: boolean } | null;
  /** Null if it is not kept. */
  request: {
    headers: ShownHeaders;
    /** The names of the headers that say who sends the request; their values are not shown. */
    credentials: string[];
    /** Null if nothing was executed, or if it is not kept. */
    operation: ShownOperation | null;
  } | null;
  /** Null if there was none, or if it is not kept. */
  response: {
    headers: ShownHeaders;
    /** Null if it is no text, or if it is not kept. */
    body: string | null;
  } | null;
  /** What is not here, and why, in sentences. */
  omissions: string[];
}

/** Where the details of exchanges come from. */
export interface DetailSources {
  shown: ShownValues;
  executor: Pick<Executor<never>, 'parse'>;
  store: Store;
}

const credentialNames = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Shows the whole of an exchange. Its messages are undefined if they had to make room for others. */
export function showDetails(
  exchange: Exchange,
  messages: KeptMessages | undefined,
  { shown, executor, store }: DetailSources,
): ExchangeDetails {
  const user = store.find('users', exchange.user);
  const sender = user ? { id: user.id, name: user.name, admin: user.admin } : null;
  if (!messages) return { exchange, sender, request: null, response: null, omissions: [forgotten] };
  const { requestHeaders, readRequest, responseHeaders, body } = messages;
  const headers = Object.entries(requestHeaders);
  const request = {
    headers: shown.variables(Object.fromEntries(headers.filter(([name]) => !credentialNames.has(name))), noLimits)!,
    credentials: headers.map(([name]) => name).filter((name) => credentialNames.has(name)),
    operation: readRequest ? showOperation(readRequest(), shown, executor) : null,
  };
  const text = textOf(messages);
  const response = exchange.status === null ? null : showResponse(responseHeaders, text, shown);
  const omissions: string[] = [];
  if (messages.isExecuted && !readRequest) omissions.push(requestTooLong);
  if (response && body === undefined) omissions.push(responseTooLong);
  else if (response && text === null) omissions.push(`The response has ${body!.length} bytes that are no text.`);
  return { exchange, sender, request, response, omissions };
}

const forgotten = 'Request and response are not kept any more: those of newer requests took their place.';
const maxLength = maxMessageLength.toLocaleString('en');
const requestTooLong = `The request is not kept, because it has more than ${maxLength} characters.`;
const responseTooLong = `The response is not kept, because it has more than ${maxLength} characters or is a stream.`;

const showOperation = (
  { query, operationName, variables }: GraphQLRequest,
  shown: ShownValues,
  executor: DetailSources['executor'],
): ShownOperation => ({
  ...showDocument(String(query), (text) => executor.parse(text), shown),
  operationName: operationName ? shown.text(operationName, noLimits) : null,
  variables: shown.variables(variables, noLimits),
});

const showResponse = (headers: object, text: string | null, shown: ShownValues) => ({
  headers: shown.variables(headers, noLimits)!,
  body: text === null ? null : shown.body(text),
});

const textType = /^text\/|[/+]json\b/;

/** The body of a response as a text; null if it is none, or if it is not kept. */
function textOf({ body, responseHeaders }: KeptMessages): string | null {
  if (typeof body === 'string') return body;
  const isText = textType.test(String(responseHeaders['content-type'])) && !responseHeaders['content-encoding'];
  return body && isText ? body.toString() : null;
}
