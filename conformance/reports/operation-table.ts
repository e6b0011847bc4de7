import type { CaseResult, Report } from '../model/report.ts';
import { resultsByFolder, folderTitle, displayOutcome } from './results.ts';

/** The columns of the table by operation, but for the name and the time. */
export const displayOutcomes = ['passed', 'failed', 'could not run', 'not applicable', 'waived'] as const;

export type DisplayOutcome = (typeof displayOutcomes)[number];

/** How many cases of an operation ended in each way, and the milliseconds they took. */
export type OperationRow = { name: string; milliseconds: number } & Record<DisplayOutcome, number>;

function rowOf(name: string, results: CaseResult[]): OperationRow {
  const count = (outcome: DisplayOutcome) => results.filter((result) => displayOutcome(result) === outcome).length;
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
export const operationTable = (report: Report): OperationRow[] => [
  ...[...resultsByFolder(report)].map(([folder, results]) => rowOf(folderTitle(folder), results)),
  rowOf('all', report.results),
];

/** The table as texts: a row of headings, then the rows. */
export const operationTableCells = (report: Report): string[][] => [
  ['operation', ...displayOutcomes, 'ms'],
  ...operationTable(report).map((row) => [
    row.name,
    ...displayOutcomes.map((outcome) => String(row[outcome])),
    row.milliseconds.toFixed(0),
  ]),
];
