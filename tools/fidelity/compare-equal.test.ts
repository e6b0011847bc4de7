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

describe('responses are equal despite', () => {
  const rows: ComparisonRow[] = [
    ['no difference', '{ a }', { a: { b: [1, null, 'x'] } }, { a: { b: [1, null, 'x'] } }],
    ['another time', '{ createdAt }', { createdAt: t1 }, { createdAt: t2 }],
    ['another time under an alias', '{ a: updatedAt }', { a: t1 }, { a: t2 }],
    ['another month of a reference', '{ reference }', { reference: 'TH-A-2026-11-5' }, { reference: 'TH-A-2027-1-5' }],
    ['another origin', '{ url }', { url: 'http://localhost/en/a' }, { url: 'http://127.0.0.1:4000/en/a' }],
    ['another locale in a URL', '{ url }', { url: 'http://localhost/en/a' }, { url: 'https://b/ca/a' }],
    ['translations in another order', '{ title }', titleTranslations('en', 'ca'), titleTranslations('ca', 'en')],
    ['locales in another order', '{ locales }', { locales: ['en', 'ca'] }, { locales: ['ca', 'en'] }],
    [
      'another order of a list without a requested order',
      meetingsQuery('nodes { id }'),
      meetingNodes('1', '2'),
      meetingNodes('2', '1'),
    ],
    [
      'another order of a list that is shorter than its page',
      meetingsQuery('nodes { id }', '(first: 3)'),
      meetingNodes('1', '2'),
      meetingNodes('2', '1'),
    ],
    [
      'another order of a list whose requested order is null',
      meetingsQuery('nodes { id }', '(order: null)'),
      meetingNodes('1', '2'),
      meetingNodes('2', '1'),
    ],
    [
      'other records on a full page',
      meetingsQuery('nodes { id }', '(first: $two)'),
      meetingNodes('1', '2'),
      meetingNodes('7', null),
    ],
    [
      'another record after a cursor',
      meetingsQuery('edges { cursor node { id } }', '(after: "Mg")'),
      meetingEdges(['Mw', '1']),
      meetingEdges(['Mw', '5']),
    ],
    [
      'another order of edges without a requested order',
      meetingsQuery('edges { cursor node { id } }'),
      meetingEdges(['MQ', '1'], ['Mg', '2']),
      meetingEdges(['MQ', '2'], ['Mg', '1']),
    ],
    ['another time in a fragment', '{ ...F } fragment F on Q { a: createdAt ...F }', { a: t1 }, { a: t2 }],
  ];
  for (const row of rows) test(row[0], () => assert.deepEqual(compareData(row).differences, []));
});
