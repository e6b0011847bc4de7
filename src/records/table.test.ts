import assert from 'node:assert/strict';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { assert as assertProperty, array, constant, nat, oneof, property, record } from 'fast-check';
import { type Row, Table } from './table.ts';

const change = oneof(
  record({ type: constant('put' as const), id: nat(12), componentId: nat(2), isDraft: nat(1) }),
  record({ type: constant('delete' as const), id: nat(12) }),
);
const steps = array(oneof(array(change, { minLength: 1, maxLength: 4 }), constant('skip' as const)), { maxLength: 30 });

type MeetingRow = Row & { componentId: number; publishedAt: string | null };
const rowOf = (id: number, componentId: number, isDraft: number): MeetingRow => ({
  id: id + 1,
  componentId,
  publishedAt: isDraft === 1 ? null : 'now',
});

/** Everything that a table shows. */
const contentsOf = (table: Table) => ({
  rows: table.rows,
  highestId: table.highestId,
  found: Array.from({ length: 14 }, (_, id) => table.find(id)),
  components: [0, 1, 2, 3].map((value) => [...table.where('componentId', value)]),
  shown: [null, 0, 1, 2].map((value) => [...table.where('shownIn', value)]),
});

/** The same, from a plain list of rows. */
const expectedContents = (rows: Map<number, MeetingRow>, highestId: number): ReturnType<typeof contentsOf> => {
  const sorted = [...rows.values()].toSorted((a, b) => a.id - b.id);
  return {
    rows: sorted,
    highestId,
    found: Array.from({ length: 14 }, (_, id) => rows.get(id)),
    components: [0, 1, 2, 3].map((value) => sorted.filter((row) => row.componentId === value)),
    shown: [null, 0, 1, 2].map((value) =>
      sorted.filter((row) => (row.publishedAt === null ? null : row.componentId) === value),
    ),
  };
};

test('a changed table shows what a plain list would, and the tables before it stay the same', () => {
  assertProperty(
    property(steps, (list) => {
      let table = Table.of('meetings');
      let highestId = 0;
      const rows = new Map<number, MeetingRow>();
      const earlier: [Table, ReturnType<typeof contentsOf>][] = [];
      for (const step of list) {
        earlier.push([table, contentsOf(table)]);
        if (step === 'skip') {
          highestId += 1;
          table = table.withHighestId(highestId);
        } else {
          const changes = new Map<number, MeetingRow | null>();
          for (const each of step) {
            const id = each.id + 1;
            highestId = Math.max(highestId, id);
            changes.set(id, each.type === 'put' ? rowOf(each.id, each.componentId, each.isDraft) : null);
          }
          for (const [id, row] of changes) {
            if (row) rows.set(id, row);
            else rows.delete(id);
          }
          table = table.with(changes);
        }
        assert.deepEqual(contentsOf(table), expectedContents(rows, highestId));
      }
      for (const [before, contents] of earlier) assert.deepEqual(contentsOf(before), contents);
    }),
    { numRuns: 300 },
  );
});

test('two tables that come from one do not see the writes of each other', () => {
  const before = Table.of('meetings', [rowOf(0, 1, 0)]);
  const one = before.with(new Map([[1, rowOf(0, 2, 0)]]));
  const other = before.with(new Map([[2, rowOf(1, 1, 0)]]));
  assert.deepEqual(
    [before, one, other].map((table) => table.where('componentId', 1).map(({ id }) => id)),
    [[1], [], [1, 2]],
  );
});

test('what no record has is not kept, however often it is asked for', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const table = Table.of('meetings', [rowOf(0, 1, 0)]).with(new Map([[2, rowOf(1, 1, 0)]]));
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  table.where('componentId', 1);
  const before = used();
  for (let value = 10; value < 100_000; value += 1) assert.equal(table.where('componentId', value).length, 0);
  assert.ok(used() - before < 1_000_000);
  assert.equal(table.where('componentId', 1).length, 2);
});
