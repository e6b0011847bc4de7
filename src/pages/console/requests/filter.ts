import type { Exchange } from '../../../control/requests/exchange.ts';

/** Which exchanges are shown; an empty text selects all. */
export interface Filter {
  /** A part of the operation, path, variables or codes. */
  text: string;
  operation: string;
  status: string;
  /** The id of a user, or `anonymous`. */
  user: string;
  errorsOnly: boolean;
}

export const emptyFilter: Filter = { text: '', operation: '', status: '', user: '', errorsOnly: false };

/** What an exchange is called: its operation name, or the field that writes, or the first field, or method and path. */
export function titleOf({ operationName, coordinates, method, path }: Exchange): string {
  const written = coordinates.find((each) => /^\w+Mutation\.(?!id$)/.test(each));
  return operationName ?? written?.split('.')[1] ?? coordinates[0] ?? `${method} ${path}`;
}

/** The HTTP status, or what there is instead of a response. */
export const statusOf = ({ status, waiting }: Exchange): string =>
  status === null ? (waiting ? 'waiting' : 'no response') : String(status);

export const userOf = ({ user }: Exchange): string => (user === null ? 'anonymous' : String(user));

export const isFailure = ({ status, errorCodes }: Exchange): boolean =>
  status === null || status >= 400 || errorCodes.length > 0;

const texts = new WeakMap<Exchange, string>();

/** The text that is searched; made once for each exchange. */
function textOf(exchange: Exchange): string {
  let text = texts.get(exchange);
  if (text === undefined) {
    const { method, path, operationName, coordinates, variables, errorCodes, errorMessages, fault } = exchange;
    const errors = [errorCodes, errorMessages, fault];
    text = JSON.stringify([method, path, operationName, coordinates, variables, ...errors]).toLowerCase();
    texts.set(exchange, text);
  }
  return text;
}

/** Whether a filter selects an exchange. */
export const isShown = ({ text, operation, status, user, errorsOnly }: Filter, exchange: Exchange): boolean =>
  (!errorsOnly || isFailure(exchange)) &&
  (operation === '' || titleOf(exchange) === operation) &&
  (status === '' || statusOf(exchange) === status) &&
  (user === '' || userOf(exchange) === user) &&
  (text === '' || textOf(exchange).includes(text.toLowerCase()));
