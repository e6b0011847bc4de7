import {
  type Schema,
  dateTime,
  list,
  natural,
  object,
  orNull,
  positive,
  ref,
  response,
  string,
  textOrNull,
  userId,
} from './json-schema.ts';

const filterMembers = {
  match: ref('Match'),
  errorCode: {
    type: ['string', 'null'],
    maxLength: 200,
    description: 'a code of an error; null for an error without one',
  },
};
const objectOrNull: Schema = { type: ['object', 'null'] };
const headers: Schema = { type: 'object', description: 'by their names in lower case' };

const exchangeMembers = {
  id: { type: 'integer' },
  time: dateTime,
  method: string,
  path: string,
  operationName: textOrNull,
  coordinates: list(string),
  user: { type: ['integer', 'null'] },
  variables: objectOrNull,
  status: { type: ['integer', 'null'] },
  waiting: { type: 'boolean', description: 'whether the client still waits for a response' },
  errorCodes: list(textOrNull),
  milliseconds: { type: 'number' },
  fault: { ...textOrNull, description: 'the id of the fault that was applied' },
};

/** The shapes of requests and of filters for them. */
export const requestSchemas: Record<string, Schema> = {
  RequestFilter: object(filterMembers),
  RequestWait: object({
    ...filterMembers,
    count: positive,
    timeoutMs: { type: 'number', minimum: 0, maximum: 60_000 },
  }),
  Exchange: object(
    {
      ...exchangeMembers,
      upstream: { ...string, description: 'the origin to which the request was forwarded' },
    },
    Object.keys(exchangeMembers),
  ),
  ExchangeList: response({ requests: list(ref('Exchange')) }),
  ExchangeDetails: response({
    exchange: ref('Exchange'),
    sender: orNull(response({ id: userId, name: string, admin: { type: 'boolean' } })),
    request: orNull(
      response({
        headers,
        credentials: list(string, { description: 'the names of the headers that say who sends the request' }),
        operation: orNull(
          response({ document: string, formatted: string, operationName: textOrNull, variables: objectOrNull }),
        ),
      }),
    ),
    response: orNull(response({ headers, body: textOrNull })),
    omissions: list(string, { description: 'what is not here, and why' }),
  }),
  DraftCase: response({ case: { type: 'object', description: 'a draft of a conformance case' } }),
  Count: response({ count: natural }),
};
