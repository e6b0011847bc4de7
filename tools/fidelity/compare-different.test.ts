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

describe('responses differ', () => {
  const rows: [...ComparisonRow, path: string, sameOutcome: boolean][] = [
    ['another text', '{ a }', { a: 'x' }, { a: 'y' }, 'body.data.a', true],
    ['a number in place of a text', '{ a }', { a: '1' }, { a: 1 }, 'body.data.a', true],
    ['null in place of a value', '{ a }', { a: 'x' }, { a: null }, 'body.data.a', false],
    ['a missing key', '{ a }', { a: 1 }, {}, 'body.data.a', false],
    ['an additional key', '{ a }', {}, { a: 1 }, 'body.data.a', false],
    ['an empty object in place of an empty list', '{ a }', { a: [] }, { a: {} }, 'body.data.a', false],
    ['keys in another order', '{ a b }', { a: 1, b: 2 }, { b: 2, a: 1 }, 'body.data (order)', true],
    [
      'a list in another order',
      '{ taxonomies }',
      { taxonomies: ['3', '4'] },
      { taxonomies: ['4', '3'] },
      'body.data.taxonomies.0',
      true,
    ],
    ['null in place of a time', '{ createdAt }', { createdAt: t1 }, { createdAt: null }, 'body.data.createdAt', false],
    [
      'a time in another format',
      '{ createdAt }',
      { createdAt: t1 },
      { createdAt: '2026-11-21T04:32:15Z' },
      'body.data.createdAt',
      true,
    ],
    ['a time that is not volatile', '{ startTime }', { startTime: t1 }, { startTime: t2 }, 'body.data.startTime', true],
    [
      'an alias with the name of a volatile time',
      '{ createdAt: startTime }',
      { createdAt: t1 },
      { createdAt: t2 },
      'body.data.createdAt',
      true,
    ],
    [
      'another number in a reference',
      '{ reference }',
      { reference: 'TH-A-2026-11-5' },
      { reference: 'TH-A-2026-11-6' },
      'body.data.reference',
      true,
    ],
    [
      'another path in a URL',
      '{ url }',
      { url: 'http://localhost/en/a' },
      { url: 'http://localhost/en/b' },
      'body.data.url',
      true,
    ],
    [
      'an unknown locale in a URL',
      '{ url }',
      { url: 'http://localhost/en/a' },
      { url: 'http://localhost/xx/a' },
      'body.data.url',
      true,
    ],
    [
      'another origin in a URL that is not volatile',
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
      'another order of a list with a requested order',
      meetingsQuery('nodes { id }', '(order: {id: "asc"})'),
      meetingNodes('1', '2'),
      meetingNodes('2', '1'),
      'body.data.c.meetings.nodes.0.id',
      true,
    ],
    [
      'another record in a list',
      meetingsQuery('nodes { id }'),
      meetingNodes('1', '2'),
      meetingNodes('3', '1'),
      'body.data.c.meetings.nodes.1.id',
      true,
    ],
    [
      'another record in a list that is shorter than its page',
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
  for (const [name, query, expected, found, path, sameOutcome] of rows) {
    test(name, () => {
      const result = compareData([name, query, expected, found]);
      assert.equal(result.differences[0]?.path, path);
      assert.deepEqual([result.equal, result.sameOutcome], [false, sameOutcome]);
    });
  }
});
