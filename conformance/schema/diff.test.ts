import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema } from 'graphql';
import { changesInUse, findSchemaChanges } from './diff.ts';

const rest = `
  interface Titled { title: String }
  enum State { OPEN }
  input Outer { inner: Inner }`;
const before = buildSchema(`${rest}
  input Inner { a: Int b: Int }
  type Gone { id: ID }
  type Item implements Titled { title: String state: State old: Int list(first: Int): Int plain: Int }
  type Query { item: Item gone: Gone }`);
const after = buildSchema(`${rest.replace('OPEN', 'OPEN CLOSED')}
  input Inner { a: Int }
  type Item { title: String state: State list(first: Int, by: Int!): Int new: Int plain: Int }
  type Query { item: Item }`);

const place = { file: 'a.graphql', line: 3 };
const rows: [coordinate: string, paths: string[]][] = [
  ['Item.old', ['Item.old']],
  ['Item.new', ['Item.new']],
  ['Item.plain', []],
  ['Item.state', ['State.CLOSED']],
  ['Item.list', ['Item.list.by']],
  ['Item.list(first:)', []],
  ['Gone.id', ['Gone']],
  ['Outer', ['Inner.b']],
  ['Inner.a', []],
  ['Inner.b', ['Inner.b']],
  ['Titled', ['Item']],
  ['Item', []],
  ['Nowhere.title', []],
];
for (const [coordinate, paths] of rows)
  test(`${coordinate} is touched by ${paths.join(', ') || 'no change'}`, async () => {
    const changes = await findSchemaChanges(before, after);
    const usage = [{ coordinate, places: [place], deprecated: [], gone: [] }];
    const used = changesInUse(changes, usage, before);
    assert.deepEqual(
      used.map(({ path }) => path),
      paths,
    );
    for (const { message } of used) assert.match(message, / \(a\.graphql:3\)$/);
  });
