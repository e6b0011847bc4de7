import type { Exchange } from '../model/exchange.ts';
import { tokenVariable } from '../model/target.ts';

const octal = (character: string): string => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
const isControl = (character: string): boolean => character < ' ' || character === '\x7f';

/** A text as one word of bash, whatever it holds. */
export function quoteForBash(text: string): string {
  if (![...text].some(isControl)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const inside = [...text].map((character) => {
    if (isControl(character)) return octal(character);
    return character === "'" || character === '\\' ? `\\${character}` : character;
  });
  return `$'${inside.join('')}'`;
}

const variable = /^Bearer \$([A-Za-z_]\w*)$/;

function headerOption(name: string, value: string, { actor }: Exchange): string {
  if (name.toLowerCase() !== 'authorization')
    return `-H ${quoteForBash(value === '' ? `${name};` : `${name}: ${value}`)}`;
  if (variable.test(value)) return `-H "${name}: ${value}"`;
  const isSecret = ['admin', 'member', 'other'].includes(actor);
  return isSecret ? `-H "${name}: Bearer $${tokenVariable(actor)}"` : `-H ${quoteForBash(`${name}: ${value}`)}`;
}

/**
 * The line of bash that repeats an exchange with curl and shows the whole answer. A token is the variable that holds it, never
 * itself.
 */
export function curlCommand(exchange: Exchange, url: string): string {
  const { method, headers, body } = exchange.request;
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  // What fetch sends for a text without a type; curl would call it a form.
  const sent = body === undefined || isTyped ? headers : { ...headers, 'Content-Type': 'text/plain;charset=UTF-8' };
  return [
    'curl -sS -g',
    // curl waits for a body that an answer to HEAD does not have.
    method === 'HEAD' ? '--head' : `-i -X ${quoteForBash(method)}`,
    quoteForBash(url),
    ...Object.entries(sent).map(([name, value]) => headerOption(name, value, exchange)),
    ...(body === undefined ? [] : [`--data-raw ${quoteForBash(body)}`]),
  ].join(' ');
}
