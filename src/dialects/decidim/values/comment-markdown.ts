import { renderInline } from './comment-markdown-inline.ts';

/*
 * The Markdown of comments, as Redcarpet renders it for the platform, without the tags that the platform removes: everything
 * but paragraphs and quotes becomes text.
 */

const header = /^#{1,6}\s*(.*?)\s*#*$/;
const underline = /^(=+|-+)\s*$/;
const rule = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/;
const quote = /^ {0,3}> ?/;
const bullet = /^ {0,3}[*+-] +/;
const number = /^ {0,3}\d+\. +/;
const indent = /^ {1,4}/;
const blockTag =
  /^<(p|dl|h[1-6]|ol|ul|del|div|ins|pre|form|math|table|figure|iframe|script|style|fieldset|noscript|blockquote)\b/i;

const isBlank = (line: string): boolean => line.trim() === '';
const markerOf = (line: string): RegExp | undefined =>
  rule.test(line) ? undefined : [bullet, number].find((marker) => marker.test(line));

/** How deeply blocks can be nested; deeper ones are left out. */
const maxNesting = 16;

/** What a block becomes, and the index of the line after it. */
type Block = [html: string, end: number];

const endsParagraph = (line: string): boolean =>
  isBlank(line) || line.startsWith('#') || rule.test(line) || quote.test(line);

/** The end of the first lines that a test accepts. */
function endOf(lines: readonly string[], start: number, accepts: (line: string) => boolean): number {
  let end = start;
  while (end < lines.length && accepts(lines[end]!)) end++;
  return end;
}

/** An HTML block disappears: it ends after the line with its end tag. */
function readHtmlBlock(lines: readonly string[], start: number): Block | undefined {
  const name = blockTag.exec(lines[start]!)?.[1]!.toLowerCase();
  if (!name) return undefined;
  const last = lines.findIndex((line, index) => index >= start && line.trimEnd().toLowerCase().endsWith(`</${name}>`));
  return last < 0 ? undefined : ['', last + 1];
}

function readQuote(lines: readonly string[], start: number, depth: number): Block {
  const end = endOf(lines, start, (line) => !isBlank(line));
  const inner = lines.slice(start, end).map((line) => line.replace(quote, ''));
  return [`<blockquote class="comment__quote">${renderBlocks(inner, depth + 1)}</blockquote>`, end];
}

/** Reads an item: the lines up to the next item of the list, or to an empty line with a line after it that is not indented. */
function readItem(lines: readonly string[], start: number, marker: RegExp, depth: number): Block {
  const item = [lines[start]!.replace(marker, '')];
  let sublist = Infinity;
  let hasBlocks = false;
  let end = start + 1;
  for (; end < lines.length; end++) {
    const line = lines[end]!;
    const isAfterBlank = isBlank(lines[end - 1]!);
    const isIndented = indent.test(line);
    if (!isBlank(line) && !isIndented && (isAfterBlank || markerOf(line))) break;
    if (markerOf(line.replace(indent, '')) && isIndented) sublist = Math.min(sublist, item.length);
    else if (isAfterBlank && !isBlank(line)) hasBlocks = true;
    item.push(line.replace(indent, ''));
  }
  const [before, after] = [item.slice(0, sublist), item.slice(sublist)];
  const text = hasBlocks ? renderBlocks(before, depth + 1) : renderInline(before.join('\n').trimEnd());
  const nested = after.length > 0 ? `\n${renderBlocks(after, depth + 1)}` : '';
  return [`${text}${nested}`.replace(/\n+$/, ''), end];
}

function readList(
  lines: readonly string[],
  start: number,
  marker: RegExp,
  { depth, hasTextBefore }: { depth: number; hasTextBefore: boolean },
): Block {
  let html = hasTextBefore ? '\n\n' : '\n';
  let index = start;
  while (index < lines.length && marker.test(lines[index]!)) {
    const [item, end] = readItem(lines, index, marker, depth);
    html += `${item}\n`;
    index = end;
  }
  return [`${html}\n`, index];
}

function readParagraph(lines: readonly string[], start: number): Block {
  const end = endOf(lines, start + 1, (line) => !endsParagraph(line) && !underline.test(line));
  const text = renderInline(lines.slice(start, end).join('\n').trimEnd());
  // A header is its text.
  return end < lines.length && underline.test(lines[end]!) ? [text, end + 1] : [`<p>${text}</p>`, end];
}

function readBlock(lines: readonly string[], start: number, depth: number, hasTextBefore: boolean): Block {
  const line = lines[start]!;
  const title = header.exec(line)?.[1];
  if (title !== undefined) return [renderInline(title), start + 1];
  const htmlBlock = readHtmlBlock(lines, start);
  if (htmlBlock) return htmlBlock;
  if (rule.test(line)) return [hasTextBefore ? '\n\n' : '\n', start + 1];
  if (quote.test(line)) return readQuote(lines, start, depth);
  const marker = markerOf(line);
  return marker ? readList(lines, start, marker, { depth, hasTextBefore }) : readParagraph(lines, start);
}

function renderBlocks(lines: readonly string[], depth = 0): string {
  if (depth > maxNesting) return '';
  let html = '';
  for (let index = 0; index < lines.length;) {
    if (isBlank(lines[index]!)) {
      index++;
      continue;
    }
    const [block, end] = readBlock(lines, index, depth, html !== '');
    html += block;
    index = end;
  }
  return html;
}

/** Renders the Markdown of a comment. */
export const renderMarkdown = (text: string): string => renderBlocks(text.replaceAll('\t', '    ').split(/\r\n?|\n/));
