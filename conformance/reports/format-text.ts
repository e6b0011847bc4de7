/** What no report may hold as it is: C0 and C1 controls but tab and line ends, lone surrogates, marks that turn the direction. */
function isUnsafe(code: number): boolean {
  if (code < 0x20) return code !== 0x09 && code !== 0x0a && code !== 0x0d;
  if (code >= 0x7f && code <= 0x9f) return true;
  if (code >= 0xd800 && code <= 0xdfff) return true;
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return true;
  return code === 0xfffe || code === 0xffff;
}

const escaped = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

/** A text in which the characters that a terminal would obey, or XML forbids, are written as `\u001b`. */
export function escapeControlCharacters(text: string): string {
  let result = '';
  for (const character of text) {
    const code = character.codePointAt(0)!;
    result += isUnsafe(code) ? escaped(code) : character;
  }
  return result;
}

/** A text of at most so many characters, the last of them "…" when it was longer. */
export function truncate(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, Math.max(0, limit - 1)).join('')}…`;
}

/** A value of an answer or a pattern on one line: JSON, and "nothing" for what is not there. */
export const formatValue = (value: unknown, limit = Infinity): string =>
  truncate(value === undefined ? 'nothing' : escapeControlCharacters(JSON.stringify(value)), limit);
