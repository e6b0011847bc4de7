import { type Actor, signedInActors, tokenVariable } from './actor.ts';
import { escapeControlCharacters } from './format-text.ts';
import type { TargetRequest } from './http-message.ts';

/** A request and who sends it. */
interface SentRequest {
  actor: Actor;
  request: TargetRequest;
}

const needsEscape = (character: string): boolean => character < ' ' || escapeControlCharacters(character) !== character;

/** The bytes of a character as octal escapes of `$'…'`, which do not depend on the locale of bash. */
const escapeForBash = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

/** Quotes any text as one word of bash. */
export function quoteForBash(text: string): string {
  if (![...text].some(needsEscape)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = [...text].map((character) => {
    if (needsEscape(character)) return escapeForBash(character);
    return character === "'" || character === '\\' ? `\\${character}` : character;
  });
  return `$'${escaped.join('')}'`;
}

const bearerVariable = /^Bearer \$([A-Za-z_]\w*)$/;

function headerOption(name: string, value: string, { actor }: SentRequest): string {
  if (name.toLowerCase() !== 'authorization')
    return `-H ${quoteForBash(value === '' ? `${name};` : `${name}: ${value}`)}`;
  // Double quotes, so that bash replaces the variable.
  if (bearerVariable.test(value)) return `-H "${name}: ${value}"`;
  const isSecret = signedInActors.some((each) => each === actor);
  return isSecret ? `-H "${name}: Bearer $${tokenVariable(actor)}"` : `-H ${quoteForBash(`${name}: ${value}`)}`;
}

/** The curl command that repeats a request and prints the whole response. It contains variables instead of tokens. */
export function curlCommand(exchange: SentRequest, url: string): string {
  const { method, path = '', headers, body } = exchange.request;
  const hasContentType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  // The default of fetch for a text; the default of curl is a form.
  const sentHeaders =
    body === undefined || hasContentType ? headers : { ...headers, 'Content-Type': 'text/plain;charset=UTF-8' };
  return [
    'curl -sS -g',
    // With -X HEAD, curl waits for a body that never comes.
    method === 'HEAD' ? '--head' : `-i -X ${quoteForBash(method)}`,
    quoteForBash(url + path),
    ...Object.entries(sentHeaders).map(([name, value]) => headerOption(name, value, exchange)),
    ...(body === undefined ? [] : [`--data-raw ${quoteForBash(body)}`]),
  ].join(' ');
}
