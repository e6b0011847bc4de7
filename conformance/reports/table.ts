import type { Result } from '../run.ts';
import type { Report } from '../verdict.ts';
import { byFolder, nameOf, outcomeOf } from './operations.ts';

/** The columns of the table by operation, but for the name and the time. */
export const outcomes = ['passed', 'failed', 'could not run', 'not applicable', 'waived'] as const;

export type Outcome = (typeof outcomes)[number];

/** How many cases of an operation ended in each way, and the milliseconds they took. */
export type TableRow = { name: string; milliseconds: number } & Record<Outcome, number>;

function rowOf(name: string, results: Result[]): TableRow {
  const count = (outcome: Outcome) => results.filter((result) => outcomeOf(result) === outcome).length;
  return {
    name,
    milliseconds: results.reduce((sum, each) => sum + each.milliseconds, 0),
    passed: count('passed'),
    failed: count('failed'),
    'could not run': count('could not run'),
    'not applicable': count('not applicable'),
    waived: count('waived'),
  };
}

/** The table by operation; its last row is of all cases. */
export const tableOf = (report: Report): TableRow[] => [
  ...[...byFolder(report)].map(([folder, results]) => rowOf(nameOf(folder), results)),
  rowOf('all', report.results),
];

/** The table as texts: a row of headings, then the rows. */
export const tableTexts = (report: Report): string[][] => [
  ['operation', ...outcomes, 'ms'],
  ...tableOf(report).map((row) => [
    row.name,
    ...outcomes.map((outcome) => String(row[outcome])),
    row.milliseconds.toFixed(0),
  ]),
];
