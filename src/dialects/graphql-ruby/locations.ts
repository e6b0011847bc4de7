import type { ASTNode, Source, SourceLocation } from 'graphql';

/** The offsets of a document's line breaks, and of the characters that have more than one byte, each as often as it has more. */
interface Places {
  lineBreaks: number[];
  moreBytes: number[];
}

const placesBySource = new WeakMap<Source, Places>();

function placesOf(source: Source): Places {
  const known = placesBySource.get(source);
  if (known) return known;
  const offsets = (pattern: RegExp) => Array.from(source.body.matchAll(pattern), ({ index }) => index);
  const moreBytes = Array.from(source.body.matchAll(/[^\0-\x7f]/gu), ({ index, 0: character }) =>
    Array<number>(Buffer.byteLength(character) - character.length).fill(index),
  ).flat();
  const places = { lineBreaks: offsets(/\n/g), moreBytes };
  placesBySource.set(source, places);
  return places;
}

/** Returns how many numbers of a sorted list are less than a number: a document can have an error on each of its lines. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the location that graphql-ruby reports for the token at an offset: columns count bytes since the line break in characters. */
export function locationOfToken(source: Source, offset: number): SourceLocation {
  const { lineBreaks, moreBytes } = placesOf(source);
  const before = countBelow(lineBreaks, offset);
  return { line: before + 1, column: offset + countBelow(moreBytes, offset) - (lineBreaks[before - 1] ?? -1) };
}

/** Returns the location that graphql-ruby reports for a node: on the last line, columns count from the start of the document. */
export function locationOfNode({ loc }: ASTNode): SourceLocation {
  const { source, start } = loc!;
  const { line, column } = locationOfToken(source, start);
  const { lineBreaks, moreBytes } = placesOf(source);
  return { line, column: line > lineBreaks.length ? start + countBelow(moreBytes, start) + 1 : column };
}
