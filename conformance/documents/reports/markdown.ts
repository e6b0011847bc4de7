import { code, escapeMarkdown, list, section, shortList, table } from '../../reports/markdown-template.ts';
import { truncate } from '../../../src/client/format-text.ts';
import { type DocumentsReport, type JudgedOperation, hasNewRefusals, placeOf } from '../index.ts';
import { notReadableText, reasonsOf, summaryOf, usageTexts, verdictText } from './results.ts';

// A comment on a pull request is limited to 65,536 characters.
const maxCharacters = 30_000;
const marks: Record<string, string> = { accepted: '✅', affected: '⚠️', refused: '❌', 'refused (known)': '☑️' };

/** Renders a report in GitHub Flavored Markdown, for a pull request. Documents that every target accepts are counted only. */
export function documentsMarkdown(report: DocumentsReport): string {
  const { operations, targets, notReadable, notes } = report;
  const remarkable = operations.filter(({ verdicts }) =>
    Object.values(verdicts).some(({ verdict }) => verdict !== 'accepted'),
  );
  const shown = firstOf(remarkable, (each) => placeOf(each).length + 30 * targets.length);
  const rows = shown.map((each) => [
    code(placeOf(each)),
    ...targets.map((target) => {
      const text = verdictText(each, target);
      return `${marks[text] ?? ''} ${text}`.trim();
    }),
  ]);
  const details = firstOf(shown.flatMap(detailsOf), (text) => text.length);
  const hidden = remarkable.length - shown.length;
  const parts = [
    `## ${hasNewRefusals(report) ? '❌' : '✅'} ${escapeMarkdown(summaryOf(report))}`,
    ...(rows.length > 0 ? [table([['document', ...targets.map(code)], ...rows])] : []),
    ...(hidden > 0 ? [`And ${hidden} more documents; see report.html of this run.`] : []),
    ...details,
    ...section('Not readable', shortList(notReadable.map(notReadableText))),
    ...section(
      'Deprecated or gone',
      shortList(
        usageTexts(report).flatMap(({ coordinate, remark, places }) =>
          remark === '' ? [] : [`${coordinate} (${remark}): ${places}`],
        ),
      ),
    ),
    ...list(notes.map(escapeMarkdown)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The first items that fit into the limit together. */
function firstOf<T>(items: readonly T[], lengthOf: (item: T) => number): T[] {
  let rest = maxCharacters;
  const end = items.findIndex((item) => (rest -= lengthOf(item)) < 0);
  return items.slice(0, end < 0 ? items.length : end);
}

const detailsOf = (operation: JudgedOperation): string[] => {
  const reasons = reasonsOf(operation);
  if (reasons.length === 0) return [];
  const lines = reasons.map(
    ({ verdict, targets, message }) =>
      `${verdict} ${verdict === 'refused' ? 'by' : 'in'} ${targets.map(code).join(', ')}: ${code(truncate(message, 500))}`,
  );
  return [`### ${code(placeOf(operation))}`, ...list(lines)];
};
