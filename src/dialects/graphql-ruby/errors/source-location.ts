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
  const positions = { lineBreaks: findLineBreaks(source.body), byteOffset: createByteOffset(source.body) };
  positionsBySource.set(source, positions);
  return positions;
}

function findLineBreaks(text: string): number[] {
  const lineBreaks: number[] = [];
  let index = 0;
  for (const character of text) {
    if (character === '\n') lineBreaks.push(index);
    index++;
  }
  return lineBreaks;
}

const blockLength = 1024;

function createByteOffset(text: string): (offset: number) => number {
  if (Buffer.byteLength(text) === text.length) return (offset) => offset;
  // The blocks of the text, which do not split surrogate pairs, and the number of bytes before each of them.
  const starts = [0];
  const bytes = [0];
  for (let next = blockLength; next < text.length; next += blockLength) {
    const start = text.codePointAt(next - 1)! > 0xffff ? next - 1 : next;
    bytes.push(bytes.at(-1)! + Buffer.byteLength(text.slice(starts.at(-1), start)));
    starts.push(start);
  }
  return (offset) => {
    const block = Math.min(Math.floor(offset / blockLength), starts.length - 1);
    return bytes[block]! + Buffer.byteLength(text.slice(starts[block], offset));
  };
}

/**
 * Returns the location that graphql-ruby reports for a node. Two of its bugs are reproduced: on the last line, columns
 * count from the start of the document, and each multi-byte character shifts the locations after it.
 */
export function locationOfNode({ loc }: ASTNode): SourceLocation {
  const { lineBreaks, byteOffset } = sourcePositions(loc!.source);
  const position = byteOffset(loc!.start);
  const next = countBelow(lineBreaks, position);
  const isLastLine = next === lineBreaks.length;
  return { line: next + 1, column: isLastLine || next === 0 ? position + 1 : position - lineBreaks[next - 1]! };
}

/** Returns how many numbers of a sorted list are less than a number. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the location that graphql-ruby's lexer reports for the token at an offset. */
export function locationOfToken(source: Source, offset: number): SourceLocation {
  const text = firstCharacters(source.body, sourcePositions(source).byteOffset(offset) + 1);
  let line = 1;
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) line++;
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  const lastLine = text.slice(text.slice(0, end).lastIndexOf('\n') + 1, end);
  return { line, column: countCharacters(lastLine) };
}

function firstCharacters(text: string, count: number): string {
  let end = 0;
  for (const character of text) {
    if (count-- === 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
