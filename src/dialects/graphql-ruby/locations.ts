import type { ASTNode, Source, SourceLocation } from 'graphql';

const lineBreaksBySource = new WeakMap<Source, number[]>();

/** Returns the offsets of a document's line breaks. */
function lineBreaksOf(source: Source): number[] {
  const known = lineBreaksBySource.get(source);
  if (known) return known;
  const lineBreaks = Array.from(source.body.matchAll(/\n/g), ({ index }) => index);
  lineBreaksBySource.set(source, lineBreaks);
  return lineBreaks;
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

/** Returns the location that graphql-ruby reports for the token at an offset. */
export function locationOfToken(source: Source, offset: number): SourceLocation {
  const lineBreaks = lineBreaksOf(source);
  const before = countBelow(lineBreaks, offset);
  return { line: before + 1, column: offset - (lineBreaks[before - 1] ?? -1) };
}

/** Returns the location that graphql-ruby reports for a node: on the last line, columns count from the start of the document. */
export function locationOfNode({ loc }: ASTNode): SourceLocation {
  const { source, start } = loc!;
  const { line, column } = locationOfToken(source, start);
  return { line, column: line > lineBreaksOf(source).length ? start + 1 : column };
}
