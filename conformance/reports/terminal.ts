import { styleText } from 'node:util';
import type { Report, Verdict } from '../model/report.ts';
import { escapeLine } from '../../src/client/format-text.ts';
import { operationTableCells } from './operation-table.ts';
import { knownFailures, newFailures, notRunText, reasonsNotRun } from './results.ts';
import { type Look, type Style, failureLines } from './terminal-failure.ts';
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

/** Renders a report for the terminal: failures, clean-up, outcomes by operation, and the verdict last. */
export function terminalReport(report: Report, { colors = false, columns = 120 }: TerminalReportOptions = {}): string {
  const look: Look = {
    width: columns,
    style: (format, text) => (colors ? styleText(format, text, { validateStream: false }) : text),
  };
  const { style, width } = look;
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
    ...formatTable(operationTableCells(report), width, (text) => style('dim', text)),
    '',
    `${escapeLine(report.target.url)}, dialect ${report.target.dialect}, mode ${report.mode}, ${report.seconds.toFixed(1)} s`,
    ...(report.outage === undefined ? [] : [escapeLine(report.outage)]),
    style([color, 'bold'].flat() as Style, `${mark} ${escapeLine(report.sentence)}`),
  ];
  return `${lines.join('\n')}\n`;
}
