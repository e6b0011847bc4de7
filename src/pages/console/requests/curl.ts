import { formatCurl } from '../../../client/curl.ts';
import type { ListedUser } from '../../../control/operations/server.ts';
import type { ExchangeDetails, ShownOperation } from '../../../control/requests/exchange.ts';

/** The variable that stands for the token of a user who has no fixed one. */
export const tokenVariable = 'TOKEN';

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
  const repeated = Object.entries(repeatedHeaders).flatMap(([name, sentName]) => {
    const value = request.headers[name];
    return typeof value === 'string' && value !== '*/*' ? [[sentName, value]] : [];
  });
  const token = tokenOf(details, users);
  const headers = {
    ...(!isRead && { 'Content-Type': 'application/json' }),
    ...(Object.fromEntries(repeated) as Record<string, string>),
    ...(session && { 'X-Plenum-Session': session }),
    ...(needsToken(details, users)
      ? { Authorization: { tokenVariable } }
      : token && { Authorization: `Bearer ${token}` }),
  };
  const body = isRead ? undefined : JSON.stringify(members);
  return formatCurl({ method: exchange.method, url: url.href, headers, body }, undefined, ' \\\n  ');
}

/** Whether the user of an exchange has no fixed token, so that the command has a variable. */
export const needsToken = (details: ExchangeDetails, users: readonly ListedUser[]): boolean =>
  tokenOf(details, users) === undefined;

/** The fixed token of the user of an exchange; undefined if there is none, empty for an anonymous request. */
function tokenOf({ exchange, request }: ExchangeDetails, users: readonly ListedUser[]): string | undefined {
  if (exchange.user === null) return request.credentials.length > 0 ? 'an-invalid-token' : '';
  return users.find(({ id }) => id === exchange.user)?.token ?? undefined;
}
