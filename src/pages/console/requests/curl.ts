import type { ListedUser } from '../../../control/operations/server.ts';
import type { ExchangeDetails, ShownOperation } from '../../../control/requests/exchange.ts';

/** Stands for the token of a user who has no fixed one. */
export const tokenVariable = '$TOKEN';

// Besides these, only what belongs to the session, the user or the body decides what the API answers.
const repeatedHeaders = { accept: 'Accept', 'x-plenum-fault': 'X-Plenum-Fault' };

/** The command, for bash, that sends an operation again: for the same user, and in a session unless its name is empty. */
export function curlCommand(
  details: ExchangeDetails,
  { document: query, operationName, variables }: ShownOperation,
  users: readonly ListedUser[],
  session: string,
): string {
  const { exchange, request } = details;
  const isRead = exchange.method === 'GET' || exchange.method === 'HEAD';
  const members = { query, ...(operationName && { operationName }), ...(variables && { variables }) };
  const url = new URL(exchange.path, location.href);
  if (isRead)
    for (const [name, value] of Object.entries(members))
      url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const token = tokenOf(details, users);
  const headers: Record<string, string> = {
    ...(!isRead && { 'Content-Type': 'application/json' }),
    ...Object.fromEntries(
      Object.entries(repeatedHeaders).flatMap(([name, sentName]) => {
        const value = request.headers[name];
        return typeof value === 'string' && value !== '*/*' ? [[sentName, value]] : [];
      }),
    ),
    ...(session && { 'X-Plenum-Session': session }),
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  return [
    `curl -g ${exchange.method === 'HEAD' ? '--head ' : ''}${quote(url.href)}`,
    // In double quotes, bash replaces the variable.
    ...Object.entries(headers).map(([name, value]) =>
      value.endsWith(tokenVariable) ? `-H "${name}: ${value}"` : `-H ${quote(`${name}: ${value}`)}`,
    ),
    ...(isRead ? [] : [`--data-raw ${quote(toJson(members))}`]),
  ].join(' \\\n  ');
}

/** The token of the user of an exchange: the fixed one; `$TOKEN` if there is none; empty for an anonymous request. */
function tokenOf({ exchange, request }: ExchangeDetails, users: readonly ListedUser[]): string {
  if (exchange.user === null) return request.credentials.length > 0 ? 'an-invalid-token' : '';
  return users.find(({ id }) => id === exchange.user)?.token ?? tokenVariable;
}

/** JSON without characters that a terminal could take for commands, or that change the direction of text. */
const toJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
