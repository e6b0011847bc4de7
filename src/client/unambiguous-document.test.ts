import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'graphql';
import { ambiguousDocuments } from '../../test/support/ambiguous-documents.ts';
import {
  AmbiguousDocumentError,
  isUnambiguous,
  mayWrite,
  printUnambiguously,
  readUnambiguously,
} from './unambiguous-document.ts';

const refuses = (query: string, reason: RegExp) =>
  assert.throws(
    () => readUnambiguously(query),
    (error) => error instanceof AmbiguousDocumentError && reason.test(error.message),
    query,
  );

describe('a document that is sent', () => {
  test('is printed without comments and block strings', () => {
    const { document } = readUnambiguously('{ a(b: """c "d" \\\\ é""", e: "\\u0041\\n") # f\n}');
    assert.equal(printUnambiguously(document), '{\n  a(b: "c \\"d\\" \\\\\\\\ é", e: "A\\n")\n}');
  });

  test('is refused if servers read it in different ways', () => {
    for (const [, query] of ambiguousDocuments) refuses(query, /different ways|syntax error|select/);
    refuses('{ a(b: -0) }', /different ways/);
  });

  test('is refused if a server cannot read it, or finds no operation in it', () => {
    for (const query of ['', '{', '\ufeff{ a }', '{ a {} }', '"described" query A { a }', '{ a(b: "\\ud800") }'])
      refuses(query, /syntax error/);
    refuses('fragment f on T { a }', /select one operation/);
    refuses('query a { a } query b { b }', /select one operation/);
    refuses('query a { a } scalar S', /different ways|type system/);
    refuses('{ a'.repeat(10_000), /nested too deep|syntax error/);
  });

  test('is printed without a string that another server could end earlier', () => {
    const document = parse('{ a(b: """x\\"""""") }');
    assert.doesNotMatch(printUnambiguously(document), /"""/);
  });

  test('is not printed if servers read what is printed in different ways', () => {
    const document = parse('{ a(b: -0) }');
    assert.throws(() => printUnambiguously(document), AmbiguousDocumentError);
  });
});

test('texts are unambiguous if both grammars read the same', () => {
  assert.equal(isUnambiguous('{ a(b: """c""") }'), true);
  for (const [title, query] of ambiguousDocuments) assert.equal(isUnambiguous(query), false, title);
});

test('a text may write if one of the grammars finds a mutation or a subscription', () => {
  for (const query of [
    ...ambiguousDocuments.map(([, text]) => text),
    'mutation { a }',
    'query a { a } subscription b { a }',
    'mutation { a {} }',
    `mutation { a(b: [${'1 '.repeat(20_000)}]) }`,
  ])
    assert.equal(mayWrite(query), true, query.slice(0, 100));
  for (const query of ['{ mutation }', '{ a } # mutation { a }', '{ a(b: "mutation { a }") }', 'mutation {'])
    assert.equal(mayWrite(query), false, query);
});
