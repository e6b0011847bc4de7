import { styleText } from 'node:util';
import { expectedInWords } from '../../src/cases/match.ts';
import { escapeLine, formatValue } from '../../src/client/format-text.ts';
import type { Report, Verdict } from '../model.ts';
import {
  type FailureGroup,
  type Sides,
  firstLines,
  groupFailures,
  isAffected,
  listsOf,
  outcomeTable,
  shortPath,
  sidesOf,
} from './contents.ts';

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

const verdictStyles: Record<Verdict, { mark: string; style: Style }> = {
  conformant: { mark: '✔', style: ['green', 'bold'] },
  'known failures': { mark: '!', style: ['yellow', 'bold'] },
  'not conformant': { mark: '✘', style: ['red', 'bold'] },
  differences: { mark: '✘', style: ['red', 'bold'] },
  'no difference': { mark: '✔', style: ['yellow', 'bold'] },
  'nothing judged': { mark: '✘', style: ['red', 'bold'] },
  stopped: { mark: '✘', style: ['red', 'bold'] },
};

const maxOthers = 10;
const maxDifferences = 4;
const maxGroups = 50;
const maxLines = 20;
const maxValueLength = 300;

const indent = (lines: string[]): string[] => lines.map((line) => `  ${line}`);

/** Renders a report for the terminal: failures by what differs, lists, outcomes by group, and the verdict last. */
export function terminalReport(report: Report, { colors = false }: { colors?: boolean } = {}): string {
  const paint: Paint = (style, text) => (colors ? styleText(style, text, { validateStream: false }) : text);
  const { target, mode, seconds, outage, documents } = report;
  const { mark, style } = verdictStyles[report.verdict];
  const groups = groupFailures(report);
  const [header, ...rows] = alignColumns(outcomeTable(report));
  const lines = [
    ...groups.slice(0, maxGroups).flatMap((group) => groupLines(group, sidesOf(report), paint)),
    ...(groups.length > maxGroups
      ? [`… and ${groups.length - maxGroups} more differences; --out FOLDER writes all`, '']
      : []),
    ...listsOf(report).flatMap(({ title, lines: all }) => [
      paint('bold', escapeLine(title)),
      ...indent(documents ? all.map(escapeLine) : firstLines(all, maxLines, escapeLine)),
      '',
    ]),
    ...(header === undefined ? [] : [paint('dim', header), ...rows, '']),
    ...(documents
      ? []
      : [`${escapeLine(target.url)}, dialect ${target.dialect}, mode ${mode}, ${seconds.toFixed(1)} s`]),
    ...(outage === undefined ? [] : [escapeLine(outage)]),
    paint(style, `${mark} ${escapeLine(report.sentence)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Results that differ in the same way: the first one whole, and the ids of the others. */
function groupLines(group: FailureGroup, sides: Sides, paint: Paint): string[] {
  const { title, results, heading, texts, differences, command } = group;
  const [, ...others] = results;
  const mark = isAffected(group) ? paint('yellow', '!') : paint('red', '✘');
  const isGroup = command !== undefined && others.length > 0;
  return [
    ...(isGroup ? [`${mark} ${results.length} × ${paint('bold', escapeLine(title))}`] : []),
    `${isGroup ? ' ' : mark} ${paint('bold', escapeLine(heading))}`,
    ...indent([
      ...texts.map(escapeLine),
      ...differences
        .slice(0, maxDifferences)
        .flatMap(({ path, expected, actual }) => [
          `  ${escapeLine(shortPath(path, maxValueLength))}`,
          `    ${escapeLine(sides.expected)} ${expectedInWords(expected, maxValueLength)}`,
          `    ${escapeLine(sides.received)} ${formatValue(actual, maxValueLength)}`,
        ]),
      ...(differences.length > maxDifferences ? [`  and ${differences.length - maxDifferences} more differences`] : []),
      ...(command === undefined ? [] : [escapeLine(command)]),
      ...(isGroup
        ? [
            `also ${firstLines(
              others.map(({ id }) => id),
              maxOthers,
              escapeLine,
            ).join(', ')}`,
          ]
        : []),
    ]),
    '',
  ];
}

const lengthOf = (text: string): number => [...text].length;

/** Aligns a table whose first row is the header; columns of numbers are right-aligned. */
function alignColumns(table: string[][]): string[] {
  const rows = table.map((row) => row.map(escapeLine));
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]!));
  const widths = columns.map((cells) => Math.max(...cells.map(lengthOf)));
  const isNumeric = columns.map(([, ...cells]) => cells.every((cell) => /^\d+$/.test(cell)));
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
