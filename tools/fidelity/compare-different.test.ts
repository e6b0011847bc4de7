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

describe('whole answers that are not', () => {
  const rows: [...ComparisonRow, path: string, outcome: boolean][] = [
    ['another text', '{ a }', { a: 'x' }, { a: 'y' }, 'body.data.a', true],
    ['a number for a text', '{ a }', { a: '1' }, { a: 1 }, 'body.data.a', true],
    ['a null', '{ a }', { a: 'x' }, { a: null }, 'body.data.a', false],
    ['a missing key', '{ a }', { a: 1 }, {}, 'body.data.a', false],
    ['a key too many', '{ a }', {}, { a: 1 }, 'body.data.a', false],
    ['an empty object for an empty list', '{ a }', { a: [] }, { a: {} }, 'body.data.a', false],
    ['keys in another order', '{ a b }', { a: 1, b: 2 }, { b: 2, a: 1 }, 'body.data (order)', true],
    [
      'a list in another order',
      '{ taxonomies }',
      { taxonomies: ['3', '4'] },
      { taxonomies: ['4', '3'] },
      'body.data.taxonomies.0',
      true,
    ],
    ['no time', '{ createdAt }', { createdAt: t1 }, { createdAt: null }, 'body.data.createdAt', false],
    [
      'a time in another form',
      '{ createdAt }',
      { createdAt: t1 },
      { createdAt: '2026-11-21T04:32:15Z' },
      'body.data.createdAt',
      true,
    ],
    ['a time that was given', '{ startTime }', { startTime: t1 }, { startTime: t2 }, 'body.data.startTime', true],
    [
      'an alias that is called as a time',
      '{ createdAt: startTime }',
      { createdAt: t1 },
      { createdAt: t2 },
      'body.data.createdAt',
      true,
    ],
    [
      'the number of a reference',
      '{ reference }',
      { reference: 'TH-A-2026-11-5' },
      { reference: 'TH-A-2026-11-6' },
      'body.data.reference',
      true,
    ],
    [
      'the path of a URL',
      '{ url }',
      { url: 'http://localhost/en/a' },
      { url: 'http://localhost/en/b' },
      'body.data.url',
      true,
    ],
    [
      'a locale that is none',
      '{ url }',
      { url: 'http://localhost/en/a' },
      { url: 'http://localhost/xx/a' },
      'body.data.url',
      true,
    ],
    [
      'another origin where none varies',
      '{ onlineMeetingUrl }',
      { onlineMeetingUrl: 'http://a/b' },
      { onlineMeetingUrl: 'http://c/b' },
      'body.data.onlineMeetingUrl',
      true,
    ],
    [
      'another translation',
      '{ title }',
      titleTranslations('en', 'ca'),
      titleTranslations('es', 'en'),
      'body.data.title.translations.0.locale',
      true,
    ],
    [
      'a list with an order',
      meetingsQuery('nodes { id }', '(order: {id: "asc"})'),
      meetingNodes('1', '2'),
      meetingNodes('2', '1'),
      'body.data.c.meetings.nodes.0.id',
      true,
    ],
    [
      'another record of a list',
      meetingsQuery('nodes { id }'),
      meetingNodes('1', '2'),
      meetingNodes('3', '1'),
      'body.data.c.meetings.nodes.1.id',
      true,
    ],
    [
      'another record of a whole page',
      meetingsQuery('nodes { id }', '(first: 3)'),
      meetingNodes('1'),
      meetingNodes('2'),
      'body.data.c.meetings.nodes.0.id',
      true,
    ],
    [
      'fewer records on a page',
      meetingsQuery('nodes { id }', '(first: 2)'),
      meetingNodes('1', '2'),
      meetingNodes('1'),
      'body.data.c.meetings.nodes.0.id',
      false,
    ],
    [
      'another cursor',
      meetingsQuery('edges { cursor node { id } }'),
      meetingEdges(['MQ', '1']),
      meetingEdges(['Mg', '1']),
      'body.data.c.meetings.edges.0.cursor',
      true,
    ],
  ];
  for (const [fact, query, expected, found, path, outcome] of rows) {
    test(fact, () => {
      const result = compareData([fact, query, expected, found]);
      assert.equal(result.differences[0]?.path, path);
      assert.deepEqual([result.equal, result.sameOutcome], [false, outcome]);
    });
  }
});
