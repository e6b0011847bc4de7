import { codePoints } from './ruby-text.ts';

/** How alike two texts are, by Jaro and Winkler: 1 when they are equal. */
function likeness(one: string, other: string): number {
  const jaro = jaroLikeness(codePoints(one), codePoints(other));
  if (jaro <= 0.7) return jaro;
  let prefix = 0;
  while (prefix < 4 && prefix < one.length && one[prefix] === other[prefix]) prefix++;
  return jaro + prefix * 0.1 * (1 - jaro);
}

function jaroLikeness(one: number[], other: number[]): number {
  const [short, long] = one.length > other.length ? [other, one] : [one, other];
  const range = long.length > 3 ? Math.floor(long.length / 2) - 1 : 0;
  const taken = new Set<number>();
  const matched: number[] = [];
  short.forEach((code, index) => {
    for (let at = Math.max(index - range, 0); at <= Math.min(index + range, long.length - 1); at++) {
      if (taken.has(at) || long[at] !== code) continue;
      taken.add(at);
      matched.push(code);
      return;
    }
  });
  if (matched.length === 0) return 0;
  const order = [...taken].toSorted((a, b) => a - b);
  const moved = Math.floor(matched.filter((code, index) => code !== long[order[index]!]).length / 2);
  const found = matched.length;
  return (found / short.length + found / long.length + (found - moved) / found) / 3;
}

/** How many letters must be changed, added or left out to make one text of the other, by Levenshtein. */
function distance(one: string, other: string): number {
  const letters = codePoints(other);
  let row = [0, ...letters.map((_, index) => index + 1)];
  for (const [index, code] of codePoints(one).entries()) {
    const next = [index + 1];
    letters.forEach((letter, at) => {
      next.push(Math.min(row[at + 1]! + 1, next[at]! + 1, row[at]! + (letter === code ? 0 : 1)));
    });
    row = next;
  }
  return row.at(-1)!;
}

const plain = (text: string): string => text.toLowerCase().replaceAll('@', '');

/** The candidates that Ruby's spell checker holds for what was meant, the likeliest first. */
export function findCorrections(name: string, candidates: readonly string[]): string[] {
  const given = plain(name);
  const threshold = given.length > 3 ? 0.834 : 0.77;
  const alike = candidates
    .filter((word) => word !== name && likeness(plain(word), given) >= threshold)
    .map((word) => ({ word, likeness: likeness(word, given) }))
    .toSorted((a, b) => a.likeness - b.likeness)
    .toReversed()
    .map(({ word }) => word);
  const near = Math.ceil(given.length * 0.25);
  const mistyped = alike.filter((word) => distance(plain(word), given) <= near);
  if (mistyped.length > 0) return mistyped;
  return alike.filter((word) => distance(plain(word), given) < Math.min(given.length, word.length)).slice(0, 1);
}

/** What is added to a message about an unknown name; nothing when no candidate is near. */
export function didYouMeanSuffix(name: string, candidates: readonly string[]): string {
  const found = findCorrections(name, candidates).map((word) => `\`${word}\``);
  if (found.length === 0) return '';
  const last = found.pop()!;
  return ` (Did you mean ${found.length > 0 ? `${found.join(', ')} or ${last}` : last}?)`;
}
