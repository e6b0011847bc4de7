import assert from 'node:assert/strict';
import test from 'node:test';
import type { ASTNode, OperationDefinitionNode } from 'graphql';
import { locationOfNode } from './source-location.ts';
import { parse } from '../parser/parser.ts';

const last = (text: string): ASTNode =>
  (parse(text).definitions.at(-1) as OperationDefinitionNode).selectionSet.selections.at(-1)!;

// Where the platform locates the error of the last field.
for (const [name, text, line, column] of [
  ['on the only line', '{ a b }', 1, 5],
  ['on a line that ends', '{ a\n  b\n}', 2, 3],
  ['on the last line, counted from the beginning', '{ a\n  b }', 2, 7],
  ['after a carriage return', '{ a\r\n  b\r\n}', 2, 3],
  ['after a character of two bytes', '# é\n{ a\n  b\n}', 3, 4],
  ['moved to the last line', '# 😀\n{ a\n  b\n}', 4, 14],
  ['moved two lines', '# 😀\n{ a\n  b\n\n\n}', 5, 1],
  ['moved past the end', '# ééééé\n{ a }\n{ b\n}\n', 5, 22],
] as const) {
  test(name, () => assert.deepEqual(locationOfNode(last(text)), { line, column }));
}
