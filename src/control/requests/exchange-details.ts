import type { Executor, GraphQLRequest } from '../../graphql/executor.ts';
import type { Store } from '../../store/store.ts';
import type { ExchangeDetails, ShownOperation } from '../admin/request-schemas.ts';
import type { Exchange } from './exchange.ts';
import { type KeptMessages, maxMessageLength } from './kept-messages.ts';
import { showDocument } from './shown-document.ts';
import { type ShownValues, noLimits } from './shown-values.ts';

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
  if (messages.isExecuted && !readRequest) omissions.push(isNotKept('request'));
  if (response && body === undefined) omissions.push(isNotKept('response', ' or is a stream'));
  else if (response && text === null) omissions.push(`The response has ${body!.length} bytes that are no text.`);
  return { exchange, sender, request, response, omissions };
}

const forgotten = 'Request and response are not kept any more: those of newer requests took their place.';
const isNotKept = (message: string, end = '') =>
  `The ${message} is not kept, because it has more than ${maxMessageLength.toLocaleString('en')} characters${end}.`;

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
