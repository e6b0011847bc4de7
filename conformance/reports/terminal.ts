import { styleText } from 'node:util';
import type { CaseResult } from '../runner/run-cases.ts';
import type { Report } from '../judge/verdict.ts';
import { curlCommand } from './curl.ts';
import { truncate, escapeControlCharacters, formatValue } from './format-text.ts';
import { actors, permissionMatrix } from './permission-matrix.ts';
import { unwaivedFailures, outcomeReason, requirementDetails, requirementLabel } from './results.ts';
import { operationTableCells } from './operation-table.ts';

export interface TerminalReportOptions {
  colours?: boolean;
  /** How wide the terminal is, in characters. */
  columns?: number;
}

type Format = Parameters<typeof styleText>[0];
type Paint = (format: Format, text: string) => string;

const marks = { conformant: '✔', 'not conformant': '✘', inconclusive: '?' };
const verdictColours = { conformant: 'green', 'not conformant': 'red', inconclusive: 'yellow' } as const;

/** Rows of texts in columns as wide as their widest, two spaces between; those of numbers stand to the right. */
function columnsOf(rows: string[][], paint: (text: string) => string = (text) => text): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => [...row[column]!].length)));
  const isNumber = rows[0]!.map((_, column) => rows.slice(1).every((row) => /^\d+$/.test(row[column]!)));
  return rows.map((row, index) => {
    const line = row
      .map((text, column) => {
        const gap = ' '.repeat(widths[column]! - [...text].length);
        return isNumber[column] ? gap + text : text + gap;
      })
      .join('  ')
      .trimEnd();
    return index === 0 ? paint(line) : line;
  });
}

const indented = (lines: string[], by = '  '): string[] => lines.map((line) => `${by}${line}`);

function differencesOf({ exchanges }: CaseResult, width: number, bold: (text: string) => string): string[] {
  const rows = exchanges.flatMap((exchange) =>
    exchange.differences.map(({ path, expected, actual }) => [
      truncate(escapeControlCharacters(path) || 'the answer', Math.floor(width * 0.3)),
      formatValue(expected, Math.floor(width * 0.33)),
      formatValue(actual, Math.floor(width * 0.33)),
    ]),
  );
  return rows.length === 0 ? [] : columnsOf([['where', 'expected', 'actual'], ...rows], bold);
}

function failureOf(result: CaseResult, report: Report, width: number, paint: Paint): string[] {
  const { id, description, level } = result.case;
  const last = result.exchanges.at(-1);
  const reason = outcomeReason(result);
  return [
    `${paint('red', '✘')} ${paint('bold', id)}  ${level}`,
    ...indented([
      escapeControlCharacters(description),
      ...requirementDetails(result, report).map(
        (each) => `${requirementLabel(each)}: ${escapeControlCharacters(each.text)}`,
      ),
      ...(reason ? [escapeControlCharacters(reason)] : []),
      ...(last ? [`${last.step}, ${last.actor}: ${last.response ? `HTTP ${last.response.status}` : 'no answer'}`] : []),
      ...indented(differencesOf(result, width - 8, (text) => paint('dim', text))),
      ...(last ? [escapeControlCharacters(curlCommand(last, report.target.url))] : []),
    ]),
    '',
  ];
}

function matrixTexts(report: Report): string[][] {
  const rows = permissionMatrix(report).map(({ operation, cells }) => [
    operation,
    ...cells.map(({ permission }) => (permission === 'differs' ? 'DIFFERS' : permission)),
  ]);
  return [['operation by role', ...actors], ...rows];
}

/** What the words of the matrix leave out, a line for each code of a denial and each difference. */
function matrixDetails(report: Report): string[] {
  const cells = permissionMatrix(report).flatMap(({ operation, cells: row }) =>
    row.map((cell) => ({ operation, ...cell })),
  );
  const details = new Set(
    cells.map(({ permission, detail }) => detail && `${permission}: ${escapeControlCharacters(detail)}`),
  );
  return [...details].filter(Boolean).map((line) => {
    const such = cells.filter(({ permission, detail }) => line === `${permission}: ${escapeControlCharacters(detail)}`);
    const names = [...new Set(such.map(({ operation }) => operation))].map((operation) => {
      const by = such.filter((cell) => cell.operation === operation).map(({ actor }) => actor);
      return `${operation.split('.')[1]} (${by.join(', ')})`;
    });
    return `${line}: ${names.join(', ')}`;
  });
}

/** What is printed when a run has ended: verdict, table, matrix, and every failure with the line that repeats it. */
export function terminalReport(report: Report, { colours = false, columns = 120 }: TerminalReportOptions = {}): string {
  const paint: Paint = (format, text) => (colours ? styleText(format, text, { validateStream: false }) : text);
  const dim = (text: string) => paint('dim', text);
  const unable = report.results.filter(({ outcome }) => outcome === 'could not run');
  const faults = report.waivers.filter(({ problem }) => problem);
  const lines = [
    ...unwaivedFailures(report).flatMap((result) => failureOf(result, report, columns, paint)),
    ...unable.map((each) => `? ${each.case.id} could not run: ${escapeControlCharacters(each.reason ?? '')}`),
    ...faults.map(
      (each) =>
        `${paint('red', '✘')} the waiver of ${escapeControlCharacters(each.case)}: ${escapeControlCharacters(each.problem ?? '')}`,
    ),
    ...report.leftovers.map((line) => `left behind: ${escapeControlCharacters(line)}`),
    '',
    ...columnsOf(operationTableCells(report), dim),
    '',
    ...columnsOf(matrixTexts(report), dim),
    ...indented(matrixDetails(report)),
    '',
    `${report.target.url} as ${report.target.dialect}, mode ${report.mode}, ${report.seconds.toFixed(1)} s`,
    paint(
      [verdictColours[report.verdict], 'bold'],
      `${marks[report.verdict]} ${escapeControlCharacters(report.sentence)}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
