import { codePoints } from './ruby-text.ts';

/** The Jaro-Winkler similarity of two texts: from 0 to 1, where 1 means equal. */
function jaroWinklerSimilarity(a: string, b: string): number {
  if (areTooDifferent(a.length, b.length)) return 0;
  const similarity = jaroSimilarity(codePoints(a), codePoints(b));
  if (similarity <= 0.7) return similarity;
  let prefix = 0;
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix++;
  return similarity + prefix * 0.1 * (1 - similarity);
}

// When a text has more than ten times as many characters as the other one, their similarity is 0.7 at most, which is less
// than all thresholds. A character has two UTF-16 code units at most.
const areTooDifferent = (a: number, b: number): boolean => Math.max(a, b) > 20 * Math.min(a, b);

function jaroSimilarity(a: number[], b: number[]): number {
  const [short, long] = a.length > b.length ? [b, a] : [a, b];
  const range = long.length > 3 ? Math.floor(long.length / 2) - 1 : 0;
  const isMatched = new Uint8Array(long.length);
  const matchedCodes: number[] = [];
  short.forEach((code, index) => {
    const end = Math.min(index + range, long.length - 1);
    for (let other = Math.max(index - range, 0); other <= end; other++) {
      if (long[other] !== code || isMatched[other] === 1) continue;
      isMatched[other] = 1;
      matchedCodes.push(code);
      return;
    }
  });
  const matches = matchedCodes.length;
  if (matches === 0) return 0;
  const matchedInOrder = long.filter((_, index) => isMatched[index] === 1);
  const transpositions = Math.floor(matchedCodes.filter((code, index) => code !== matchedInOrder[index]).length / 2);
  return (matches / short.length + matches / long.length + (matches - transpositions) / matches) / 3;
}

/** The number of characters to insert, delete or replace to turn one text into the other. */
function levenshteinDistance(a: string, b: string): number {
  const columns = codePoints(b);
  let row = [0, ...columns.map((_, index) => index + 1)];
  for (const [index, code] of codePoints(a).entries()) {
    const next = [index + 1];
    columns.forEach((other, column) => {
      next.push(Math.min(row[column + 1]! + 1, next[column]! + 1, row[column]! + (other === code ? 0 : 1)));
    });
    row = next;
  }
  return row.at(-1)!;
}

const normalize = (text: string): string => text.toLowerCase().replaceAll('@', '');

/** Returns the candidates that Ruby's `DidYouMean::SpellChecker` suggests for a name, the most similar first. */
export function findCorrections(name: string, candidates: readonly string[]): string[] {
  const input = normalize(name);
  const threshold = input.length > 3 ? 0.834 : 0.77;
  // Ruby sorts in ascending order and then reverses, which also reverses candidates of equal similarity.
  const similar = candidates
    .filter((word) => word !== name && jaroWinklerSimilarity(normalize(word), input) >= threshold)
    .map((word) => ({ word, similarity: jaroWinklerSimilarity(word, input) }))
    .toSorted((a, b) => a.similarity - b.similarity)
    .toReversed()
    .map(({ word }) => word);
  const maxTypos = Math.ceil(input.length * 0.25);
  const mistyped = similar.filter((word) => levenshteinDistance(normalize(word), input) <= maxTypos);
  if (mistyped.length > 0) return mistyped;
  return similar
    .filter((word) => levenshteinDistance(normalize(word), input) < Math.min(input.length, word.length))
    .slice(0, 1);
}

/** Returns the suggestion that ends a message about an unknown name; empty when no candidate is similar. */
export function didYouMeanSuffix(name: string, candidates: readonly string[]): string {
  const words = findCorrections(name, candidates).map((word) => `\`${word}\``);
  const last = words.pop();
  if (last === undefined) return '';
  return ` (Did you mean ${words.length > 0 ? `${words.join(', ')} or ${last}` : last}?)`;
}
