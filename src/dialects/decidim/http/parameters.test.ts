import assert from 'node:assert/strict';
import test from 'node:test';
import { parseNestedQuery } from './parameters.ts';

const queries: [text: string, members: object][] = [
  ['query={a}&operationName=b%20c+d', { query: '{a}', operationName: 'b c d' }],
  ['a=1&a=2&b', { a: '2', b: '' }],
  ['variables[id]=2&variables[input][title]=T', { variables: { id: '2', input: { title: 'T' } } }],
  ['ids[]=1&ids[]=2', { ids: ['1', '2'] }],
  ['list[][a]=1&list[][b]=2&list[][a]=3', { list: [{ a: '1', b: '2' }, { a: '3' }] }],
  ['list[][a][b]=1', { list: [{ a: { b: '1' } }] }],
  ['a=1&a[b]=2', { a: { b: '2' } }],
  ['a[b=1&[c]=2', { 'a[b': '1', '[c]': '2' }],
  ['constructor[a]=1&toString[]=2', { constructor: { a: '1' }, toString: ['2'] }],
  ['__proto__[a]=1&b[__proto__][c]=2&__proto__=3', { b: {} }],
  [`a${'[b]'.repeat(40)}=1`, {}],
];
for (const [text, members] of queries)
  test(`parses ${text}`, () => {
    const parsed = parseNestedQuery(text);
    assert.deepEqual(parsed, members);
    assert.equal(Object.getPrototypeOf(parsed), Object.prototype);
  });
