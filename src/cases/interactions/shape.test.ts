import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema, parse } from 'graphql';
import { readAnswer } from './answer.ts';
import { type Shape, mergeShapes, shapeDifferences } from './shape.ts';

const schema = buildSchema(`
  scalar DateTime
  enum Color { RED }
  interface Thing { id: ID! }
  type Box implements Thing { id: ID! size: Float }
  type Ball implements Thing { id: ID! color: Color at: DateTime count: Int name: String }
  type Query { things: [Thing!]! ball: Ball }`);

const answerTo = (query: string, data: unknown, others: object = {}) =>
  readAnswer({ status: 200, body: JSON.stringify({ data, ...others }), schema, document: parse(query) });

test('a shape has the kinds that the types of the schema say, and no value', () => {
  const query = '{ ball { id color at count name other: name } }';
  const data = { ball: { id: '7', color: 'RED', at: '2027-05-01T18:00:00+00:00', count: 3, name: 'Ada', other: null } };
  assert.deepEqual(answerTo(query, data), {
    data: { ball: { at: 'date-time', color: 'enum', count: 'integer', id: 'id', name: 'string', other: 'null' } },
  });
});

test('the items of a list have one shape, with the forms that were seen', () => {
  const query = '{ things { __typename id ... on Box { size } } }';
  const [box, ball] = [
    { __typename: 'Box', id: '1', size: 1.5 },
    { __typename: 'Ball', id: '2' },
  ];
  assert.deepEqual(answerTo(query, { things: [box, ball, { ...box, size: null }] }), {
    data: {
      things: [
        {
          $oneOf: [
            { __typename: 'type Box', id: 'id', size: 'number or null' },
            { __typename: 'type Ball', id: 'id' },
          ],
        },
      ],
    },
  });
});

const error = (path: (string | number)[], code?: string) => ({ message: 'secret', path, extensions: { code } });

test('an answer has the codes and the paths of its errors, without the indexes of lists', () => {
  const errors = [error(['things', 0, 'id'], 'A'), error(['things', 1, 'id'], 'A'), error(['ball'])];
  assert.deepEqual(answerTo('{ ball { id } }', { ball: null }, { errors }), {
    data: { ball: 'null' },
    errors: [
      { code: 'A', path: 'things.*.id' },
      { code: null, path: 'ball' },
    ],
  });
});

test('merged shapes have every form once, in the same order whatever came first', () => {
  const rows: [Shape, Shape, Shape][] = [
    ['string', 'null', 'string or null'],
    ['string or null', 'null', 'string or null'],
    [[], [], []],
    [[], ['id'], { $oneOf: [[], ['id']] }],
    [{ a: 'id' }, 'null', { $oneOf: [{ a: 'id' }, 'null'] }],
    [{ a: 'id' }, { a: 'null' }, { a: 'id or null' }],
    [{ a: 'id' }, { b: 'id' }, { $oneOf: [{ a: 'id' }, { b: 'id' }] }],
    ['integer', 'number', 'number'],
  ];
  for (const [one, other, merged] of rows) {
    assert.deepEqual(mergeShapes(one, other), merged);
    assert.deepEqual(mergeShapes(other, one), merged);
    assert.deepEqual(mergeShapes(merged, one), merged);
  }
});

test('a value that does not have a shape differs at its path', () => {
  const shape: Shape = { list: [{ id: 'id', at: 'date-time or null' }], none: [], open: { $oneOf: [[], ['string']] } };
  const value = { list: [{ id: '1', at: null }], none: [], open: ['a'] };
  const item = value.list[0]!;
  const rows: [unknown, string | undefined][] = [
    [value, undefined],
    [{ ...value, open: [] }, undefined],
    [{ ...value, open: [1] }, 'data.open.0'],
    [{ ...value, list: [] }, 'data.list'],
    [{ ...value, none: [1] }, 'data.none'],
    [{ ...value, list: null }, 'data.list'],
    [{ ...value, list: [item, { ...item, id: 1 }] }, 'data.list.1.id'],
    [{ ...value, list: [{ ...item, at: 'soon' }] }, 'data.list.0.at'],
    [{ ...value, list: [{ id: '1' }] }, 'data.list.0.at'],
    [{ ...value, more: 1 }, 'data.more'],
    [null, 'data'],
  ];
  for (const [actual, path] of rows)
    assert.deepEqual(
      shapeDifferences(shape, actual, 'data').map((each) => each.path),
      path === undefined ? [] : [path],
      JSON.stringify(actual),
    );
});
