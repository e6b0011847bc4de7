import { styleText } from 'node:util';
import { referenceUrl } from '../../src/cases/requirements.ts';
import { curlCommand } from '../../src/client/curl.ts';
import { escapeLine, formatValue } from '../../src/client/format-text.ts';
import type { Report, Verdict } from '../model.ts';
import {
  type FailureGroup,
  alternativesText,
  documentTitle,
  expectedInWords,
  groupFailures,
  outcomeTable,
  reasonsNotRun,
  requirementDetails,
  requirementLabel,
  shortPath,
  usageTexts,
  waiverTexts,
} from './failures.ts';

export interface TerminalReportOptions {
  /** Default: false. */
  colors?: boolean;
  /** Width in characters. Default: 120. */
  columns?: number | undefined;
}

type Style = Parameters<typeof styleText>[0];
/** The width, and what adds a color to a text. */
interface Look {
  width: number;
  style(style: Style, text: string): string;
}

const verdictStyles: Record<Verdict, { mark: string; style: Style }> = {
  conformant: { mark: '✔', style: ['green', 'bold'] },
  'not conformant': { mark: '✘', style: ['red', 'bold'] },
  differences: { mark: '✘', style: ['red', 'bold'] },
  'no difference': { mark: '✔', style: ['yellow', 'bold'] },
  stopped: { mark: '✘', style: ['red', 'bold'] },
};

const maxListed = 10;
const maxDifferences = 4;
const maxGroups = 50;

/** The first lines of a list, and the number of the others. */
const shortList = (lines: string[], where = ''): string[] =>
  lines.length <= maxListed ? lines : [...lines.slice(0, maxListed), `… and ${lines.length - maxListed} more${where}`];

const indent = (lines: string[]): string[] => lines.map((line) => `  ${line}`);

/** Renders a report for the terminal: failures by what differs, what did not run, outcomes by group, and the verdict last. */
export function terminalReport(report: Report, { colors = false, columns = 120 }: TerminalReportOptions = {}): string {
  const paint = (format: Style, text: string) => (colors ? styleText(format, text, { validateStream: false }) : text);
  const look: Look = { width: columns, style: paint };
  const { mark, style } = verdictStyles[report.verdict];
  const groups = groupFailures(report);
  const affected = groupFailures(report, 'affected');
  const usage = usageTexts(report).map(
    ({ coordinate, remark, places }) => `${coordinate}${remark === '' ? '' : ` (${remark})`}: ${places}`,
  );
  const table = outcomeTable(report);
  const inLedger = report.ledgerFile === undefined ? '' : `; ${escapeLine(report.ledgerFile)} lists them`;
  const lines = [
    ...groups.slice(0, maxGroups).flatMap((group) => groupLines(group, paint('red', '✘'), report, look)),
    ...(groups.length > maxGroups
      ? [`… and ${groups.length - maxGroups} more differences; --out FOLDER writes all`, '']
      : []),
    ...affected.flatMap((group) => groupLines(group, paint('yellow', '!'), report, look)),
    ...reasonsNotRun(report).map(({ text }) => `? ${escapeLine(text)}`),
    ...waiverTexts(report).map((text) => `~ ${escapeLine(text)}`),
    ...shortList(
      report.leftovers.map((line) => `left on the target: ${escapeLine(line)}`),
      inLedger,
    ),
    ...shortList(
      report.cleanUpFailures.map((line) => `${paint('red', '✘')} not cleaned up: ${escapeLine(line)}`),
      inLedger,
    ),
    ...(usage.length > 0 ? ['Used parts of the schema:', ...indent(usage.map(escapeLine))] : []),
    ...(report.documents?.notes ?? []).map(escapeLine),
    '',
    ...(table.length > 0
      ? [
          ...formatTable(
            table.map((row) => row.map(escapeLine)),
            columns,
            (text) => paint('dim', text),
          ),
          '',
        ]
      : []),
    ...(report.documents
      ? []
      : [
          `${escapeLine(report.target.url)}, dialect ${report.target.dialect}, mode ${report.mode}, ${report.seconds.toFixed(1)} s`,
        ]),
    ...(report.outage === undefined ? [] : [escapeLine(report.outage)]),
    paint(style, `${mark} ${escapeLine(report.sentence)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Results that differ in the same way: the first one whole, and the ids of the others. */
function groupLines(group: FailureGroup, mark: string, report: Report, { width, style }: Look): string[] {
  const {
    title,
    results: [result, ...others],
  } = group;
  const { id, description, level, source, reason, details = [], exchanges } = result;
  if (report.documents) {
    const texts = [reason ?? '', ...details];
    return [`${mark} ${style('bold', escapeLine(documentTitle(group, report)))}`, ...indent(texts.map(escapeLine)), ''];
  }
  const last = exchanges.at(-1);
  const differences = exchanges.flatMap((exchange) => exchange.differences);
  const alternatives = last && alternativesText(last);
  const requirements = requirementDetails(result, report);
  const isGroup = others.length > 0;
  return [
    ...(isGroup ? [`${mark} ${others.length + 1} times ${style('bold', escapeLine(title))}`] : []),
    `${isGroup ? ' ' : mark} ${style('bold', escapeLine(id))}${level ? `  ${level}` : ''}`,
    ...indent([
      ...(description === '' ? [] : [escapeLine(description)]),
      ...(source ? [escapeLine(`${source.file}:${source.line}`)] : []),
      ...requirements.map((each) => `${requirementLabel(each)}: ${escapeLine(each.text)}`),
      ...[...new Set(requirements.flatMap(({ pages }) => pages))].map((path) => `see ${referenceUrl(path)}`),
      ...(reason === undefined || (isGroup && reason === title) ? [] : [escapeLine(reason)]),
      ...(last
        ? [`${last.step}, ${last.actor}: ${last.response ? `HTTP ${last.response.status}` : 'no response'}`]
        : []),
      ...indent([
        ...differences
          .slice(0, maxDifferences)
          .flatMap(({ path, expected, actual }) => [
            shortPath(escapeLine(path), width - 4),
            ...wrapLine(`  expected ${expectedInWords(expected, 3 * width)}`, width - 4, '    '),
            ...wrapLine(`  received ${formatValue(actual, 3 * width)}`, width - 4, '    '),
          ]),
        ...(differences.length > maxDifferences ? [`and ${differences.length - maxDifferences} more differences`] : []),
        ...(alternatives ? [escapeLine(alternatives)] : []),
      ]),
      ...(last ? [escapeLine(curlCommand(last, report.target.url))] : []),
      ...(isGroup
        ? wrapLine(`also ${shortList(others.map((each) => escapeLine(each.id))).join(', ')}`, width - 2, '  ')
        : []),
    ]),
    '',
  ];
}

/** Breaks a line between words, so that every part fits; a longer word is cut. The parts after the first are indented. */
function wrapLine(line: string, width: number, indentation = ''): string[] {
  const lines: string[] = [];
  let rest = line;
  const prefix = () => (lines.length === 0 ? '' : indentation);
  while ([...(prefix() + rest)].length > width) {
    const room = Math.max(1, width - prefix().length);
    const characters = [...rest];
    const space = characters.slice(0, room + 1).lastIndexOf(' ');
    const end = space > 0 ? space : room;
    lines.push(prefix() + characters.slice(0, end).join('').trimEnd());
    rest = characters.slice(end).join('').trimStart();
  }
  return rest === '' && lines.length > 0 ? lines : [...lines, prefix() + rest];
}

const lengthOf = (text: string): number => [...text].length;

/** Aligns a table whose first row is the header; columns of numbers are right-aligned. */
function alignColumns(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => lengthOf(row[column]!))));
  const isNumeric = rows[0]!.map((_, column) => rows.slice(1).every((row) => /^\d+$/.test(row[column]!)));
  return rows.map((row) =>
    row
      .map((text, column) => {
        const padding = ' '.repeat(widths[column]! - lengthOf(text));
        return isNumeric[column] ? padding + text : text + padding;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** One block for each row: its first cell, and below it the others with their column titles. */
function stackRows([header, ...rows]: string[][], width: number): string[] {
  return rows.flatMap(([title, ...cells]) => {
    const pairs = cells.map((cell, index) =>
      /^\d+$/.test(cell) ? `${cell} ${header![index + 1]}` : `${header![index + 1]}: ${cell}`,
    );
    const shown = pairs.filter((pair) => !pair.startsWith('0 '));
    return [...wrapLine(title!, width), ...wrapLine(shown.join(', '), width - 2).map((line) => `  ${line}`)];
  });
}

/** Formats a table whose first row is the header: in columns if they fit into the width, or else as a block for each row. */
function formatTable(rows: string[][], width: number, styleHeader: (text: string) => string): string[] {
  const [header, ...lines] = alignColumns(rows);
  if ([header!, ...lines].every((line) => lengthOf(line) <= width)) return [styleHeader(header!), ...lines];
  return stackRows(rows, width);
}
