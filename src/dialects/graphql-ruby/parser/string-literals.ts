import { codePoints, isUnicodeScalar } from '../errors/ruby-text.ts';

const escapeInToken = /\\(?:["\\/bfnrt]|u(?:[0-9A-Za-z]{4}|\{[0-9A-Za-z]{4,}\}))/y;

/** Returns the offset after the string that starts at `start`; undefined when the string does not end. */
export function findStringEnd(text: string, start: number): number | undefined {
  const blockEnd = text.startsWith('"""', start) ? findBlockStringEnd(text, start + 3) : undefined;
  if (blockEnd !== undefined) return blockEnd;
  return findQuotedStringEnd(text, start + 1);
}

function findQuotedStringEnd(text: string, start: number): number | undefined {
  for (let index = start; index < text.length;) {
    const character = text[index];
    if (character === '"') return index + 1;
    if (character === '\n' || character === '\r') return undefined;
    if (character === '\\') {
      escapeInToken.lastIndex = index;
      if (!escapeInToken.test(text)) return undefined;
      index = escapeInToken.lastIndex;
    } else index++;
  }
  return undefined;
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

const escapeSequence = /\\(?:u(?:([\dA-Fa-f]{4})|\{([\dA-Fa-f]{4,})\})(?:\\u([\dA-Fa-f]{4}))?|(["\\/bfnrt]))/g;
const escapeOrBackslash = /\\(?:["\\/bfnrt]|u(?:[\dA-Fa-f]{4}|\{[\dA-Fa-f]{4,}\}))?/g;
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
  for (const [escape] of content.matchAll(escapeOrBackslash)) {
    if (escape === '\\') return { invalidCodePoints: codePoints(content) };
  }
  const codes: number[] = [];
  let end = 0;
  for (const match of content.matchAll(escapeSequence)) {
    for (const code of codePoints(content.slice(end, match.index))) codes.push(code);
    for (const code of codePointsOfEscape(match)) codes.push(code);
    end = match.index + match[0].length;
  }
  for (const code of codePoints(content.slice(end))) codes.push(code);
  if (!codes.every(isUnicodeScalar)) return { invalidCodePoints: codes };
  let value = '';
  for (const code of codes) value += String.fromCodePoint(code);
  return value;
}

function codePointsOfEscape([, fourDigits, braced, second, letter]: RegExpExecArray): number[] {
  if (letter) return [(escapedCharacters[letter] ?? letter).codePointAt(0)!];
  const high = Number.parseInt((fourDigits ?? braced)!, 16);
  if (second === undefined) return [high];
  const low = Number.parseInt(second, 16);
  const isSurrogatePair = high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
  return isSurrogatePair ? [(high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000] : [high, low];
}

const isBlank = (line: string): boolean => /^[ \t-\r]*$/.test(line);

// Removes the indentation that all lines after the first have in common, and blank lines at both ends.
function dedentBlockString(text: string): string {
  if (!text.includes('\n') && !text.startsWith(' ')) return text;
  let textEnd = text.length;
  while (text[textEnd - 1] === '\n') textEnd--;
  const lines = text.slice(0, textEnd).split('\n');
  let commonIndent = Infinity;
  for (const line of lines.slice(1)) {
    const indent = indentOf(line);
    if (indent < line.length) commonIndent = Math.min(commonIndent, indent);
  }
  const dedented = lines.map((line, index) =>
    index === 0 || commonIndent === Infinity ? line : line.slice(commonIndent),
  );
  const start = dedented.findIndex((line) => !isBlank(line));
  const end = dedented.findLastIndex((line) => !isBlank(line)) + 1;
  return start === -1 ? '' : dedented.slice(start, end).join('\n');
}

function indentOf(line: string): number {
  let indent = 0;
  while (line[indent] === ' ') indent++;
  return indent;
}
