import { styleText } from 'node:util';
import { actors } from '../model/case.ts';
import type { CaseResult, Report } from '../model/report.ts';
import { curlCommand } from './curl.ts';
import { escapeLine, formatValue, truncate } from './format-text.ts';
import { operationTableCells } from './operation-table.ts';
import { permissionMatrix } from './permission-matrix.ts';
import { outcomeReason, requirementDetails, requirementLabel, unwaivedFailures } from './results.ts';

export interface TerminalReportOptions {
  /** Default: false. */
  colors?: boolean;
  /** Width in characters. Default: 120. */
  columns?: number;
}

type Style = Parameters<typeof styleText>[0];
type ApplyStyle = (style: Style, text: string) => string;

const verdictMarks = { conformant: '✔', 'not conformant': '✘', inconclusive: '?' };
const verdictColours = { conformant: 'green', 'not conformant': 'red', inconclusive: 'yellow' } as const;

/** Aligns a table whose first row is the header; columns of numbers are right-aligned. */
function alignColumns(rows: string[][], styleHeader: (text: string) => string): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => [...row[column]!].length)));
  const isNumeric = rows[0]!.map((_, column) => rows.slice(1).every((row) => /^\d+$/.test(row[column]!)));
  const lines = rows.map((row) =>
    row
      .map((text, column) => {
        const padding = ' '.repeat(widths[column]! - [...text].length);
        return isNumeric[column] ? padding + text : text + padding;
      })
      .join('  ')
      .trimEnd(),
  );
  return [styleHeader(lines[0]!), ...lines.slice(1)];
}

const indent = (lines: string[]): string[] => lines.map((line) => `  ${line}`);

function differenceTable({ exchanges }: CaseResult, width: number, styleHeader: (text: string) => string): string[] {
  const rows = exchanges.flatMap((exchange) =>
    exchange.differences.map(({ path, expected, actual }) => [
      truncate(escapeLine(path) || 'response', Math.floor(width * 0.3)),
      formatValue(expected, Math.floor(width * 0.33)),
      formatValue(actual, Math.floor(width * 0.33)),
    ]),
  );
  return rows.length === 0 ? [] : alignColumns([['path', 'expected', 'actual'], ...rows], styleHeader);
}

function failureLines(result: CaseResult, report: Report, width: number, style: ApplyStyle): string[] {
  const { id, description, level } = result.case;
  const last = result.exchanges.at(-1);
  const reason = outcomeReason(result);
  return [
    `${style('red', '✘')} ${style('bold', escapeLine(id))}  ${level}`,
    ...indent([
      escapeLine(description),
      ...requirementDetails(result, report).map((each) => `${requirementLabel(each)}: ${escapeLine(each.text)}`),
      ...(reason ? [escapeLine(reason)] : []),
      ...(last
        ? [`${last.step}, ${last.actor}: ${last.response ? `HTTP ${last.response.status}` : 'no response'}`]
        : []),
      ...indent(differenceTable(result, width - 8, (text) => style('dim', text))),
      ...(last ? [escapeLine(curlCommand(last, report.target.url))] : []),
    ]),
    '',
  ];
}

function matrixTexts(report: Report): string[][] {
  const rows = permissionMatrix(report).map(({ operation, cells }) => [
    operation,
    ...cells.map(({ permission }) => (permission === 'differs' ? 'DIFFERS' : permission)),
  ]);
  return [['operation by actor', ...actors], ...rows];
}

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

/** Renders a report for the terminal: failures, clean-up, outcomes by operation, permissions, and the verdict last. */
export function terminalReport(report: Report, { colors = false, columns = 120 }: TerminalReportOptions = {}): string {
  const style: ApplyStyle = (format, text) => (colors ? styleText(format, text, { validateStream: false }) : text);
  const dim = (text: string) => style('dim', text);
  const notRun = report.results.filter(({ outcome }) => outcome === 'could not run');
  const invalidWaivers = report.waivers.filter(({ problem }) => problem);
  const lines = [
    ...unwaivedFailures(report).flatMap((result) => failureLines(result, report, columns, style)),
    ...notRun.map((each) => `? ${escapeLine(each.case.id)} could not run: ${escapeLine(each.reason ?? '')}`),
    ...invalidWaivers.map(
      (each) => `${style('red', '✘')} invalid waiver of ${escapeLine(each.case)}: ${escapeLine(each.problem ?? '')}`,
    ),
    ...report.leftovers.map((line) => `left on the target: ${escapeLine(line)}`),
    ...report.cleanUpFailures.map((line) => `${style('red', '✘')} not cleaned up: ${escapeLine(line)}`),
    '',
    ...alignColumns(operationTableCells(report), dim),
    '',
    ...alignColumns(matrixTexts(report), dim),
    ...indent(matrixDetails(report)),
    '',
    `${escapeLine(report.target.url)}, dialect ${report.target.dialect}, mode ${report.mode}, ${report.seconds.toFixed(1)} s`,
    style([verdictColours[report.verdict], 'bold'], `${verdictMarks[report.verdict]} ${escapeLine(report.sentence)}`),
  ];
  return `${lines.join('\n')}\n`;
}
