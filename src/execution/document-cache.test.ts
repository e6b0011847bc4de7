import assert from 'node:assert/strict';
import test from 'node:test';
import { type DocumentNode, parse } from 'graphql';
import { createDocumentCache, maxCachedBytes } from './document-cache.ts';

const createDocument = (fields: number): DocumentNode => parse(`{ ${'a '.repeat(fields)} }`);

test('keeps a valid document', () => {
  const cache = createDocumentCache<{ document?: DocumentNode }>();
  const prepared = { document: createDocument(1) };
  cache.set('{ a }', prepared);
  assert.equal(cache.get('{ a }'), prepared);
});

test('does not keep an invalid document', () => {
  const cache = createDocumentCache<{ document?: DocumentNode }>();
  cache.set('{ a', {});
  assert.equal(cache.get('{ a'), undefined);
});

test('counts the nodes of documents, and drops those that were used first', () => {
  const cache = createDocumentCache<{ document?: DocumentNode }>();
  const fields = 10_000;
  const count = Math.ceil(maxCachedBytes / (fields * 1000));
  for (let index = 0; index < count; index++) cache.set(`${index}`, { document: createDocument(fields) });
  assert.equal(cache.get('0'), undefined);
  assert.ok(cache.get(String(count - 1)));
});

test('counts the characters of comments', () => {
  const cache = createDocumentCache<{ document?: DocumentNode }>();
  const comment = '#'.repeat(1_000_000);
  for (let index = 0; index < 100; index++) cache.set(`${index}${comment}`, { document: createDocument(1) });
  assert.equal(cache.get(`0${comment}`), undefined);
});

test('does not keep the tokens of a document', () => {
  const document = createDocument(3);
  createDocumentCache<{ document?: DocumentNode }>().set('{ a a a }', { document });
  const [operation] = document.definitions;
  assert.equal(document.loc!.startToken, undefined);
  assert.equal(operation!.loc!.startToken, undefined);
  assert.equal(operation!.loc!.start, 0);
});
