import { styleText } from 'node:util';
import { truncate, escapeControlCharacters, formatValue } from '../../conformance/reports/format-text.ts';
import type { ComparedExchange, ResponseDifference } from './compare.ts';
import { fieldValuesGroup } from './field-values.ts';
import { type GroupCounts, countByGroup, sumCounts } from './group-counts.ts';
import type { KnownDifference, FidelityVerdict } from './verdict.ts';

/** How the report is written. */
export interface FidelityReportOptions {
  colours: boolean;
  /** Characters in a line. */
  columns?: number;
  /** Whether requests are shown too, and every difference whole. */
  verbose: boolean;
  knownDifferences: KnownDifference[];
}

type Format = Parameters<typeof styleText>[0];
type Paint = (format: Format, text: string) => string;

const mostDifferences = 4;

/** The table of the groups, then a block for each exchange that differs, then what fails the run or is to be told. */
export function formatFidelityReport(
  results: ComparedExchange[],
  verdict: FidelityVerdict,
  options: FidelityReportOptions,
): string {
  const paint: Paint = (format, text) => (options.colours ? styleText(format, text, { validateStream: false }) : text);
  return [
    ...tableOf(results, paint),
    '',
    ...results.filter(({ equal }) => !equal).flatMap((result) => blockOf(result, options, paint)),
    ...verdict.notes.map((note) => paint('yellow', note)),
    ...verdict.failures.map((fault) => paint('red', `✘ ${escapeControlCharacters(fault)}`)),
  ].join('\n');
}

function tableOf(results: ComparedExchange[], paint: Paint): string[] {
  const groups = countByGroup(results);
  const fields = groups.get(fieldValuesGroup);
  groups.delete(fieldValuesGroup);
  const rows: (readonly [string, GroupCounts])[] = [...groups];
  if (groups.size > 0) rows.push(['all exchanges', sumCounts(groups)]);
  if (fields) rows.push([fieldValuesGroup, fields]);
  const width = Math.max(...rows.map(([name]) => name.length));
  const line = (name: string, ...cells: string[]) =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(14))].join('');
  return [
    paint('dim', line('', 'exchanges', 'same outcome', 'whole equal')),
    ...rows.map(([name, { total, sameOutcome, equal }]) => {
      const text = line(name, String(total), String(sameOutcome), String(equal));
      return equal === total ? text : paint(sameOutcome === total ? 'yellow' : 'red', text);
    }),
  ];
}

function blockOf(
  { recorded, sameOutcome, differences }: ComparedExchange,
  options: FidelityReportOptions,
  paint: Paint,
): string[] {
  const { name, order, actor, request } = recorded;
  const reason = options.knownDifferences.find((each) => each.name === name)?.reason;
  const few = options.verbose ? differences : differences.slice(0, mostDifferences);
  const more = differences.length - few.length;
  const width = options.verbose ? Infinity : Math.max(60, (options.columns ?? 160) - 14);
  return [
    `${paint(sameOutcome ? 'yellow' : 'red', sameOutcome ? '~' : '✘')} ${paint('bold', name)} (${order}, ${actor}): ${sameOutcome ? 'the answer' : 'the outcome'} differs`,
    ...(reason ? [`    known: ${escapeControlCharacters(reason)}`] : []),
    ...(options.verbose ? [`    ${request.method} ${request.path} ${formatValue(request.json ?? request.text)}`] : []),
    ...few.flatMap((difference) => linesOf(difference, width, paint)),
    ...(more > 0 ? [`    and ${more} more differences; --verbose shows them`] : []),
    '',
  ];
}

function linesOf({ path, expected, found }: ResponseDifference, width: number, paint: Paint): string[] {
  const [wanted, other] = sideBySide(formatValue(expected), formatValue(found), width);
  return [
    `    ${escapeControlCharacters(path)}`,
    `      expected ${paint('green', wanted)}`,
    `      found    ${paint('red', other)}`,
  ];
}

/** Two long texts cut to a width, from shortly before the place where they begin to differ. */
function sideBySide(a: string, b: string, width: number): [string, string] {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const from = Math.max(a.length, b.length) > width && same > width / 2 ? same - Math.floor(width / 4) : 0;
  const cut = (text: string) => truncate(from > 0 ? `…${text.slice(from)}` : text, width);
  return [cut(a), cut(b)];
}
