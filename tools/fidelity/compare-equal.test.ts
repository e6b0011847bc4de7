import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type ComparisonRow,
  compareData,
  meetingEdges,
  meetingsQuery,
  meetingNodes,
  t1,
  t2,
  titleTranslations,
} from '../../test/support/comparison-data.ts';

describe('whole answers that are equal', () => {
  const rows: ComparisonRow[] = [
    ['the same', '{ a }', { a: { b: [1, null, 'x'] } }, { a: { b: [1, null, 'x'] } }],
    ['another time', '{ createdAt }', { createdAt: t1 }, { createdAt: t2 }],
    ['another time under an alias', '{ a: updatedAt }', { a: t1 }, { a: t2 }],
    ['another month of a reference', '{ reference }', { reference: 'TH-A-2026-11-5' }, { reference: 'TH-A-2027-1-5' }],
    ['another origin', '{ url }', { url: 'http://localhost/en/a' }, { url: 'http://127.0.0.1:4000/en/a' }],
    ['another locale in a URL', '{ url }', { url: 'http://localhost/en/a' }, { url: 'https://b/ca/a' }],
    ['translations in another order', '{ title }', titleTranslations('en', 'ca'), titleTranslations('ca', 'en')],
    ['locales in another order', '{ locales }', { locales: ['en', 'ca'] }, { locales: ['ca', 'en'] }],
    ['a list without an order', meetingsQuery('nodes { id }'), meetingNodes('1', '2'), meetingNodes('2', '1')],
    [
      'a whole page without an order',
      meetingsQuery('nodes { id }', '(first: 3)'),
      meetingNodes('1', '2'),
      meetingNodes('2', '1'),
    ],
    ['a null order', meetingsQuery('nodes { id }', '(order: null)'), meetingNodes('1', '2'), meetingNodes('2', '1')],
    [
      'other records on a page',
      meetingsQuery('nodes { id }', '(first: $two)'),
      meetingNodes('1', '2'),
      meetingNodes('7', null),
    ],
    [
      'after a cursor',
      meetingsQuery('edges { cursor node { id } }', '(after: "Mg")'),
      meetingEdges(['Mw', '1']),
      meetingEdges(['Mw', '5']),
    ],
    [
      'edges without an order',
      meetingsQuery('edges { cursor node { id } }'),
      meetingEdges(['MQ', '1'], ['Mg', '2']),
      meetingEdges(['MQ', '2'], ['Mg', '1']),
    ],
    ['through a fragment', '{ ...F } fragment F on Q { a: createdAt ...F }', { a: t1 }, { a: t2 }],
  ];
  for (const row of rows) test(row[0], () => assert.deepEqual(compareData(row).differences, []));
});
