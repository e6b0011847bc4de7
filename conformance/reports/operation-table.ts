import type { CaseResult, Report } from '../model/report.ts';
import { displayOutcome, folderTitle, resultsByFolder } from './results.ts';

/** The outcomes in the order of the table columns. */
export const displayOutcomes = ['passed', 'failed', 'could not run', 'not applicable', 'waived'] as const;

export type DisplayOutcome = (typeof displayOutcomes)[number];

/** The number of cases by outcome and the duration of the cases of one operation. */
export type OperationRow = { name: string; milliseconds: number } & Record<DisplayOutcome, number>;

function createRow(name: string, results: CaseResult[]): OperationRow {
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

/** The outcomes by operation; the last row sums up all cases. */
export const operationTable = (report: Report): OperationRow[] => [
  ...[...resultsByFolder(report)].map(([folder, results]) => createRow(folderTitle(folder), results)),
  createRow('all', report.results),
];

/** The table as texts: a header row, then the rows. */
export const operationTableCells = (report: Report): string[][] => [
  ['operation', ...displayOutcomes, 'ms'],
  ...operationTable(report).map((row) => [
    row.name,
    ...displayOutcomes.map((outcome) => String(row[outcome])),
    row.milliseconds.toFixed(0),
  ]),
];
