import assert from 'node:assert/strict';
import test from 'node:test';
import type { AnyData } from './test-server.ts';
import { copyDemoWorld, editWorld } from './folders.ts';
import type { Kind } from '../../src/store/records.ts';
import { loadWorld } from '../../src/store/world.ts';

/** The problems of a world folder. */
export const findWorldProblems = (world: string): string[] =>
  loadWorld(world, Date.parse('2026-11-05T10:00:00Z')).problems;

/** What is broken, in which record of a kind (by its place, from 1), how, and the reason that is given. */
export type BrokenRecord = [string, Kind, number, (record: AnyData) => void, string | RegExp];

/** One test for each: the broken record is the only problem, and is named with file, record and reason. */
export function testBrokenRecords(rows: BrokenRecord[]): void {
  for (const [what, kind, place, change, reason] of rows) {
    test(`${what} is named with its file and record`, (t) => {
      const world = copyDemoWorld(t);
      let id: unknown;
      editWorld(world, kind, (records) => {
        change(records[place - 1]);
        ({ id } = records[place - 1]);
      });
      const record = `record ${place}${id === undefined ? '' : ` (id ${JSON.stringify(id)})`}`;
      assertSingleProblem(findWorldProblems(world), `${world}/${kind}.json: ${record}: `, reason);
    });
  }
}

/** Asserts that there is one problem: this beginning, and then the reason. */
export function assertSingleProblem(problems: string[], start: string, reason: string | RegExp): void {
  assert.equal(problems.length, 1, problems.join('\n'));
  const [problem] = problems as [string];
  assert.equal(problem.slice(0, start.length), start);
  if (typeof reason === 'string') assert.equal(problem.slice(start.length), reason);
  else assert.match(problem.slice(start.length), reason);
}
