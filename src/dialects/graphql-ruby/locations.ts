import type { ASTNode, Source, SourceLocation } from 'graphql';

/** Positions in a document as graphql-ruby computes them: offsets in bytes, but line breaks in characters. */
interface Positions {
  characterCount: number;
  /** Character index of each line break. */
  lineBreaks: number[];
  /** Number of UTF-8 bytes before each offset in the text. */
  byteOffsets: Uint32Array;
}

const positionsBySource = new WeakMap<Source, Positions>();

function positionsIn(source: Source): Positions {
  const cached = positionsBySource.get(source);
  if (cached) return cached;
  const { body } = source;
  const positions: Positions = { characterCount: 0, lineBreaks: [], byteOffsets: new Uint32Array(body.length + 1) };
  let bytes = 0;
  for (let offset = 0; offset < body.length; offset++) {
    positions.byteOffsets[offset] = bytes;
    const code = body.charCodeAt(offset);
    // The second half of a surrogate pair belongs to the character of the first half, which has four bytes.
    if (code >= 0xdc00 && code <= 0xdfff) continue;
    if (code === 0x0a) positions.lineBreaks.push(positions.characterCount);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code <= 0xdbff ? 4 : 3;
    positions.characterCount++;
  }
  positionsBySource.set(source, positions);
  return positions;
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

/**
 * Returns the location that graphql-ruby reports for a node. Two of its bugs are reproduced: on the last line, columns
 * count from the start of the document, and each multi-byte character shifts the locations after it.
 */
export function locationOfNode({ loc }: ASTNode): SourceLocation {
  const { lineBreaks, byteOffsets } = positionsIn(loc!.source);
  const position = byteOffsets[loc!.start]!;
  const next = countBelow(lineBreaks, position);
  const isLastLine = next === lineBreaks.length;
  return { line: next + 1, column: isLastLine || next === 0 ? position + 1 : position - lineBreaks[next - 1]! };
}

/** Returns the location that graphql-ruby's lexer reports for the token at an offset, which is shifted in the same way. */
export function locationOfToken(source: Source, offset: number): SourceLocation {
  const { lineBreaks, byteOffsets, characterCount } = positionsIn(source);
  let position = Math.min(byteOffsets[offset]!, characterCount - 1);
  let breaks = countBelow(lineBreaks, position + 1);
  const line = breaks + 1;
  // The column is the length of the last line that is not empty.
  for (; breaks > 0 && lineBreaks[breaks - 1] === position; breaks--) position--;
  return { line, column: position - (lineBreaks[breaks - 1] ?? -1) };
}
