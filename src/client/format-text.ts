import { escapeHtml } from '../escape-html.ts';

// Control characters, marks that hide or reorder text, lone surrogates, separators of lines, and what XML does not allow.
const unsafeCharacter = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

const escapeUnits = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * Escapes the characters that a terminal would interpret, a reader would not see or XML does not allow, as in `\u001b`.
 * Tabs and line breaks stay.
 */
export const escapeControlCharacters = (text: string): string => text.replaceAll(unsafeCharacter, escapeUnits);

const lineBreaks: Record<string, string> = { '\t': String.raw`\t`, '\n': String.raw`\n`, '\r': String.raw`\r` };

/** Escapes a text of a target for one line of a terminal: line breaks too, which would start a line of the target's own. */
export const escapeLine = (text: string): string =>
  escapeControlCharacters(text).replaceAll(/[\t\n\r]/g, (character) => lineBreaks[character]!);

/** Escapes a text of several lines for a terminal: all that a terminal would interpret but colors and styles, which are this program's own. */
export const escapeForTerminal = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .split(/(\u001b\[[\d;]*m)/)
    .map((part, index) => (index % 2 === 0 ? escapeControlCharacters(part) : part))
    .join('');

/**
 * Escapes what a runner of GitHub Actions takes for a command in the output of a step: a line that begins with `::`, also after spaces, and
 * `##[` anywhere.
 */
export const escapeWorkflowCommands = (text: string): string =>
  text.replaceAll(/^(\s*):(?=:)/gm, String.raw`$1\u003a`).replaceAll('##[', String.raw`##\u005b`);

/** Formats a JSON document that is also safe to print: characters that a terminal would interpret are escaped as in JSON. */
export const formatJson = (value: unknown, indentation?: number): string =>
  escapeControlCharacters(JSON.stringify(value, undefined, indentation));

/** Escapes a text for HTML and XML, control characters included. */
export const escapeMarkup = (text: string): string => escapeHtml(escapeControlCharacters(text), /[&<>"']/g);

/** Shortens a text to a number of characters; the last one is "…" if something was cut. */
export function truncate(text: string, limit: number): string {
  // No more than the beginning is split, because a response may have millions of characters.
  const characters = Array.from(text.slice(0, 2 * limit + 1));
  return characters.length <= limit ? text : `${characters.slice(0, Math.max(0, limit - 1)).join('')}…`;
}

/** Formats a JSON value on one line; undefined is "nothing". */
export const formatValue = (value: unknown, limit = Infinity): string =>
  truncate(value === undefined ? 'nothing' : escapeControlCharacters(JSON.stringify(value)), limit);
