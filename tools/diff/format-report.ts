import { escapeLine, formatJson, formatValue, truncate } from '../../src/client/format-text.ts';
import type { DiffReport, ReportedDisagreement } from './report.ts';

const formatShare = (count: number, total: number): string =>
  `${count} (${total === 0 ? 100 : Math.floor((1000 * count) / total) / 10} %)`;
const formatShort = (value: unknown): string => formatValue(value, 200);
const maxLines = 60;

/** Formats a report for a terminal of this width. */
export function formatDiffReport({ phases, disagreements, known, unseen }: DiffReport, columns = 100): string {
  const table = phases
    .filter(({ sent }) => sent > 0)
    .map(({ phase, sent, sameOutcome, equal, explained }) =>
      [
        `${phase.padEnd(10)}${String(sent).padStart(6)} sent`,
        `same outcome ${formatShare(sameOutcome, sent)}`,
        `equal response ${formatShare(equal, sent)}`,
        `equal or known ${formatShare(explained, sent)}`,
      ].join('   '),
    );
  const blocks = disagreements.map((each, index) => `${index + 1}. ${formatDisagreement(each, columns)}\n`);
  const knownLines = known.map(({ cause, reason, count }) => `${count} × ${escapeLine(cause)}\n    known: ${reason}`);
  const unseenLines = unseen.length > 0 ? [`Known, but not seen: ${unseen.map(escapeLine).join('; ')}`, ''] : [];
  const { length } = disagreements;
  const summary = length === 0 ? 'No unknown differences.' : `${length} disagreement${length > 1 ? 's' : ''}.`;
  return [...table, '', ...blocks, ...knownLines, ...(knownLines.length > 0 ? [''] : []), ...unseenLines, summary].join(
    '\n',
  );
}

function formatDisagreement(disagreement: ReportedDisagreement, columns: number): string {
  const { cause, count, foundAt, repeat, size, difference, exchanges } = disagreement;
  return [
    escapeLine(cause),
    `at ${escapeLine(difference.path)}`,
    `a ${formatShort(difference.a)}`,
    `b ${formatShort(difference.b)}`,
    ...exchanges.flatMap(({ actor, query, variables, a, b, curl }, index) => [
      '',
      `${index === 0 ? 'send' : 'then send'} as ${actor}`,
      ...escapeLine(query.replaceAll(/\s+/g, ' ')).split('\n'),
      formatValue(variables),
      ...sideBySide(a, b, columns - 4),
      escapeLine(curl),
    ]),
    '',
    `request ${foundAt}, shown by ${count}; values: ${size.values}, fields: ${size.fields}, characters: ${size.characters}`,
    `repeat with --seed ${repeat.seed} --path ${repeat.path}`,
  ]
    .join('\n    ')
    .replaceAll(/^ +$/gm, '');
}

/** Prints two JSON values in two columns; a bar marks the lines that differ. */
export function sideBySide(a: unknown, b: unknown, columns: number): string[] {
  const width = Math.max(16, Math.floor((columns - 3) / 2));
  const linesOf = (value: unknown): string[] =>
    formatJson(value, 1)
      .split('\n')
      .flatMap((line) => line.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? ['']);
  const [left, right] = [
    ['a', ...linesOf(a)],
    ['b', ...linesOf(b)],
  ];
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [one = '', other = ''] = [left[index], right[index]];
    return `${one.padEnd(width)} ${index > 0 && one !== other ? '|' : ' '} ${other}`.trimEnd();
  });
  return rows.length > maxLines
    ? [...rows.slice(0, maxLines), truncate(`… ${rows.length - maxLines} more lines`, width)]
    : rows;
}
