import { codePoints, isUnicodeScalar } from '../errors/ruby-text.ts';

const quoted = /"(?:\\["\\/bfnrt]|[^"\\\n\r]|\\u(?:[0-9A-Za-z]{4}|\{[0-9A-Za-z]{4,}\}))*"/y;

/** Where the string ends that begins at this quote, or undefined when it does not end. */
export function findStringEnd(text: string, start: number): number | undefined {
  const block = text.startsWith('"""', start) ? endOfBlock(text, start + 3) : undefined;
  if (block !== undefined) return block;
  quoted.lastIndex = start;
  return quoted.test(text) ? quoted.lastIndex : undefined;
}

/** Three quotes close a block string; after a backslash only when nothing closes it later. Five close it together. */
function endOfBlock(text: string, start: number): number | undefined {
  let fallback: number | undefined;
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at)) {
    const first = at;
    while (text[at] === '"') at++;
    const run = at - first;
    const escaped = first > start && text[first - 1] === '\\';
    if (run < 3) continue;
    if (escaped && run === 3) fallback = at;
    else return first + (run < 5 ? 3 : 5);
  }
  return fallback;
}

const valid = /^(?:[^\\]|\\["\\/bfnrt]|\\u(?:[\dA-Fa-f]{4}|\{[\dA-Fa-f]{4,}\}))*$/;
const escape = /\\(?:u(?:([\dA-Fa-f]{4})|\{([\dA-Fa-f]{4,})\})(?:\\u([\dA-Fa-f]{4}))?|(["\\/bfnrt]))/g;
const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** What a quoted string says; the code points that cannot be said are why it is bad. */
export type ParsedString = { text: string } | { bad: number[] };

/** The text of a string's token, quotes included. */
export function parseString(token: string): ParsedString {
  if (token.startsWith('"""')) return { text: trimmed(token.slice(3, -3)) };
  const text = token.slice(1, -1);
  if (!text.includes('\\')) return { text };
  if (!valid.test(text)) return { bad: codePoints(text) };
  const codes: number[] = [];
  let last = 0;
  for (const found of text.matchAll(escape)) {
    codes.push(...codePoints(text.slice(last, found.index)), ...codesOfEscape(found));
    last = found.index + found[0].length;
  }
  codes.push(...codePoints(text.slice(last)));
  return codes.every(isUnicodeScalar)
    ? { text: codes.map((code) => String.fromCodePoint(code)).join('') }
    : { bad: codes };
}

function codesOfEscape([, four, more, second, letter]: RegExpExecArray): number[] {
  if (letter) return [(escapes[letter] ?? letter).codePointAt(0)!];
  const first = Number.parseInt((four ?? more)!, 16);
  if (second === undefined) return [first];
  const low = Number.parseInt(second, 16);
  const pair = first >= 0xd800 && first <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
  return pair ? [(first - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000] : [first, low];
}

const blank = (line: string | undefined): boolean => line !== undefined && /^[ \t-\r]*$/.test(line);

/** A block string without the blanks that all lines but the first begin with, and without blank lines around it. */
function trimmed(text: string): string {
  if (!text.includes('\n') && !text.startsWith(' ')) return text;
  const lines = text.replace(/\n+$/, '').split('\n');
  const indents = lines.slice(1).flatMap((line) => {
    const blanks = /^ */.exec(line)![0].length;
    return blanks < line.length ? [blanks] : [];
  });
  const indent = indents.length > 0 ? Math.min(...indents) : 0;
  const cut = lines.map((line, index) => (index === 0 ? line : line.slice(indent)));
  while (blank(cut[0])) cut.shift();
  while (blank(cut.at(-1))) cut.pop();
  return cut.join('\n');
}
