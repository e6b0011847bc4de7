import type { CaseResult, Report, Verdict } from '../model/report.ts';
import { curlCommand } from '../../src/client/curl.ts';
import { alternativesText } from './expected-text.ts';
import { escapeControlCharacters, formatValue, truncate } from '../../src/client/format-text.ts';
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
import { operationTableCells } from './operation-table.ts';
import {
  knownFailures,
  newFailures,
  notRunText,
  outcomeReason,
  reasonsNotRun,
  requirementDetails,
  requirementLabel,
} from './results.ts';

// A comment on a pull request is limited to 65,536 characters.
const maxFailureCharacters = 60_000;

const verdictMarks: Record<Verdict, string> = {
  conformant: '✅',
  'not conformant': '❌',
  differences: '❌',
  'no new difference': '☑️',
  'no difference': '☑️',
  stopped: '🛑',
};

function failureText(result: CaseResult, report: Report): string {
  const { id, description, level } = result.case;
  const last = result.exchanges.at(-1);
  const rows = result.exchanges.flatMap(({ differences }) =>
    differences.map(({ path, expected, actual }) => [
      code(truncate(path, 200) || 'response'),
      code(formatValue(expected, 200)),
      code(formatValue(actual, 200)),
    ]),
  );
  const reason = outcomeReason(result);
  const alternatives = last && rows.length > 0 ? alternativesText(last.expected) : undefined;
  return [
    `### ${escapeMarkdown(id)} (${level})`,
    escapeMarkdown(description),
    ...list(
      requirementDetails(result, report).map(
        (each) => `${escapeMarkdown(requirementLabel(each))}: ${escapeMarkdown(each.text)}`,
      ),
    ),
    ...(reason ? [code(truncate(reason, maxItemCharacters))] : []),
    ...(rows.length > 0 ? [table([['path', 'expected', 'actual'], ...rows])] : []),
    ...(alternatives ? [escapeMarkdown(alternatives)] : []),
    ...(last ? [codeBlock(escapeControlCharacters(curlCommand(last, report.target.url)), 'sh')] : []),
  ].join('\n\n');
}

/** The failures that fit into the limit, and the number of the others. */
function failureTexts(report: Report): string[] {
  const failures = newFailures(report);
  const texts: string[] = [];
  let remaining = maxFailureCharacters;
  for (const result of failures) {
    const text = failureText(result, report);
    remaining -= text.length + 2;
    if (remaining < 0)
      return [...texts, `And ${failures.length - texts.length} more failures; see report.html of this run.`];
    texts.push(text);
  }
  return texts;
}

/** Renders a summary of a report in GitHub Flavored Markdown, for a pull request. */
export function markdownSummary(report: Report): string {
  const { verdict, sentence, target, mode, startedAt, seconds, leftovers, cleanUpFailures } = report;
  const invalidWaivers = report.waivers.filter(({ problem }) => problem);
  const known = knownFailures(report).map((result) => result.case.id);
  const parts = [
    `## ${verdictMarks[verdict]} ${escapeMarkdown(sentence)}`,
    `${code(target.url)}, dialect ${escapeMarkdown(target.dialect)}, mode ${mode}, ${escapeMarkdown(startedAt)}, ${seconds.toFixed(1)} s`,
    ...(report.outage === undefined ? [] : [code(report.outage)]),
    ...list(
      invalidWaivers.map((each) => `Invalid waiver of ${escapeMarkdown(each.case)}: ${escapeMarkdown(each.problem!)}`),
    ),
    table(operationTableCells(report), 1),
    ...shortList(reasonsNotRun(report).map(notRunText)),
    ...section('Failures', failureTexts(report)),
    ...section('Known from the baseline', shortList(known)),
    ...section('Fixed since the baseline', shortList(report.baseline?.fixed ?? [])),
    ...section('Not cleaned up', shortList(cleanUpFailures)),
    ...section('Left on the target', shortList(leftovers)),
  ];
  return `${parts.join('\n\n')}\n`;
}
