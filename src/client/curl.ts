import { type Actor, signedInActors, tokenVariable } from './actor.ts';
import { escapeControlCharacters } from './format-text.ts';
import { type TargetRequest, headerOf } from './http-message.ts';

const needsEscape = (character: string): boolean => character < ' ' || escapeControlCharacters(character) !== character;

/** The bytes of a character as octal escapes of `$'…'`, which do not depend on the locale of bash. */
const escapeForBash = (character: string): string =>
  [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

/** Quotes any text as one word of bash, which expands nothing in it and shows every character of it. */
function quoteForBash(text: string): string {
  if (![...text].some(needsEscape)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  // The history of an interactive bash would read `!` after an escaped quote.
  const escaped = [...text].map((each) => (needsEscape(each) || /['\\!]/.test(each) ? escapeForBash(each) : each));
  return `$'${escaped.join('')}'`;
}

/** A request for a command. The value of a header is a text, or the name of the variable of the shell that holds the token. */
export interface CurlRequest {
  method: string;
  url: string;
  headers: Record<string, string | { tokenVariable: string }>;
  body?: string | undefined;
}

/** The options of curl for all requests: `-g` leaves brackets in the URL as they are. */
const defaultOptions = '-sS -g';

/** The curl command for bash that sends a request. Only a variable for a token is expanded. */
export function formatCurl(
  { method, url, headers, body }: CurlRequest,
  options = defaultOptions,
  separator = ' ',
): string {
  const impliedMethod = body === undefined ? 'GET' : 'POST';
  // With -X HEAD, curl waits for a body that never comes.
  const methodOptions = method === 'HEAD' ? ' --head' : method === impliedMethod ? '' : ` -X ${quoteForBash(method)}`;
  return [
    `curl ${options}${methodOptions} ${quoteForBash(url)}`,
    ...Object.entries(headers).map(([name, value]) => {
      // In double quotes, bash replaces the variable.
      if (typeof value !== 'string') return `-H "${name}: Bearer $${value.tokenVariable}"`;
      return `-H ${quoteForBash(value === '' ? `${name};` : `${name}: ${value}`)}`;
    }),
    ...(body === undefined ? [] : [`--data-raw ${quoteForBash(body)}`]),
  ].join(separator);
}

/** A request and who sends it. */
interface SentRequest {
  actor: Actor;
  request: TargetRequest;
}

/** The curl command that repeats a request of a run and prints the whole response. It contains variables instead of tokens. */
export function curlCommand({ actor, request }: SentRequest, url: string): string {
  const { method, path = '', headers, body } = request;
  const isSignedIn = signedInActors.some((each) => each === actor);
  const sent = Object.entries(headers).map(([name, value]) => {
    if (!isSignedIn || name.toLowerCase() !== 'authorization') return [name, value];
    return [name, { tokenVariable: /^Bearer \$([A-Za-z_]\w*)$/.exec(value)?.[1] ?? tokenVariable(actor) }];
  });
  // The default of fetch for a text; the default of curl is a form.
  if (body !== undefined && headerOf(request, 'content-type') === undefined)
    sent.push(['Content-Type', 'text/plain;charset=UTF-8']);
  const command = { method, url: url + path, headers: Object.fromEntries(sent) as CurlRequest['headers'], body };
  return formatCurl(command, `${defaultOptions} -i`);
}
