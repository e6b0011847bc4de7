import { styleText } from 'node:util';
import { actors } from '../../src/client/actor.ts';
import type { Report, Verdict } from '../model/report.ts';
import { escapeLine } from '../../src/client/format-text.ts';
import { operationTableCells } from './operation-table.ts';
import { permissionMatrix } from './permission-matrix.ts';
import { knownFailures, newFailures, notRunText, reasonsNotRun } from './results.ts';
import { type Look, type Style, failureLines, indent } from './terminal-failure.ts';
import { formatTable } from './terminal-table.ts';

export interface TerminalReportOptions {
  /** Default: false. */
  colors?: boolean;
  /** Width in characters. Default: 120. */
  columns?: number;
}

const verdictLooks: Record<Verdict, { mark: string; color: Style }> = {
  conformant: { mark: '✔', color: 'green' },
  'not conformant': { mark: '✘', color: 'red' },
  differences: { mark: '✘', color: 'red' },
  'no new difference': { mark: '✔', color: 'yellow' },
  'no difference': { mark: '✔', color: 'yellow' },
  stopped: { mark: '✘', color: 'red' },
};
const maxListed = 10;

const matrixTexts = (report: Report): string[][] => [
  ['operation by actor', ...actors],
  ...permissionMatrix(report).map(({ operation, cells }) => [
    operation,
    ...cells.map(({ permission }) => (permission === 'differs' ? 'DIFFERS' : permission)),
  ]),
];

/** One line for each distinct denial and difference in the matrix, with its operations and actors. */
function matrixDetails(report: Report): string[] {
  const details = permissionMatrix(report).flatMap(({ operation, cells }) =>
    cells
      .filter(({ detail }) => detail)
      .map(({ actor, permission, detail }) => ({
        line: `${permission}: ${escapeLine(detail)}`,
        field: operation.split('.')[1]!,
        actor,
      })),
  );
  return [...new Set(details.map(({ line }) => line))].map((line) => {
    const same = details.filter((each) => each.line === line);
    const fields = [...new Set(same.map(({ field }) => field))].map(
      (field) => `${field} (${same.flatMap((each) => (each.field === field ? [each.actor] : [])).join(', ')})`,
    );
    return `${line}: ${fields.join(', ')}`;
  });
}

/** The first lines of a list, and the number of the others. */
const shortList = (lines: string[], where: string): string[] =>
  lines.length <= maxListed ? lines : [...lines.slice(0, maxListed), `… and ${lines.length - maxListed} more${where}`];

function baselineLines({ baseline, ...report }: Report): string[] {
  if (!baseline) return [];
  const known = knownFailures({ ...report, baseline }).map((result) => result.case.id);
  return [
    ...shortList(
      known.map((id) => `known from the baseline: ${escapeLine(id)}`),
      '',
    ),
    ...shortList(
      baseline.fixed.map((id) => `fixed since the baseline: ${escapeLine(id)}`),
      '',
    ),
  ];
}

/** Renders a report for the terminal: failures, clean-up, outcomes by operation, permissions, and the verdict last. */
export function terminalReport(report: Report, { colors = false, columns = 120 }: TerminalReportOptions = {}): string {
  const look: Look = {
    width: columns,
    style: (format, text) => (colors ? styleText(format, text, { validateStream: false }) : text),
  };
  const { style, width } = look;
  const dim = (text: string) => style('dim', text);
  const { mark, color } = verdictLooks[report.verdict];
  const inLedger = report.ledgerFile === undefined ? '' : `; ${escapeLine(report.ledgerFile)} lists them`;
  const lines = [
    ...newFailures(report).flatMap((result) => failureLines(result, report, look)),
    ...reasonsNotRun(report).map((each) => `? ${escapeLine(notRunText(each))}`),
    ...report.waivers
      .filter(({ problem }) => problem)
      .map((each) => `${style('red', '✘')} invalid waiver of ${escapeLine(each.case)}: ${escapeLine(each.problem!)}`),
    ...baselineLines(report),
    ...shortList(
      report.leftovers.map((line) => `left on the target: ${escapeLine(line)}`),
      inLedger,
    ),
    ...shortList(
      report.cleanUpFailures.map((line) => `${style('red', '✘')} not cleaned up: ${escapeLine(line)}`),
      inLedger,
    ),
    '',
    ...formatTable(operationTableCells(report), width, dim),
    '',
    ...formatTable(matrixTexts(report), width, dim),
    ...indent(matrixDetails(report)),
    '',
    `${escapeLine(report.target.url)}, dialect ${report.target.dialect}, mode ${report.mode}, ${report.seconds.toFixed(1)} s`,
    ...(report.outage === undefined ? [] : [escapeLine(report.outage)]),
    style([color, 'bold'].flat() as Style, `${mark} ${escapeLine(report.sentence)}`),
  ];
  return `${lines.join('\n')}\n`;
}
