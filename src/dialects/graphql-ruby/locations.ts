import type { ASTNode, Source, SourceLocation } from 'graphql';

/** Positions in a document as graphql-ruby computes them: offsets in bytes, but line breaks in characters. */
interface Positions {
  /** Character index of each line break. */
  lineBreaks: number[];
  /** Number of UTF-8 bytes before each offset in the text. */
  byteOffsets: Uint32Array;
}

const positionsBySource = new WeakMap<Source, Positions>();

function positionsIn(source: Source): Positions {
  const cached = positionsBySource.get(source);
  if (cached) return cached;
  const positions: Positions = { lineBreaks: [], byteOffsets: new Uint32Array(source.body.length + 1) };
  let [offset, characters, bytes] = [0, 0, 0];
  for (const character of source.body) {
    positions.byteOffsets[offset] = bytes;
    if (character === '\n') positions.lineBreaks.push(characters);
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    offset += character.length;
    characters++;
  }
  positionsBySource.set(source, positions);
  return positions;
}

/**
 * Returns the location that graphql-ruby reports for a node. Two of its bugs are reproduced: on the last line, columns
 * count from the start of the document, and each multi-byte character shifts the locations after it.
 */
export function locationOfNode({ loc }: ASTNode): SourceLocation {
  const { lineBreaks, byteOffsets } = positionsIn(loc!.source);
  const position = byteOffsets[loc!.start]!;
  // A binary search for the next line break: a document can have an error on each of its lines.
  let [next, end] = [0, lineBreaks.length];
  while (next < end) {
    const middle = (next + end) >> 1;
    if (lineBreaks[middle]! < position) next = middle + 1;
    else end = middle;
  }
  const isLastLine = next === lineBreaks.length;
  return { line: next + 1, column: isLastLine || next === 0 ? position + 1 : position - lineBreaks[next - 1]! };
}

/** Returns the location that graphql-ruby's lexer reports for the token at an offset, which has the same shift. */
export function locationOfToken(source: Source, offset: number): SourceLocation {
  const characters = [...source.body].slice(0, positionsIn(source).byteOffsets[offset]! + 1);
  const lines = characters.join('').split('\n');
  return { line: lines.length, column: [...(lines.findLast((line) => line !== '') ?? '')].length };
}
