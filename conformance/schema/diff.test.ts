import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema } from 'graphql';
import { operationsIn } from '../documents/find-operations.ts';
import { changesInUse, findSchemaChanges } from './diff.ts';

const rest = `
  interface Titled { title: String }
  enum State { OPEN }
  input Outer { inner: Inner }
  input Wrapper { own: Own }
  input Other { own: Own }
  input Own { a: Int }`;
const before = buildSchema(`${rest}
  input Inner { a: Int b: Int }
  type Gone { id: ID }
  type Item implements Titled { title: String state: State old: Int list(first: Int): Int plain(own: Wrapper): Int strict(own: Other): Int whole: Int }
  type Query { item: Item gone: Gone find(outer: Outer, state: State): Titled }`);
const after =
  buildSchema(`${rest.replace('OPEN', 'OPEN CLOSED').replace('own: Own', 'own: Renamed').replace('own: Own', 'own: Strict')}
  input Renamed { a: Int b: Int }
  input Strict { a: Int b: Int! }
  input Inner { a: Int }
  type Item { title: String state: State list(first: Int, by: Int!): Int new: Int plain(own: Wrapper): Int strict(own: Other): Int whole: String }
  type Query { item: Item find(outer: Outer, state: State): Titled }`);

const rows: [text: string, paths: string[], isBreaking?: boolean][] = [
  ['{ item { old } }', ['Item.old'], true],
  ['{ item { title } }', []],
  ['{ item { state } }', ['State.CLOSED']],
  ['{ item { whole } }', ['Item.whole']],
  ['{ item { list(first: 1) } }', ['Item.list.by'], true],
  ['{ gone { id } }', ['Gone', 'Query.gone'], true],
  ['{ find(outer: { inner: { a: 1 } }) { title } }', []],
  ['{ find(outer: { inner: { b: 1 } }) { title } }', ['Inner.b'], true],
  ['query ($o: Outer) { find(outer: $o) { title } }', ['Inner.b'], true],
  ['query ($s: State) { find(state: $s) { title } }', ['State.CLOSED']],
  ['{ find { ... on Item { title } } }', ['Item'], true],
  ['{ item { ... on Titled { title } } }', ['Item'], true],
  ['{ item { plain(own: { own: { a: 1 } }) } }', []],
  ['query ($w: Wrapper) { item { plain(own: $w) } }', []],
  ['query ($o: Other) { item { strict(own: $o) } }', ['Other.own'], true],
  ['query ($o: Own) { item { plain(own: { own: $o }) } }', ['Wrapper.own'], true],
];
for (const [text, paths, isBreaking = false] of rows)
  test(`${text} is touched by ${paths.join(', ') || 'no change'}`, async () => {
    const { operations } = operationsIn([{ file: 'a.graphql', text: `\n${text}` }], 'a.graphql');
    const used = changesInUse(await findSchemaChanges(before, after), operations, [before, after]);
    assert.deepEqual(used.map(({ path }) => path).toSorted(), paths);
    assert.equal(
      used.some(({ criticality }) => criticality === 'BREAKING'),
      isBreaking,
    );
    for (const { message } of used) assert.match(message, / \(a\.graphql:2\)$/);
  });
