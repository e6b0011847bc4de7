import type { ListedUser } from '../../../control/operations/server.ts';
import type { ExchangeDetails, ShownOperation } from '../../../control/requests/exchange.ts';

/** An HTTP request. */
export interface Message {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** Stands for the token of a user who has no fixed one. */
export const tokenVariable = '$TOKEN';

// Besides these, only what belongs to the session, the user or the body decides what the API answers.
const repeatedHeaders = { accept: 'Accept', 'x-plenum-fault': 'X-Plenum-Fault' };

/** The request that repeats an operation: for the user with a token, and in a session, unless they are empty. */
export function messageOf(
  { exchange: { method, path }, request }: ExchangeDetails,
  operation: ShownOperation,
  { token, session }: { token: string; session: string },
): Message {
  const url = new URL(path, location.href);
  const headers: Record<string, string> = {};
  for (const [name, sentName] of Object.entries(repeatedHeaders)) {
    const value = request.headers[name];
    if (typeof value === 'string' && value !== '*/*') headers[sentName] = value;
  }
  if (session) headers['X-Plenum-Session'] = session;
  if (token) headers['Authorization'] = `Bearer ${token}`;
  const { document: query, operationName, variables } = operation;
  const members = { query, ...(operationName && { operationName }), ...(variables && { variables }) };
  if (method !== 'GET' && method !== 'HEAD')
    return {
      method,
      url: url.href,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: toJson(members),
    };
  for (const [name, value] of Object.entries(members))
    url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return { method, url: url.href, headers };
}

/** JSON without characters that a terminal could take for commands, or that change the direction of text. */
const toJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The token of the user of an exchange: the fixed one; `$TOKEN` if there is none; empty for an anonymous request. */
export function tokenOf({ exchange, request }: ExchangeDetails, users: readonly ListedUser[]): string {
  if (exchange.user === null) return request.credentials.length > 0 ? 'an-invalid-token' : '';
  return users.find(({ id }) => id === exchange.user)?.token ?? tokenVariable;
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command that sends a request, for bash. */
export const curlCommand = ({ method, url, headers, body }: Message): string =>
  [
    `curl -g ${method === 'HEAD' ? '--head ' : ''}${quote(url)}`,
    // In double quotes, bash replaces the variable.
    ...Object.entries(headers).map(([name, value]) =>
      value.endsWith(tokenVariable) ? `-H "${name}: ${value}"` : `-H ${quote(`${name}: ${value}`)}`,
    ),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ].join(' \\\n  ');

/** The program that sends a request and prints the response, for a module of Node.js and for the console of a browser. */
export function fetchCode({ method, url, headers, body }: Message): string {
  const members = [
    ...(method === 'GET' ? [] : [`method: ${JSON.stringify(method)}`]),
    `headers: ${JSON.stringify(headers, null, 2)}`,
    ...(body === undefined ? [] : [`body: ${bodyCode(body)}`]),
  ];
  const options = members.map((member) => `  ${member.replaceAll('\n', '\n  ')},\n`).join('');
  return `const response = await fetch(${JSON.stringify(url)}, {\n${options}});\nconsole.log(response.status, await response.text());\n`;
}

// In a program, the member `__proto__` of an object sets its prototype.
const bodyCode = (body: string): string =>
  body.includes('__proto__') ? JSON.stringify(body) : `JSON.stringify(${JSON.stringify(JSON.parse(body), null, 2)})`;
