import {
  type Static,
  anyObject,
  boolean,
  dateTime,
  integer,
  integerOrNull,
  list,
  named,
  natural,
  number,
  object,
  objectOrNull,
  optional,
  orNull,
  positive,
  recordId,
  string,
  textOrNull,
} from '../api/schema.ts';
import { matchSchema, matchesRequest } from '../matching.ts';

export const exchangeSchema = named(
  'Exchange',
  object({
    id: { ...integer, description: 'counts up from 1, also after the requests were cleared' },
    time: { ...dateTime, description: 'when the request arrived, by the clock of the world' },
    receivedAt: { ...dateTime, description: 'when it arrived, by the clock of the machine' },
    method: string,
    path: { ...string, description: 'the path of the URL, without the query string' },
    operationName: {
      ...textOrNull,
      description: 'the name that the client sent, or else that of the only operation of the document',
    },
    coordinates: list(string, { description: 'those of the fields that the operation selects, without `__typename`' }),
    user: {
      ...integerOrNull,
      description: 'the id of the user for whom the operation was executed; null if anonymous',
    },
    application: optional({ ...string, description: 'the client id of the application that sent the request' }),
    scopes: optional(list(string)),
    variables: {
      ...objectOrNull,
      description: 'without secrets; long texts are cut, and so are more than 1000 members',
    },
    status: { ...integerOrNull, description: 'null if the connection ended before there was a response' },
    waiting: { ...boolean, description: 'whether the client still waits for a response' },
    errorCodes: list(textOrNull),
    errorMessages: list(string, { description: 'the messages of the first 10 errors' }),
    reason: optional({ ...string, description: 'why the stand-in failed or refused as the platform does' }),
    milliseconds: number,
    fault: { ...textOrNull, description: 'the id of the fault that was applied' },
  }),
);

const operation = object({ document: string, formatted: string, operationName: textOrNull, variables: objectOrNull });
const headers = { ...anyObject, description: 'by their names in lower case' };

export const exchangeDetails = named(
  'ExchangeDetails',
  object({
    exchange: exchangeSchema,
    sender: {
      ...orNull(object({ id: recordId, name: string, admin: boolean })),
      description: 'the user who sent it; null if anonymous, or deleted since',
    },
    request: object({
      headers,
      credentials: list(string, { description: 'the names of the headers that say who sends the request' }),
      operation: { ...orNull(operation), description: 'null if nothing was executed, or if it is too long' },
    }),
    response: orNull(object({ headers, body: textOrNull })),
    omissions: list(string, { description: 'what is not here, and why' }),
  }),
);

export const draftCase = object({
  case: { ...anyObject, description: 'a draft of a conformance case' },
  file: object({ name: string, text: string }, { description: 'the YAML file of the draft, for a folder of cases' }),
});

const filterMembers = {
  match: optional(matchSchema),
  errorCode: optional({
    ...textOrNull,
    maxLength: 200,
    description: 'a code of an error; null for an error without one',
  }),
};
export const requestFilter = named('RequestFilter', object(filterMembers));
export const requestWait = object({
  ...filterMembers,
  count: optional(positive),
  // A timer cannot wait longer.
  timeoutMs: optional({ ...natural, maximum: 2 ** 31 - 1, description: '2000 by default' }),
});

/** One request and its response, as recorded requests show them: without secrets. */
export type Exchange = Static<typeof exchangeSchema>;
/** The whole of a request and its response, without secrets. */
export type ExchangeDetails = Static<typeof exchangeDetails>;
/** A GraphQL request as it was sent, without secrets. */
export type ShownOperation = Static<typeof operation>;
/** Headers by their names in lower case; the value of one that was sent several times is a list. */
export type ShownHeaders = Static<typeof headers>;
export type DraftCase = Static<typeof draftCase>;
/** Which recorded requests are meant: those that match and have an error with this code. Without members, all. */
export type RequestFilter = Static<typeof requestFilter>;

/** Whether a filter selects an exchange. */
export const isSelected = ({ match = {}, errorCode }: RequestFilter, exchange: Exchange): boolean =>
  (match.coordinate === undefined || exchange.coordinates.includes(match.coordinate)) &&
  matchesRequest(match, exchange) &&
  (errorCode === undefined || exchange.errorCodes.includes(errorCode));
