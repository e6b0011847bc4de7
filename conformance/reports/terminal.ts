import { styleText } from 'node:util';
import { actors } from '../model/case.ts';
import type { CaseResult, Report, Verdict } from '../model/report.ts';
import { curlCommand } from './curl.ts';
import { alternativesText } from './expected-text.ts';
import { escapeLine, formatValue, truncate } from './format-text.ts';
import { operationTableCells } from './operation-table.ts';
import { permissionMatrix } from './permission-matrix.ts';
import {
  knownFailures,
  newFailures,
  outcomeReason,
  reasonsNotRun,
  requirementDetails,
  requirementLabel,
} from './results.ts';
import { formatTable, wrapLine } from './terminal-table.ts';

export interface TerminalReportOptions {
  /** Default: false. */
  colors?: boolean;
  /** Width in characters. Default: 120. */
  columns?: number;
}

type Style = Parameters<typeof styleText>[0];

/** How a report looks: the width, and what adds a color to a text. */
interface Look {
  width: number;
  style(style: Style, text: string): string;
}

const verdictLooks: Record<Verdict, { mark: string; color: Style }> = {
  conformant: { mark: '✔', color: 'green' },
  'not conformant': { mark: '✘', color: 'red' },
  differences: { mark: '✘', color: 'red' },
  'no new difference': { mark: '✔', color: 'yellow' },
  'no difference': { mark: '✔', color: 'yellow' },
  stopped: { mark: '✘', color: 'red' },
};
const minTableWidth = 80;
const maxListed = 10;

const indent = (lines: string[]): string[] => lines.map((line) => `  ${line}`);

function differenceLines({ exchanges }: CaseResult, { width, style }: Look): string[] {
  const isNarrow = width < minTableWidth;
  const limit = (share: number) => (isNarrow ? 3 * width : Math.floor((width - 8) * share));
  const rows = exchanges.flatMap((exchange) =>
    exchange.differences.map(({ path, expected, actual }) => [
      truncate(escapeLine(path) || 'response', limit(0.3)),
      formatValue(expected, limit(0.33)),
      formatValue(actual, limit(0.33)),
    ]),
  );
  if (rows.length === 0) return [];
  if (!isNarrow) return formatTable([['path', 'expected', 'actual'], ...rows], width, (text) => style('dim', text));
  return rows.flatMap(([path, expected, actual]) => [
    ...wrapLine(path!, width - 4),
    ...wrapLine(`  expected ${expected}`, width - 4, '    '),
    ...wrapLine(`  actual   ${actual}`, width - 4, '    '),
  ]);
}

function failureLines(result: CaseResult, report: Report, look: Look): string[] {
  const { id, description, level } = result.case;
  const last = result.exchanges.at(-1);
  const reason = outcomeReason(result);
  const alternatives = last && last.differences.length > 0 ? alternativesText(last.expected) : undefined;
  return [
    `${look.style('red', '✘')} ${look.style('bold', escapeLine(id))}  ${level}`,
    ...indent([
      escapeLine(description),
      ...requirementDetails(result, report).map((each) => `${requirementLabel(each)}: ${escapeLine(each.text)}`),
      ...(reason ? [escapeLine(reason)] : []),
      ...(last
        ? [`${last.step}, ${last.actor}: ${last.response ? `HTTP ${last.response.status}` : 'no response'}`]
        : []),
      ...indent([...differenceLines(result, look), ...(alternatives ? [escapeLine(alternatives)] : [])]),
      ...(last ? [escapeLine(curlCommand(last, report.target.url))] : []),
    ]),
    '',
  ];
}

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

function notRunLines(report: Report): string[] {
  return reasonsNotRun(report).map(({ outcome, reason, ids }) => {
    const which = ids.length === 1 ? escapeLine(ids[0]!) : `${ids.length} cases`;
    const were = outcome === 'not sent' ? (ids.length === 1 ? 'was not sent' : 'were not sent') : outcome;
    return `? ${which} ${were}: ${escapeLine(reason)}`;
  });
}

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
    ...notRunLines(report),
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
