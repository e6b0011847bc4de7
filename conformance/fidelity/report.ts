import { styleText } from 'node:util';
import { clipped, legible, shown } from '../reports/legible.ts';
import type { Compared, Difference } from './compare.ts';
import { fieldValuesGroup } from './field-values.ts';
import { type Numbers, numbersOf, totalOf } from './groups.ts';
import type { KnownDifference, Verdict } from './verdict.ts';

/** How the report is written. */
export interface ReportOptions {
  colours: boolean;
  /** Characters in a line. */
  columns?: number;
  /** Whether requests are shown too, and every difference whole. */
  verbose: boolean;
  known: KnownDifference[];
}

type Format = Parameters<typeof styleText>[0];
type Paint = (format: Format, text: string) => string;

const mostDifferences = 4;

/** The table of the groups, then a block for each exchange that differs, then what fails the run or is to be told. */
export function report(results: Compared[], verdict: Verdict, options: ReportOptions): string {
  const paint: Paint = (format, text) => (options.colours ? styleText(format, text, { validateStream: false }) : text);
  return [
    ...tableOf(results, paint),
    '',
    ...results.filter(({ whole }) => !whole).flatMap((result) => blockOf(result, options, paint)),
    ...verdict.notes.map((note) => paint('yellow', note)),
    ...verdict.faults.map((fault) => paint('red', `✘ ${legible(fault)}`)),
  ].join('\n');
}

function tableOf(results: Compared[], paint: Paint): string[] {
  const groups = numbersOf(results);
  const fields = groups.get(fieldValuesGroup);
  groups.delete(fieldValuesGroup);
  const rows: (readonly [string, Numbers])[] = [...groups];
  if (groups.size > 0) rows.push(['all exchanges', totalOf(groups)]);
  if (fields) rows.push([fieldValuesGroup, fields]);
  const width = Math.max(...rows.map(([name]) => name.length));
  const line = (name: string, ...cells: string[]) =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(14))].join('');
  return [
    paint('dim', line('', 'exchanges', 'same outcome', 'whole equal')),
    ...rows.map(([name, { of, outcome, whole }]) => {
      const text = line(name, String(of), String(outcome), String(whole));
      return whole === of ? text : paint(outcome === of ? 'yellow' : 'red', text);
    }),
  ];
}

function blockOf({ recorded, outcome, differences }: Compared, options: ReportOptions, paint: Paint): string[] {
  const { name, order, actor, request } = recorded;
  const reason = options.known.find((each) => each.name === name)?.reason;
  const few = options.verbose ? differences : differences.slice(0, mostDifferences);
  const more = differences.length - few.length;
  const width = options.verbose ? Infinity : Math.max(60, (options.columns ?? 160) - 14);
  return [
    `${paint(outcome ? 'yellow' : 'red', outcome ? '~' : '✘')} ${paint('bold', name)} (${order}, ${actor}): ${outcome ? 'the answer' : 'the outcome'} differs`,
    ...(reason ? [`    known: ${legible(reason)}`] : []),
    ...(options.verbose ? [`    ${request.method} ${request.path} ${shown(request.json ?? request.text)}`] : []),
    ...few.flatMap((difference) => linesOf(difference, width, paint)),
    ...(more > 0 ? [`    and ${more} more differences; --verbose shows them`] : []),
    '',
  ];
}

function linesOf({ path, expected, found }: Difference, width: number, paint: Paint): string[] {
  const [wanted, other] = sideBySide(shown(expected), shown(found), width);
  return [`    ${legible(path)}`, `      expected ${paint('green', wanted)}`, `      found    ${paint('red', other)}`];
}

/** Two long texts cut to a width, from shortly before the place where they begin to differ. */
function sideBySide(a: string, b: string, width: number): [string, string] {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const from = Math.max(a.length, b.length) > width && same > width / 2 ? same - Math.floor(width / 4) : 0;
  const cut = (text: string) => clipped(from > 0 ? `…${text.slice(from)}` : text, width);
  return [cut(a), cut(b)];
}
