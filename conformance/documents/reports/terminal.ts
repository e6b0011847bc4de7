import { styleText } from 'node:util';
import { escapeLine } from '../../../src/client/format-text.ts';
import { formatTable } from '../../reports/terminal-table.ts';
import { type DocumentsReport, hasNewRefusals, placeOf } from '../index.ts';
import { notReadableText, reasonsOf, summaryOf, usageTexts, verdictText } from './results.ts';

type Style = Parameters<typeof styleText>[0];

/** Renders a report for a terminal: documents by targets, what is said about each, and the summary last. */
export function documentsOnTerminal(
  report: DocumentsReport,
  { colors = false, columns = 120 }: { colors?: boolean; columns?: number | undefined } = {},
): string {
  const { operations, targets, notReadable, notes } = report;
  const style = (format: Style, text: string) => (colors ? styleText(format, text, { validateStream: false }) : text);
  const cells = operations.map((each) => [placeOf(each), ...targets.map((target) => verdictText(each, target))]);
  const reasons = operations.flatMap((each) => {
    const lines = reasonsOf(each);
    if (lines.length === 0) return [];
    return [
      escapeLine(placeOf(each)),
      ...lines.map(({ verdict, targets: names, message }) => {
        const word = style(verdict === 'refused' ? 'red' : 'yellow', verdict);
        return `  ${word} ${verdict === 'refused' ? 'by' : 'in'} ${escapeLine(names.join(', '))}: ${escapeLine(message)}`;
      }),
    ];
  });
  const tableOf = (names: string[]) =>
    formatTable(
      [['document', ...names], ...cells].map((row) => row.map(escapeLine)),
      columns,
      (text) => style('dim', text),
    );
  // Without the name of the platform, the columns of five releases fit into more terminals.
  const isWide = cells.some(([place = '']) => place.length + targets.join('  ').length + 2 > columns);
  const table = tableOf(isWide ? targets.map((name) => name.replace(/^decidim-/, '')) : targets);
  const usage = usageTexts(report).map(
    ({ coordinate, remark, places }) => `  ${coordinate}${remark === '' ? '' : ` (${remark})`}: ${places}`,
  );
  const isFailed = hasNewRefusals(report);
  const lines = [
    ...(operations.length > 0 ? table : []),
    ...(reasons.length > 0 ? ['', ...reasons] : []),
    ...(notReadable.length > 0
      ? ['', 'Not readable:', ...notReadable.map((each) => `  ${escapeLine(notReadableText(each))}`)]
      : []),
    ...(usage.length > 0 ? ['', 'Used parts of the schema:', ...usage.map(escapeLine)] : []),
    ...(notes.length > 0 ? ['', ...notes.map(escapeLine)] : []),
    '',
    style([isFailed ? 'red' : 'green', 'bold'], `${isFailed ? '✘' : '✔'} ${escapeLine(summaryOf(report))}`),
  ];
  return lines.join('\n');
}
