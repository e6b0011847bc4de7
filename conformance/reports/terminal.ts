import { styleText } from 'node:util';
import { referenceUrl } from '../../src/cases/requirements.ts';
import { curlCommand } from '../../src/client/curl.ts';
import { escapeLine, formatValue } from '../../src/client/format-text.ts';
import type { Report, Verdict } from '../model.ts';
import {
  type FailureGroup,
  alternativesText,
  expectedInWords,
  groupFailures,
  outcomeTable,
  reasonsNotRun,
  requirementDetails,
  requirementLabel,
  shortPath,
  waiverTexts,
} from './failures.ts';
import { formatTable, wrapLine } from './terminal-table.ts';

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
  const inLedger = report.ledgerFile === undefined ? '' : `; ${escapeLine(report.ledgerFile)} lists them`;
  const lines = [
    ...groups.slice(0, maxGroups).flatMap((group) => groupLines(group, report, look)),
    ...(groups.length > maxGroups
      ? [`… and ${groups.length - maxGroups} more differences; --out FOLDER writes all`, '']
      : []),
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
    '',
    ...formatTable(outcomeTable(report), columns, (text) => paint('dim', text)),
    '',
    `${escapeLine(report.target.url)}, dialect ${report.target.dialect}, mode ${report.mode}, ${report.seconds.toFixed(1)} s`,
    ...(report.outage === undefined ? [] : [escapeLine(report.outage)]),
    paint(style, `${mark} ${escapeLine(report.sentence)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Failures that differ in the same way: the first one whole, and the ids of the others. */
function groupLines({ title, results }: FailureGroup, report: Report, { width, style }: Look): string[] {
  const [result, ...others] = results;
  const { id, description, level, source, reason, exchanges } = result;
  const last = exchanges.at(-1);
  const differences = exchanges.flatMap((exchange) => exchange.differences);
  const alternatives = last && alternativesText(last);
  const requirements = requirementDetails(result, report);
  const isGroup = others.length > 0;
  return [
    ...(isGroup ? [`${style('red', '✘')} ${results.length} times ${style('bold', escapeLine(title))}`] : []),
    `${style('red', isGroup ? ' ' : '✘')} ${style('bold', escapeLine(id))}${level ? `  ${level}` : ''}`,
    ...indent([
      ...(description === '' ? [] : [escapeLine(description)]),
      ...(source ? [escapeLine(`${source.file}:${source.line}`)] : []),
      ...requirements.map((each) => `${requirementLabel(each)}: ${escapeLine(each.text)}`),
      ...[...new Set(requirements.flatMap(({ pages }) => pages))].map((path) => `see ${referenceUrl(path)}`),
      ...(reason === undefined ? [] : [escapeLine(reason)]),
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
