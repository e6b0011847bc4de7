import { matchSchema } from '../matching.ts';
import type { Exchange } from '../requests/exchange.ts';
import {
  type Schema,
  type Static,
  anyObject,
  boolean,
  dateTime,
  integer,
  integerOrNull,
  list,
  natural,
  number,
  object,
  objectOrNull,
  optional,
  orNull,
  positive,
  ref,
  string,
  textOrNull,
  userId,
} from './json-schema.ts';

const filterMembers = {
  match: optional(ref('Match', matchSchema)),
  errorCode: optional({
    ...textOrNull,
    maxLength: 200,
    description: 'a code of an error; null for an error without one',
  }),
};
const headers = { ...anyObject, description: 'by their names in lower case' };

const exchange: Schema<Exchange> = object({
  id: integer,
  time: dateTime,
  method: string,
  path: string,
  operationName: textOrNull,
  coordinates: list(string),
  user: integerOrNull,
  application: optional({ ...string, description: 'the client id of the application that sent the request' }),
  scopes: optional(list(string)),
  variables: objectOrNull,
  status: integerOrNull,
  waiting: { ...boolean, description: 'whether the client still waits for a response' },
  errorCodes: list(textOrNull),
  errorMessages: list(string, { description: 'the messages of the first 10 errors' }),
  milliseconds: number,
  fault: { ...textOrNull, description: 'the id of the fault that was applied' },
  traceparent: optional({ ...string, description: 'the header of W3C Trace Context, if it was valid' }),
  reason: optional({ ...string, description: 'why the request was refused, in plain words' }),
});

const operation = object({ document: string, formatted: string, operationName: textOrNull, variables: objectOrNull });

/** The shapes of requests and of filters for them. */
export const requestSchemas = {
  RequestFilter: object(filterMembers),
  RequestWait: object({
    ...filterMembers,
    count: optional(positive),
    timeoutMs: optional({ ...number, minimum: 0, maximum: 60_000 }),
  }),
  Exchange: exchange,
  ExchangeList: object({ requests: list(ref('Exchange', exchange)) }),
  ExchangeDetails: object({
    exchange: ref('Exchange', exchange),
    sender: {
      ...orNull(object({ id: userId, name: string, admin: boolean })),
      description: 'the user who sent it; null if anonymous, or deleted since',
    },
    request: orNull(
      object({
        headers,
        credentials: list(string, { description: 'the names of the headers that say who sends the request' }),
        operation: { ...orNull(operation), description: 'null if nothing was executed, or if it is not kept' },
      }),
    ),
    response: orNull(object({ headers, body: textOrNull })),
    omissions: list(string, { description: 'what is not here, and why' }),
  }),
  DraftCase: object({
    case: { ...anyObject, description: 'a draft of a conformance case' },
    // The YAML file of the draft, for a folder of cases.
    file: object({ name: string, text: string }),
  }),
  Count: object({ count: natural }),
};

/** Which recorded requests are meant; without members, all. */
export type RequestFilter = Static<typeof requestSchemas.RequestFilter>;
/** A recorded request with its response, without secrets. */
export type ExchangeDetails = Static<typeof requestSchemas.ExchangeDetails>;
/** A GraphQL request as it was sent, without secrets. */
export type ShownOperation = Static<typeof operation>;
/** Headers by their names in lower case; the value of one that was sent several times is a list. */
export type ShownHeaders = Static<typeof headers>;
