import { curlCommand } from '../../src/client/curl.ts';
import { escapeControlCharacters, formatValue, truncate } from '../../src/client/format-text.ts';
import type { Report, Verdict } from '../model.ts';
import {
  type FailureGroup,
  alternativesText,
  differencesOf,
  expectedInWords,
  groupFailures,
  outcomeReason,
  outcomeTable,
  reasonsNotRun,
  requirementDetails,
  requirementLabel,
  shortPath,
  waiverTexts,
} from './failures.ts';
import { annotation, maxAnnotations } from './github-annotation.ts';
import {
  code,
  codeBlock,
  escapeMarkdown,
  list,
  maxItemCharacters,
  section,
  shortList,
  table,
} from './markdown-template.ts';

// A comment on a pull request is limited to 65,536 characters.
const maxFailureCharacters = 60_000;
const maxRows = 10;

const verdictMarks: Record<Verdict, string> = {
  conformant: '✅',
  'not conformant': '❌',
  differences: '❌',
  'no difference': '☑️',
  stopped: '🛑',
};

/** Renders a summary of a report in GitHub Flavored Markdown, for a pull request. */
export function markdownSummary(report: Report): string {
  const { verdict, sentence, target, mode, startedAt, seconds, leftovers, cleanUpFailures } = report;
  const parts = [
    `## ${verdictMarks[verdict]} ${escapeMarkdown(sentence)}`,
    `${code(target.url)}, dialect ${escapeMarkdown(target.dialect)}, mode ${mode}, ${escapeMarkdown(startedAt)}, ${seconds.toFixed(1)} s`,
    ...(report.outage === undefined ? [] : [code(report.outage)]),
    table(outcomeTable(report), 1),
    ...shortList(reasonsNotRun(report).map(({ text }) => text)),
    ...section('Failures', failureTexts(report)),
    ...section('Waivers', shortList(waiverTexts(report))),
    ...section('Not cleaned up', shortList(cleanUpFailures)),
    ...section('Left on the target', shortList(leftovers)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The failures that fit into the limit, and the number of the others. */
function failureTexts(report: Report): string[] {
  const groups = groupFailures(report);
  const texts: string[] = [];
  let remaining = maxFailureCharacters;
  for (const group of groups) {
    const text = groupText(group, report);
    remaining -= text.length + 2;
    if (remaining < 0)
      return [...texts, `And ${groups.length - texts.length} more differences; see report.html of this run.`];
    texts.push(text);
  }
  return texts;
}

/** Failures that differ in the same way: the first one whole, and the ids of the others. */
function groupText({ title, results }: FailureGroup, report: Report): string {
  const [result, ...others] = results;
  const { id, description, level, exchanges, reason } = result;
  const last = exchanges.at(-1);
  const rows = differencesOf(result).map(({ path, expected, actual }) => [
    code(shortPath(path, 200)),
    code(expectedInWords(expected, 200)),
    code(formatValue(actual, 200)),
  ]);
  const alternatives = last && alternativesText(last);
  return [
    `### ${others.length > 0 ? `${results.length} times ${code(title)}, such as ` : ''}${escapeMarkdown(id)}${level ? ` (${level})` : ''}`,
    ...(description === '' ? [] : [escapeMarkdown(description)]),
    ...list(
      requirementDetails(result, report).map(
        (each) => `${escapeMarkdown(requirementLabel(each))}: ${escapeMarkdown(each.text)}`,
      ),
    ),
    ...(reason ? [code(truncate(reason, maxItemCharacters))] : []),
    ...(rows.length > 0 ? [table([['path', 'expected', 'received'], ...rows.slice(0, maxRows)])] : []),
    ...(rows.length > maxRows ? [`and ${rows.length - maxRows} more differences`] : []),
    ...(alternatives ? [escapeMarkdown(alternatives)] : []),
    ...(last ? [codeBlock(escapeControlCharacters(curlCommand(last, report.target.url)), 'sh')] : []),
    ...shortList(others.map((each) => each.id)),
  ].join('\n\n');
}

/**
 * The annotations of GitHub Actions: one for each difference and for a target that stopped responding. It has the file and line of
 * the first case if that is in the checkout of the workflow.
 */
export function githubAnnotations(report: Report): string[] {
  const groups = groupFailures(report);
  const annotations = groups.slice(0, maxAnnotations).map(({ results: [result, ...others], difference }) => {
    const { id, description, source } = result;
    const text =
      difference &&
      `${difference.path || 'response'}: ${formatValue(difference.actual, 200)} instead of ${expectedInWords(difference.expected, 200)}`;
    const more = others.length > 0 ? `The same in ${others.length} more.` : '';
    const message = [description, outcomeReason(result) ?? text, more].filter(Boolean).join(' ');
    return annotation('error', { source, title: `Conformance: ${id}` }, message);
  });
  const hidden = groups.length - annotations.length;
  return [
    ...(report.outage === undefined ? [] : [annotation('error', { title: 'Conformance' }, report.outage)]),
    ...annotations,
    ...(hidden > 0
      ? [annotation('error', { title: 'Conformance' }, `${hidden} more differences; see the step summary.`)]
      : []),
  ];
}
