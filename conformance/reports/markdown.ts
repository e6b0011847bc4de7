import { isAbsolute } from 'node:path';
import { expectedInWords } from '../../src/cases/match.ts';
import { escapeControlCharacters, escapeLine, formatValue, truncate } from '../../src/client/format-text.ts';
import type { Report, Verdict } from '../model.ts';
import {
  type FailureGroup,
  type Sides,
  differenceText,
  firstLines,
  groupFailures,
  isAffected,
  listsOf,
  outcomeTable,
  shortPath,
  sidesOf,
} from './contents.ts';

// A comment on a pull request is limited to 65,536 characters.
const maxCharacters = 62_000;
const maxRows = 50;

const verdictMarks: Record<Verdict, string> = {
  conformant: '✅',
  'known failures': '⚠️',
  'not conformant': '❌',
  differences: '❌',
  'no difference': '☑️',
  'nothing judged': '🛑',
  stopped: '🛑',
};

/** Renders a summary of a report in GitHub Flavored Markdown, for a pull request. */
export function markdownSummary(report: Report): string {
  const { verdict, sentence, target, mode, startedAt, seconds, outage, documents } = report;
  const facts = `${code(target.url)}, dialect ${escapeMarkdown(target.dialect)}, mode ${mode}, ${escapeMarkdown(startedAt)}, ${seconds.toFixed(1)} s`;
  const before = [
    `## ${verdictMarks[verdict]} ${escapeMarkdown(sentence)}`,
    ...(documents ? [] : [facts]),
    ...(outage === undefined ? [] : [code(outage)]),
    ...limitedTable(
      outcomeTable(report).map((row) => row.map(escapeMarkdown)),
      documents ? Infinity : 1,
    ),
  ];
  const after = listsOf(report).flatMap(({ title, lines }) => section(escapeMarkdown(title), shortList(lines)));
  const rest = maxCharacters - [...before, ...after].join('\n\n').length;
  const parts = [
    ...before,
    ...section('Differences', groupTexts(groupFailures(report), sidesOf(report), rest)),
    ...after,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The groups that fit into a number of characters, and the number of the others. */
function groupTexts(groups: FailureGroup[], sides: Sides, limit: number): string[] {
  const texts: string[] = [];
  let remaining = limit;
  for (const group of groups) {
    const text = groupText(group, sides);
    remaining -= text.length + 2;
    if (remaining < 0)
      return [...texts, `And ${groups.length - texts.length} more differences; see report.html of this run.`];
    texts.push(text);
  }
  return texts;
}

/** Failures that differ in the same way: the first one whole, and the ids of the others. */
function groupText(group: FailureGroup, sides: Sides): string {
  const { title, results, heading, texts, differences, command } = group;
  const isGroup = command !== undefined && results.length > 1;
  const rows = differences.map(({ path, expected, actual }) => [
    code(shortPath(path, 200)),
    code(expectedInWords(expected, 200)),
    code(formatValue(actual, 200)),
  ]);
  return [
    `### ${isGroup ? `${results.length} × ${code(title)}, such as ` : ''}${escapeMarkdown(heading)}`,
    ...shortList(texts),
    ...limitedTable([['path', escapeMarkdown(sides.expected), escapeMarkdown(sides.received)], ...rows]),
    ...(command === undefined ? [] : [codeBlock(escapeControlCharacters(command), 'sh')]),
    ...(isGroup ? shortList(results.slice(1).map(({ id }) => id)) : []),
  ].join('\n\n');
}

/**
 * The annotations of GitHub Actions: one for each difference and for a target that stopped responding, and warnings for what is affected.
 * Each has the file and line of the first case if that is in the checkout of the workflow.
 */
export function githubAnnotations(report: Report): string[] {
  const title = report.documents ? 'Documents' : 'Conformance';
  const all = groupFailures(report);
  const annotate = (level: 'error' | 'warning'): string[] => {
    const groups = all.filter((each) => isAffected(each) === (level === 'warning'));
    const annotations = groups
      .slice(0, maxAnnotations)
      .map(({ results, heading, texts, differences: [difference] }) => {
        const [{ id, description, source, reason }, ...others] = results;
        const ofCase = [description, reason ?? (difference ? differenceText(difference, 200) : '')];
        const more = others.length > 0 ? `The same in ${others.length} more.` : '';
        const parts = report.documents ? [`${heading}:`, ...texts] : [...ofCase, more];
        return annotation(level, { source, title: `${title}: ${id}` }, parts.filter(Boolean).join(' '));
      });
    const hidden = groups.length - annotations.length;
    return hidden > 0
      ? [...annotations, annotation(level, { title }, `${hidden} more differences; see the step summary.`)]
      : annotations;
  };
  return [
    ...(report.outage === undefined ? [] : [annotation('error', { title }, report.outage)]),
    ...annotate('error'),
    ...annotate('warning'),
  ];
}

// GitHub shows ten errors of a step.
const maxAnnotations = 10;
const maxAnnotationCharacters = 1000;

/** Escapes a text of a workflow command (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands). */
const escapeData = (text: string): string =>
  truncate(escapeLine(text), maxAnnotationCharacters)
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** A workflow command that annotates a file, or the run. */
function annotation(
  level: 'error' | 'warning',
  { source, title }: { source?: { file: string; line: number } | undefined; title: string },
  message: string,
): string {
  // Only a file in the checkout of the workflow can be annotated.
  const place = source && !isAbsolute(source.file) && !source.file.startsWith('..') ? source : undefined;
  const properties = { file: place?.file, line: place && String(place.line), title };
  const list = Object.entries(properties).filter(([, value]) => value !== undefined);
  return `::${level} ${list.map(([name, value]) => `${name}=${escapeProperty(value!)}`).join(',')}::${escapeData(message)}`;
}

const maxListItems = 20;
/** The characters of a text of a target. */
const maxItemCharacters = 300;

/** Escapes a text, so that Markdown shows it unchanged. */
export const escapeMarkdown = (text: string): string =>
  escapeControlCharacters(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]#|~]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** At least `minimum` backticks, and one more than the longest run of them in the text. */
const fence = (text: string, minimum: number): string =>
  '`'.repeat(Math.max(minimum, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));

/** A text as inline code, for a table cell too. */
function code(text: string): string {
  const line = escapeControlCharacters(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', String.raw`\|`);
  const ticks = fence(line, 1);
  const needsPadding = /^`|`$|^ .* $/.test(line);
  return `${ticks}${needsPadding ? ` ${line} ` : line}${ticks}`;
}

function codeBlock(text: string, language: string): string {
  const ticks = fence(text, 3);
  return `${ticks}${language}\n${text}\n${ticks}`;
}

const tableRow = (cells: string[]): string => `| ${cells.join(' | ')} |`;

/** A table whose first row is the header, without the rows that are too many; the columns from `numbersFrom` are right-aligned. */
function limitedTable([header = [], ...rows]: string[][], numbersFrom = Infinity): string[] {
  if (rows.length === 0) return [];
  const alignment = header.map((_, column) => (column >= numbersFrom ? '---:' : '---'));
  const shown = rows.slice(0, maxRows);
  const hidden = rows.length - shown.length;
  return [
    [header, alignment, ...shown].map(tableRow).join('\n'),
    ...(hidden > 0 ? [`And ${hidden} more; see report.html of this run.`] : []),
  ];
}

export const list = (lines: string[]): string[] =>
  lines.length === 0 ? [] : [lines.map((each) => `- ${each}`).join('\n')];

/** A list of texts that a target has influenced; as code, they mention nobody and link nowhere. */
const shortList = (lines: string[]): string[] =>
  list(firstLines(lines, maxListItems, (line) => code(truncate(line, maxItemCharacters))));

export const section = (title: string, lines: string[]): string[] =>
  lines.length > 0 ? [`## ${title}`, ...lines] : [];
