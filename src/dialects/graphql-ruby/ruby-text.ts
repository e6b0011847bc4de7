import { SimulatedServerError } from '../../errors.ts';

// Ruby escapes control characters, unassigned code points, and line and paragraph separators.
const unprintable = /[\p{Cc}\p{Cn}\p{Zl}\p{Zp}]/gu;

const escapes: Record<string, string> = {
  '\n': '\\n',
  '\t': '\\t',
  '\f': '\\f',
  '\r': '\\r',
  '\v': '\\v',
  '\b': '\\b',
  '\u0007': '\\a',
  '\u001b': '\\e',
};

const hex = (value: number, length: number): string => value.toString(16).toUpperCase().padStart(length, '0');

const escapeCharacter = (character: string): string => {
  const code = character.codePointAt(0)!;
  return escapes[character] ?? (code > 0xffff ? `\\u{${hex(code, 1)}}` : `\\u${hex(code, 4)}`);
};

const escapeText = (text: string): string =>
  text.replaceAll(/["\\]|#(?=[{$@])/g, String.raw`\$&`).replaceAll(unprintable, escapeCharacter);

/** Formats a text as Ruby's `String#inspect` does, quotes included. */
export const inspectText = (text: string): string => `"${escapeText(text)}"`;

/** Formats bytes that need not be whole characters in the same way. */
export const inspectBytes = (bytes: readonly number[]): string =>
  `"${bytes.map((byte) => (byte < 0x80 ? escapeText(String.fromCharCode(byte)) : `\\x${hex(byte, 2)}`)).join('')}"`;

/** Formats a float as Ruby's JSON does: `1.0`, `0.00001`, `1.5e+20`. Throws SimulatedServerError for `-Infinity`. */
export function formatFloat(value: number): string {
  if (value === -Infinity) throw new SimulatedServerError('-Infinity not allowed in JSON');
  if (Object.is(value, -0)) return '-0.0';
  if (Math.abs(value) >= 1e15 && value !== Infinity) return value.toExponential();
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** The Jaro-Winkler similarity of two names: from 0 to 1, where 1 means equal. */
function jaroWinklerSimilarity(a: string, b: string): number {
  const [short, long] = a.length > b.length ? [b, a] : [a, b];
  // The similarity of such names is less than all thresholds, and names can be as long as a document.
  if (long.length > 20 * short.length) return 0;
  const range = long.length > 3 ? Math.floor(long.length / 2) - 1 : 0;
  const isMatched = new Uint8Array(long.length);
  const matches: string[] = [];
  for (let index = 0; index < short.length; index++) {
    const end = Math.min(index + range, long.length - 1);
    let other = Math.max(index - range, 0);
    while (other <= end && (long[other] !== short[index] || isMatched[other] === 1)) other++;
    if (other > end) continue;
    isMatched[other] = 1;
    matches.push(short[index]!);
  }
  if (matches.length === 0) return 0;
  const matchesInOrder = Array.from(long).filter((_, index) => isMatched[index] === 1);
  const transpositions = Math.floor(matches.filter((each, index) => each !== matchesInOrder[index]).length / 2);
  const count = matches.length;
  const similarity = (count / short.length + count / long.length + (count - transpositions) / count) / 3;
  if (similarity <= 0.7) return similarity;
  let prefix = 0;
  while (prefix < 4 && prefix < short.length && a[prefix] === b[prefix]) prefix++;
  return similarity + prefix * 0.1 * (1 - similarity);
}

/** The number of characters to insert, delete or replace to turn one name into the other. */
function levenshteinDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let index = 0; index < a.length; index++) {
    const next = [index + 1];
    for (let column = 0; column < b.length; column++)
      next.push(Math.min(row[column + 1]! + 1, next[column]! + 1, row[column]! + (a[index] === b[column] ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}

/** Returns the candidates that Ruby's `DidYouMean::SpellChecker` suggests for a name, the most similar first. */
export function findCorrections(name: string, candidates: readonly string[]): string[] {
  const input = name.toLowerCase();
  const threshold = input.length > 3 ? 0.834 : 0.77;
  // Ruby sorts in ascending order and then reverses, which also reverses candidates of equal similarity.
  const similar = candidates
    .filter((word) => word !== name && jaroWinklerSimilarity(word.toLowerCase(), input) >= threshold)
    .map((word) => ({ word, similarity: jaroWinklerSimilarity(word, input) }))
    .toSorted((a, b) => a.similarity - b.similarity)
    .toReversed()
    .map(({ word }) => ({ word, distance: levenshteinDistance(word.toLowerCase(), input) }));
  const mistyped = similar.filter(({ distance }) => distance <= Math.ceil(input.length * 0.25));
  const near = similar.filter(({ word, distance }) => distance < Math.min(input.length, word.length)).slice(0, 1);
  return (mistyped.length > 0 ? mistyped : near).map(({ word }) => word);
}

/** Returns the suggestion that ends a message about an unknown name; empty when no candidate is similar. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const words = findCorrections(name, candidates).map((word) => `\`${word}\``);
  const last = words.pop();
  if (last === undefined) return '';
  return ` (Did you mean ${words.length > 0 ? `${words.join(', ')} or ${last}` : last}?)`;
}
