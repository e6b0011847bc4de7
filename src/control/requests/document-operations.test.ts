import assert from 'node:assert/strict';
import test from 'node:test';
import { dialects } from '../../../test/support/control-server.ts';
import { findOperation } from './document-operations.ts';

test('the operation name is the one that was sent, or that of the only operation', () => {
  const rows: [string, string | undefined, string | null][] = [
    ['query A { a }', undefined, 'A'],
    ['query A { a } fragment F on T { a }', undefined, 'A'],
    ['{ a }', undefined, null],
    ['query A { a } query B { a }', undefined, null],
    ['query A { a } query B { a }', 'B', 'B'],
    ['{', undefined, null],
    ['{a'.repeat(20_000), undefined, null],
  ];
  for (const { name, executor } of dialects)
    for (const [query, sentName, expected] of rows)
      assert.equal(findOperation(executor, query, sentName).operationName, expected, `${name}: ${query.slice(0, 50)}`);
});
