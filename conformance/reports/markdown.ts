import type { CaseResult } from '../runner/run-cases.ts';
import type { Report } from '../judge/verdict.ts';
import { curlCommand } from './curl.ts';
import { truncate, escapeControlCharacters, formatValue } from './format-text.ts';
import { type PermissionCell, actors, permissionMatrix } from './permission-matrix.ts';
import { unwaivedFailures, outcomeReason, requirementDetails, requirementLabel } from './results.ts';
import { operationTableCells } from './operation-table.ts';

/** A pull request's comment holds 65,536 characters. */
const limit = 60_000;

const marks = { conformant: '✅', 'not conformant': '❌', inconclusive: '❔' };
const permissions = { allowed: '🟢', denied: '🔒', differs: '❌', 'not run': '⚪', 'not applicable': '➖' };

/** A text that shows as it is: no markup, link or table of its own. */
const plain = (text: string): string =>
  escapeControlCharacters(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]#|~]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** The backticks that a text cannot end: one more than it has in a row. */
const fence = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));

/** A text as code within a cell of a table. */
function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`);
  const ticks = fence(line, 1);
  return `${ticks}${/^`|`$|^ .* $/.test(line) ? ` ${line} ` : line}${ticks}`;
}

const block = (text: string, language: string): string => {
  const ticks = fence(text, 3);
  return `${ticks}${language}\n${text}\n${ticks}`;
};

const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;

const table = (rows: string[][], numbersFrom = Infinity): string => {
  const rule = rows[0]!.map((_, column) => (column >= numbersFrom ? '---:' : '---'));
  return [line(rows[0]!), line(rule), ...rows.slice(1).map(line)].join('\n');
};

const cellText = ({ permission, detail }: PermissionCell): string =>
  `${permissions[permission]} ${permission}${detail ? ` <br>${code(detail)}` : ''}`;

function failureText(result: CaseResult, report: Report): string {
  const { id, description, level } = result.case;
  const last = result.exchanges.at(-1);
  const rows = result.exchanges.flatMap(({ differences }) =>
    differences.map(({ path, expected, actual }) => [
      code(escapeControlCharacters(path) || 'answer'),
      code(formatValue(expected, 200)),
      code(formatValue(actual, 200)),
    ]),
  );
  const reason = outcomeReason(result);
  return [
    `### ${plain(id)} (${level})`,
    plain(description),
    requirementDetails(result, report)
      .map((each) => `- ${plain(requirementLabel(each))}: ${plain(each.text)}`)
      .join('\n'),
    ...(reason ? [plain(reason)] : []),
    ...(rows.length > 0 ? [table([['where', 'expected', 'actual'], ...rows])] : []),
    ...(last ? [block(escapeControlCharacters(curlCommand(last, report.target.url)), 'sh')] : []),
  ].join('\n\n');
}

/** The failures, whole as long as there is room, and how many more there are. */
function failureTexts(report: Report): string[] {
  const failures = unwaivedFailures(report);
  const texts: string[] = [];
  let room = limit;
  for (const result of failures) {
    const text = failureText(result, report);
    room -= text.length + 2;
    if (room < 0)
      return [...texts, `And ${failures.length - texts.length} more failures: the page of this run has them.`];
    texts.push(text);
  }
  return texts;
}

const list = (lines: string[]): string[] => (lines.length === 0 ? [] : [lines.map((each) => `- ${each}`).join('\n')]);

/** A summary for a pull request, in GitHub's Markdown. */
export function markdownSummary(report: Report): string {
  const { verdict, sentence, target, mode, startedAt, seconds } = report;
  const faults = report.waivers.filter(({ problem }) => problem);
  const unable = report.results.filter(({ outcome }) => outcome === 'could not run');
  const failures = failureTexts(report);
  const parts = [
    `## ${marks[verdict]} ${plain(sentence)}`,
    `${code(target.url)} as ${plain(target.dialect)}, mode ${mode}, ${plain(startedAt)}, ${seconds.toFixed(1)} s`,
    ...list(faults.map((each) => `The waiver of ${plain(each.case)}: ${plain(each.problem!)}`)),
    table(operationTableCells(report), 1),
    table([
      ['operation by role', ...actors],
      ...permissionMatrix(report).map(({ operation, cells }) => [operation, ...cells.map(cellText)]),
    ]),
    ...list(
      unable
        .map((each) => `${plain(each.case.id)} could not run: ${plain(truncate(each.reason ?? '', 200))}`)
        .slice(0, 20),
    ),
    ...(failures.length > 0 ? ['## Failures', ...failures] : []),
    ...(report.leftovers.length > 0 ? ['## Left behind', ...list(report.leftovers.map(plain).slice(0, 20))] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}
