import assert from 'node:assert/strict';
import test from 'node:test';
import type { AnyData } from './test-server.ts';
import { copyDemoWorld, editWorld } from './folders.ts';
import type { Kind } from '../../src/records/records.ts';
import { formatWorldProblem } from '../../src/records/validate.ts';
import { loadWorld } from '../../src/records/world.ts';

/** Loads a world folder and returns the sentences about its problems. */
export const findWorldProblems = (world: string): string[] =>
  loadWorld(world, Date.parse('2026-11-05T10:00:00Z')).problems.map(formatWorldProblem);

/**
 * A description of the error; the kind and position (from 1) of a record; a function that breaks it; the expected
 * reason.
 */
export type BrokenRecord = [
  title: string,
  kind: Kind,
  position: number,
  breakRecord: (record: AnyData) => void,
  reason: string | RegExp,
];

/**
 * Declares a test for each row: the broken record is the only problem, and is reported with file, record and reason.
 */
export function testBrokenRecords(rows: BrokenRecord[]): void {
  for (const [title, kind, position, breakRecord, reason] of rows) {
    test(`reports ${title} with its file and record`, (t) => {
      const world = copyDemoWorld(t);
      let id: unknown;
      editWorld(world, kind, (records) => {
        breakRecord(records[position - 1]);
        ({ id } = records[position - 1]);
      });
      const record = `record ${position}${id === undefined ? '' : ` (id ${JSON.stringify(id)})`}`;
      assertSingleProblem(findWorldProblems(world), `${world}/${kind}.json: ${record}: `, reason);
    });
  }
}

/** Asserts that there is exactly one problem, which consists of `start` and the reason. */
export function assertSingleProblem(problems: string[], start: string, reason: string | RegExp): void {
  assert.equal(problems.length, 1, problems.join('\n'));
  const [problem] = problems as [string];
  assert.equal(problem.slice(0, start.length), start);
  if (typeof reason === 'string') assert.equal(problem.slice(start.length), reason);
  else assert.match(problem.slice(start.length), reason);
}
