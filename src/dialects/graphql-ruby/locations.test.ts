import assert from 'node:assert/strict';
import test from 'node:test';
import type { ASTNode, OperationDefinitionNode } from 'graphql';
import { locationOfNode } from './locations.ts';
import { parse } from './parser.ts';

const lastSelection = (text: string): ASTNode =>
  (parse(text).definitions.at(-1) as OperationDefinitionNode).selectionSet.selections.at(-1)!;

// The locations that the platform reports for an error at the last selection.
for (const [name, text, line, column] of [
  ['locates a node on the only line', '{ a b }', 1, 5],
  ['locates a node on a line before the last', '{ a\n  b\n}', 2, 3],
  ['counts columns on the last line from the start of the document', '{ a\n  b }', 2, 7],
  ['counts bytes', '{ a(b: "ñ 🚲") c }', 1, 19],
  ['counts the bytes of earlier lines, too', '# ñ\n{ a\n  b\n}', 3, 4],
  ['counts a carriage return as a character', '{ a\r\n  b\r\n}', 2, 3],
] as const) {
  test(name, () => assert.deepEqual(locationOfNode(lastSelection(text)), { line, column }));
}
