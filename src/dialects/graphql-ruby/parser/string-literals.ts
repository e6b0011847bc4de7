import { codePoints, isUnicodeScalar } from '../errors/ruby-text.ts';

const quotedString = /"(?:\\["\\/bfnrt]|[^"\\\n\r]|\\u(?:[0-9A-Za-z]{4}|\{[0-9A-Za-z]{4,}\}))*"/y;

/** Returns the offset after the string that starts at `start`; undefined when the string does not end. */
export function findStringEnd(text: string, start: number): number | undefined {
  const blockEnd = text.startsWith('"""', start) ? findBlockStringEnd(text, start + 3) : undefined;
  if (blockEnd !== undefined) return blockEnd;
  quotedString.lastIndex = start;
  return quotedString.test(text) ? quotedString.lastIndex : undefined;
}

// Three quotes end a block string. Three quotes after a backslash end it only if nothing else does, and five or more
// quotes end it after the fifth.
function findBlockStringEnd(text: string, start: number): number | undefined {
  let fallback: number | undefined;
  for (let index = text.indexOf('"', start); index !== -1; index = text.indexOf('"', index)) {
    const first = index;
    while (text[index] === '"') index++;
    const count = index - first;
    const isEscaped = first > start && text[first - 1] === '\\';
    if (count < 3) continue;
    if (isEscaped && count === 3) fallback = index;
    else return first + (count < 5 ? 3 : 5);
  }
  return fallback;
}

const validContent = /^(?:[^\\]|\\["\\/bfnrt]|\\u(?:[\dA-Fa-f]{4}|\{[\dA-Fa-f]{4,}\}))*$/;
const escapeSequence = /\\(?:u(?:([\dA-Fa-f]{4})|\{([\dA-Fa-f]{4,})\})(?:\\u([\dA-Fa-f]{4}))?|(["\\/bfnrt]))/g;
const escapedCharacters: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The code points of a string that is not valid Unicode. */
export interface InvalidString {
  invalidCodePoints: number[];
}

/** Returns the value of a string token, whose text includes the quotes. */
export function parseString(token: string): string | InvalidString {
  if (token.startsWith('"""')) return dedentBlockString(token.slice(3, -3));
  const content = token.slice(1, -1);
  if (!content.includes('\\')) return content;
  if (!validContent.test(content)) return { invalidCodePoints: codePoints(content) };
  const codes: number[] = [];
  let end = 0;
  for (const match of content.matchAll(escapeSequence)) {
    codes.push(...codePoints(content.slice(end, match.index)), ...codePointsOfEscape(match));
    end = match.index + match[0].length;
  }
  codes.push(...codePoints(content.slice(end)));
  if (!codes.every(isUnicodeScalar)) return { invalidCodePoints: codes };
  return codes.map((code) => String.fromCodePoint(code)).join('');
}

function codePointsOfEscape([, fourDigits, braced, second, letter]: RegExpExecArray): number[] {
  if (letter) return [(escapedCharacters[letter] ?? letter).codePointAt(0)!];
  const high = Number.parseInt((fourDigits ?? braced)!, 16);
  if (second === undefined) return [high];
  const low = Number.parseInt(second, 16);
  const isSurrogatePair = high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
  return isSurrogatePair ? [(high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000] : [high, low];
}

const isBlank = (line: string | undefined): boolean => line !== undefined && /^[ \t-\r]*$/.test(line);

// Removes the indentation that all lines after the first have in common, and blank lines at both ends.
function dedentBlockString(text: string): string {
  if (!text.includes('\n') && !text.startsWith(' ')) return text;
  const lines = text.replace(/\n+$/, '').split('\n');
  const indents = lines.slice(1).flatMap((line) => {
    const indent = /^ */.exec(line)![0].length;
    return indent < line.length ? [indent] : [];
  });
  const commonIndent = indents.length > 0 ? Math.min(...indents) : 0;
  const dedented = lines.map((line, index) => (index === 0 ? line : line.slice(commonIndent)));
  while (isBlank(dedented[0])) dedented.shift();
  while (isBlank(dedented.at(-1))) dedented.pop();
  return dedented.join('\n');
}
