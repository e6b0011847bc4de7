import { type CaseResult, type Outcome, type Report, outcomes } from '../model/report.ts';
import { folderTitle, resultsByFolder } from './results.ts';

/** The number of cases by outcome and the duration of the cases of one operation. */
export interface OperationRow {
  name: string;
  cases: number;
  milliseconds: number;
  counts: Record<Outcome, number>;
}

function createRow(name: string, results: CaseResult[]): OperationRow {
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  return {
    name,
    cases: results.length,
    milliseconds: results.reduce((sum, each) => sum + each.milliseconds, 0),
    counts: Object.fromEntries(outcomes.map((outcome) => [outcome, count(outcome)])) as Record<Outcome, number>,
  };
}

/** The outcomes by operation; the last row sums up all cases. */
export const operationTable = (report: Report): OperationRow[] => [
  ...[...resultsByFolder(report)].map(([folder, results]) => createRow(folderTitle(folder), results)),
  createRow('all', report.results),
];

/** The outcomes that a report has, in the order of `outcomes`, and always `passed` and `failed`. */
export const occurringOutcomes = ({ results }: Report): Outcome[] =>
  outcomes.filter((each) => each === 'passed' || each === 'failed' || results.some(({ outcome }) => outcome === each));

/** The table as texts: a header row, then the rows. */
export const operationTableCells = (report: Report): string[][] => [
  ['operation', ...occurringOutcomes(report), 'ms'],
  ...operationTable(report).map(({ name, counts, milliseconds }) => [
    name,
    ...occurringOutcomes(report).map((outcome) => String(counts[outcome])),
    milliseconds.toFixed(0),
  ]),
];
