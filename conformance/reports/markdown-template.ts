import { escapeControlCharacters, truncate } from '../../src/client/format-text.ts';

const maxListItems = 20;
/** The characters of a text of a target. */
export const maxItemCharacters = 300;

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
export function code(text: string): string {
  const line = escapeControlCharacters(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', String.raw`\|`);
  const ticks = fence(line, 1);
  const needsPadding = /^`|`$|^ .* $/.test(line);
  return `${ticks}${needsPadding ? ` ${line} ` : line}${ticks}`;
}

export function codeBlock(text: string, language: string): string {
  const ticks = fence(text, 3);
  return `${ticks}${language}\n${text}\n${ticks}`;
}

const tableRow = (cells: string[]): string => `| ${cells.join(' | ')} |`;

/** A table whose first row is the header; the columns from `numbersFrom` are right-aligned. */
export function table(rows: string[][], numbersFrom = Infinity): string {
  const alignment = rows[0]!.map((_, column) => (column >= numbersFrom ? '---:' : '---'));
  return [tableRow(rows[0]!), tableRow(alignment), ...rows.slice(1).map(tableRow)].join('\n');
}

export const list = (lines: string[]): string[] =>
  lines.length === 0 ? [] : [lines.map((each) => `- ${each}`).join('\n')];

/** A list of texts that a target has influenced; as code, they mention nobody and link nowhere. */
export const shortList = (lines: string[]): string[] =>
  list([
    ...lines.slice(0, maxListItems).map((line) => code(truncate(line, maxItemCharacters))),
    ...(lines.length > maxListItems ? [`and ${lines.length - maxListItems} more`] : []),
  ]);

export const section = (title: string, lines: string[]): string[] =>
  lines.length > 0 ? [`## ${title}`, ...lines] : [];
