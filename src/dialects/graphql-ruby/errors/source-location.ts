import type { ASTNode, Source } from 'graphql';

/** A line and a column, both counted from 1. */
export interface SourceLocation {
  line: number;
  column: number;
}

/** A document's text as Ruby counts in it: positions in bytes, but line breaks in characters. */
interface Measured {
  /** Positions of the line breaks, in characters. */
  breaks: number[];
  /** Bytes before a position in the text. */
  bytesBefore(offset: number): number;
}

const known = new WeakMap<Source, Measured>();

function measured(source: Source): Measured {
  const found = known.get(source);
  if (found) return found;
  const { body } = source;
  const breaks: number[] = [];
  let position = 0;
  for (const character of body) {
    if (character === '\n') breaks.push(position);
    position++;
  }
  const plain = Buffer.byteLength(body) === body.length;
  const bytesBefore = (offset: number) => (plain ? offset : Buffer.byteLength(body.slice(0, offset)));
  const result = { breaks, bytesBefore };
  known.set(source, result);
  return result;
}

/**
 * Where graphql-ruby says that a node is. On the last line columns are counted from the beginning of the document, and
 * characters of several bytes move what follows.
 */
export function locationOfNode({ loc }: ASTNode): SourceLocation {
  const { breaks, bytesBefore } = measured(loc!.source);
  const position = bytesBefore(loc!.start);
  const next = breaks.findIndex((each) => each >= position);
  const line = (next === -1 ? breaks.length : next) + 1;
  return { line, column: next > 0 ? position - breaks[next - 1]! : position + 1 };
}

/** Where graphql-ruby's lexer says that a token is. */
export function locationOfToken(source: Source, offset: number): SourceLocation {
  const position = measured(source).bytesBefore(offset);
  const lines = Array.from(source.body)
    .slice(0, position + 1)
    .join('')
    .split('\n');
  const line = lines.length;
  while (lines.at(-1) === '') lines.pop();
  return { line, column: Array.from(lines.at(-1) ?? '').length };
}
