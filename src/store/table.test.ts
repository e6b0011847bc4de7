import assert from 'node:assert/strict';
import test from 'node:test';
import { assert as assertProperty, array, constant, nat, oneof, property, record } from 'fast-check';
import { createTombstone } from './records.ts';
import { type Row, Table } from './table.ts';

const steps = array(
  oneof(
    record({ type: constant('put' as const), id: nat(12), componentId: nat(2), isDraft: nat(1) }),
    record({ type: constant('delete' as const), id: nat(12) }),
    record({ type: constant('layer' as const) }),
    record({ type: constant('skip' as const) }),
  ),
  { maxLength: 60 },
);

const rowOf = (id: number, componentId: number, isDraft: number): Row => ({
  id: id + 1,
  componentId,
  publishedAt: isDraft === 1 ? null : 'now',
});

/** Everything that a table shows. */
const contentsOf = (table: Table) => ({
  all: table.all(),
  size: table.size,
  highestId: table.highestId,
  found: Array.from({ length: 14 }, (_, id) => table.find(id)),
  components: [0, 1, 2, 3].map((value) => [...table.where('componentId', value)]),
  shown: [null, 0, 1, 2].map((value) => [...table.where('shownIn', value)]),
});

/** The same, from a plain list of rows. */
const expectedContents = (rows: Map<number, Row | undefined>, highestId: number): ReturnType<typeof contentsOf> => {
  // A record that is written again has the place of the deleted one.
  const all = [...rows.values()].filter((row) => row !== undefined);
  const sorted = all.toSorted((a, b) => a.id - b.id);
  return {
    all,
    size: all.length,
    highestId,
    found: Array.from({ length: 14 }, (_, id) => rows.get(id)),
    components: [0, 1, 2, 3].map((value) => sorted.filter((row) => row['componentId'] === value)),
    shown: [null, 0, 1, 2].map((value) =>
      sorted.filter((row) => (row['publishedAt'] === null ? null : row['componentId']) === value),
    ),
  };
};

test('a layered table shows what a plain one would, and the tables below stay the same', () => {
  assertProperty(
    property(steps, (list) => {
      let table = new Table('meetings');
      let highestId = 0;
      const rows = new Map<number, Row | undefined>();
      const frozen: [Table, ReturnType<typeof contentsOf>][] = [];
      for (const step of list) {
        if (step.type === 'put') {
          const row = rowOf(step.id, step.componentId, step.isDraft);
          table.put(row);
          rows.set(row.id, row);
          highestId = Math.max(highestId, row.id);
        } else if (step.type === 'delete') {
          table.put(createTombstone(step.id + 1) as never);
          rows.set(step.id + 1, undefined);
          highestId = Math.max(highestId, step.id + 1);
        } else if (step.type === 'skip') {
          table.highestId += 1;
          highestId += 1;
        } else {
          frozen.push([table, contentsOf(table)]);
          table = table;
        }
        assert.deepEqual(contentsOf(table), expectedContents(rows, highestId));
      }
      for (const [below, contents] of frozen) assert.deepEqual(contentsOf(below), contents);
    }),
    { numRuns: 300 },
  );
});

test('two layers over one table do not see the writes of each other', () => {
  const below = new Table('meetings');
  below.put(rowOf(0, 1, 0));
  const [one, other] = [below, below];
  one.put(rowOf(0, 2, 0));
  other.put(rowOf(1, 1, 0));
  assert.deepEqual(
    [below, one, other].map((table) => table.where('componentId', 1).map(({ id }) => id)),
    [[1], [], [1, 2]],
  );
});

test('a row that a layer added can be deleted again', () => {
  const below = new Table('meetings');
  below.put(rowOf(0, 1, 0));
  const before = contentsOf(below);
  const table = below;
  table.put(rowOf(1, 1, 0));
  table.remove(2);
  assert.deepEqual(contentsOf(table), { ...before, highestId: 2 });
});
