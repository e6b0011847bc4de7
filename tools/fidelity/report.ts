import { styleText } from 'node:util';
import { escapeLine, formatValue, truncate } from '../../src/client/format-text.ts';
import type { ComparedExchange, ResponseDifference } from './compare.ts';
import { fieldValuesGroup } from './field-values.ts';
import { type GroupCounts, countByGroup, sumCounts } from './group-counts.ts';
import type { FidelityVerdict, KnownDifference } from './verdict.ts';

export interface FidelityReportOptions {
  colors: boolean;
  /** The width of the terminal, in characters; 160 by default. */
  columns?: number;
  /** Whether to print requests, all differences and long values in full. */
  verbose: boolean;
  knownDifferences: KnownDifference[];
}

type Format = Parameters<typeof styleText>[0];
type Paint = (format: Format, text: string) => string;

const maxDifferences = 4;

/** Formats a table of the groups, each exchange that differs, and the notes and failures of the verdict. */
export function formatFidelityReport(
  results: ComparedExchange[],
  verdict: FidelityVerdict,
  options: FidelityReportOptions,
): string {
  const paint: Paint = (format, text) => (options.colors ? styleText(format, text, { validateStream: false }) : text);
  return [
    ...formatTable(results, paint),
    '',
    ...results.filter(({ equal }) => !equal).flatMap((result) => formatExchange(result, options, paint)),
    ...verdict.notes.map((note) => paint('yellow', escapeLine(note))),
    ...verdict.failures.map((failure) => paint('red', `✘ ${escapeLine(failure)}`)),
  ].join('\n');
}

function formatTable(results: ComparedExchange[], paint: Paint): string[] {
  const groups = countByGroup(results);
  const fieldValues = groups.get(fieldValuesGroup);
  groups.delete(fieldValuesGroup);
  const rows: (readonly [string, GroupCounts])[] = [...groups];
  if (groups.size > 0) rows.push(['all exchanges', sumCounts(groups)]);
  if (fieldValues) rows.push([fieldValuesGroup, fieldValues]);
  const width = Math.max(...rows.map(([name]) => name.length));
  const formatRow = (name: string, ...cells: string[]) =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(16))].join('');
  return [
    paint('dim', formatRow('', 'exchanges', 'same outcome', 'equal response')),
    ...rows.map(([name, { total, sameOutcome, equal }]) => {
      const row = formatRow(name, String(total), String(sameOutcome), String(equal));
      return equal === total ? row : paint(sameOutcome === total ? 'yellow' : 'red', row);
    }),
  ];
}

function formatExchange(
  { recorded, sameOutcome, differences }: ComparedExchange,
  { verbose, columns, knownDifferences }: FidelityReportOptions,
  paint: Paint,
): string[] {
  const { name, order, actor, request } = recorded;
  const reason = knownDifferences.find((known) => known.name === name)?.reason;
  const shown = verbose ? differences : differences.slice(0, maxDifferences);
  const hidden = differences.length - shown.length;
  const width = verbose ? Infinity : Math.max(60, (columns ?? 160) - 14);
  const symbol = paint(sameOutcome ? 'yellow' : 'red', sameOutcome ? '~' : '✘');
  return [
    `${symbol} ${paint('bold', name)} (${order}, ${actor}): the ${sameOutcome ? 'response' : 'outcome'} differs`,
    ...(reason ? [`    known: ${escapeLine(reason)}`] : []),
    ...(verbose ? [`    ${request.method} ${request.path} ${formatValue(request.json ?? request.text)}`] : []),
    ...shown.flatMap((difference) => formatDifference(difference, width, paint)),
    ...(hidden > 0 ? [`    and ${hidden} more differences; --verbose prints them`] : []),
    '',
  ];
}

function formatDifference({ path, expected, found }: ResponseDifference, width: number, paint: Paint): string[] {
  const [expectedText, foundText] = truncateBoth(formatValue(expected), formatValue(found), width);
  return [
    `    ${escapeLine(path)}`,
    `      expected ${paint('green', expectedText)}`,
    `      found    ${paint('red', foundText)}`,
  ];
}

/** Truncates two texts to a width; long common beginnings are cut, so that the first difference is visible. */
function truncateBoth(a: string, b: string, width: number): [string, string] {
  let common = 0;
  while (common < a.length && a[common] === b[common]) common += 1;
  const start = Math.max(a.length, b.length) > width && common > width / 2 ? common - Math.floor(width / 4) : 0;
  const cut = (text: string) => truncate(start > 0 ? `…${text.slice(start)}` : text, width);
  return [cut(a), cut(b)];
}
