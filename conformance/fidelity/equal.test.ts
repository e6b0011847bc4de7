import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Row, compareData, edges, meetings, nodes, t1, t2, texts } from './compare.fixture.ts';

describe('whole answers that are equal', () => {
  const rows: Row[] = [
    ['the same', '{ a }', { a: { b: [1, null, 'x'] } }, { a: { b: [1, null, 'x'] } }],
    ['another time', '{ createdAt }', { createdAt: t1 }, { createdAt: t2 }],
    ['another time under an alias', '{ a: updatedAt }', { a: t1 }, { a: t2 }],
    ['another month of a reference', '{ reference }', { reference: 'TH-A-2026-11-5' }, { reference: 'TH-A-2027-1-5' }],
    ['another origin', '{ url }', { url: 'http://localhost/en/a' }, { url: 'http://127.0.0.1:4000/en/a' }],
    ['another locale in a URL', '{ url }', { url: 'http://localhost/en/a' }, { url: 'https://b/ca/a' }],
    ['translations in another order', '{ title }', texts('en', 'ca'), texts('ca', 'en')],
    ['locales in another order', '{ locales }', { locales: ['en', 'ca'] }, { locales: ['ca', 'en'] }],
    ['a list without an order', meetings('nodes { id }'), nodes('1', '2'), nodes('2', '1')],
    ['a whole page without an order', meetings('nodes { id }', '(first: 3)'), nodes('1', '2'), nodes('2', '1')],
    ['a null order', meetings('nodes { id }', '(order: null)'), nodes('1', '2'), nodes('2', '1')],
    ['other records on a page', meetings('nodes { id }', '(first: $two)'), nodes('1', '2'), nodes('7', null)],
    [
      'after a cursor',
      meetings('edges { cursor node { id } }', '(after: "Mg")'),
      edges(['Mw', '1']),
      edges(['Mw', '5']),
    ],
    [
      'edges without an order',
      meetings('edges { cursor node { id } }'),
      edges(['MQ', '1'], ['Mg', '2']),
      edges(['MQ', '2'], ['Mg', '1']),
    ],
    ['through a fragment', '{ ...F } fragment F on Q { a: createdAt ...F }', { a: t1 }, { a: t2 }],
  ];
  for (const row of rows) test(row[0], () => assert.deepEqual(compareData(row).differences, []));
});
