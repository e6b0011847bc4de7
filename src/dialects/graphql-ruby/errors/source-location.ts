import type { ASTNode, Source, SourceLocation } from 'graphql';

/** Positions in a document as graphql-ruby computes them: offsets in bytes, but line breaks in characters. */
interface SourcePositions {
  /** Character index of each line break. */
  lineBreaks: number[];
  /** Number of UTF-8 bytes before an offset in the text. */
  byteOffset(offset: number): number;
}

const positionsBySource = new WeakMap<Source, SourcePositions>();

function sourcePositions(source: Source): SourcePositions {
  const cached = positionsBySource.get(source);
  if (cached) return cached;
  const { body } = source;
  const lineBreaks: number[] = [];
  let index = 0;
  for (const character of body) {
    if (character === '\n') lineBreaks.push(index);
    index++;
  }
  const isAscii = Buffer.byteLength(body) === body.length;
  const byteOffset = (offset: number) => (isAscii ? offset : Buffer.byteLength(body.slice(0, offset)));
  const positions = { lineBreaks, byteOffset };
  positionsBySource.set(source, positions);
  return positions;
}

/**
 * Returns the location that graphql-ruby reports for a node. Two of its bugs are reproduced: on the last line, columns
 * count from the start of the document, and each multi-byte character shifts the locations after it.
 */
export function locationOfNode({ loc }: ASTNode): SourceLocation {
  const { lineBreaks, byteOffset } = sourcePositions(loc!.source);
  const position = byteOffset(loc!.start);
  const next = lineBreaks.findIndex((lineBreak) => lineBreak >= position);
  const line = (next === -1 ? lineBreaks.length : next) + 1;
  return { line, column: next > 0 ? position - lineBreaks[next - 1]! : position + 1 };
}

/** Returns the location that graphql-ruby's lexer reports for the token at an offset. */
export function locationOfToken(source: Source, offset: number): SourceLocation {
  const position = sourcePositions(source).byteOffset(offset);
  const lines = Array.from(source.body)
    .slice(0, position + 1)
    .join('')
    .split('\n');
  const line = lines.length;
  while (lines.at(-1) === '') lines.pop();
  return { line, column: Array.from(lines.at(-1) ?? '').length };
}
