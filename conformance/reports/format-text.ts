/** Whether a character is unsafe in a report: control characters, lone surrogates and marks that change the direction. */
function isUnsafe(code: number): boolean {
  if (code < 0x20) return code !== 0x09 && code !== 0x0a && code !== 0x0d;
  if (code >= 0x7f && code <= 0x9f) return true;
  if (code >= 0xd800 && code <= 0xdfff) return true;
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return true;
  return code === 0xfffe || code === 0xffff;
}

/** Escapes the characters that a terminal would interpret or XML does not allow, as in `\u001b`. */
export function escapeControlCharacters(text: string): string {
  let result = '';
  for (const character of text) {
    const code = character.codePointAt(0)!;
    result += isUnsafe(code) ? `\\u${code.toString(16).padStart(4, '0')}` : character;
  }
  return result;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for HTML and XML, control characters included. */
export const escapeMarkup = (text: string): string =>
  escapeControlCharacters(text).replaceAll(/[&<>"']/g, (character) => entities[character]!);

/** Shortens a text to a number of characters; the last one is "…" if something was cut. */
export function truncate(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, Math.max(0, limit - 1)).join('')}…`;
}

/** Formats a JSON value on one line; undefined is "nothing". */
export const formatValue = (value: unknown, limit = Infinity): string =>
  truncate(value === undefined ? 'nothing' : escapeControlCharacters(JSON.stringify(value)), limit);
