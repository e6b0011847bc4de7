import { Refusal } from '../../../errors.ts';

/** What receives the tokens of HTML, in their order. */
export interface HtmlTokenHandler {
  /** `tag` is the source text; the name is in lower case. */
  onStartTag(name: string, attributes: string, tag: string): void;
  onEndTag(name: string, tag: string): void;
  /** A comment or another declaration. */
  onMarkup(markup: string): void;
  onText(text: string): void;
}

/** The number of tags, comments and single `<` that a text may have. */
export const maxTags = 20_000;

const tagName = /[a-z][\w:.-]*/iy;
const unquotedText = /[^"'<>]+/y;

/** Returns the end of the match of a sticky pattern at an index; the index itself if there is no match. */
function endOfMatch(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex : index;
}

/** Returns the end of a start tag's attributes: the next angle bracket outside quotes, or a quote that is never closed. */
function endOfAttributes(html: string, start: number): number {
  let index = start;
  for (;;) {
    const end = html[index] === '>' ? index : endOfMatch(unquotedText, html, index);
    const quote = html[end];
    if (quote !== '"' && quote !== "'") return end;
    const closing = html.indexOf(quote, end + 1);
    if (closing < 0) return end;
    index = closing + 1;
  }
}

/**
 * Splits HTML into tokens in linear time: it never looks twice for an end that the text does not have. Throws a Refusal if there
 * are too many tags.
 */
export function tokenizeHtml(html: string, handler: HtmlTokenHandler): void {
  const lastBracket = html.lastIndexOf('>');

  /** Returns the end of the comment or declaration at an index; undefined if it has no end. */
  function endOfMarkup(start: number): number | undefined {
    if (html.startsWith('<!--', start)) {
      const end = html.indexOf('-->', start + 4);
      return end < 0 ? html.length : end + 3;
    }
    return start + 2 > lastBracket ? undefined : html.indexOf('>', start) + 1;
  }

  /** Handles the token that begins with the `<` at an index, and returns its end. */
  function readTag(start: number): number {
    const next = html[start + 1];
    if (next === '!' || next === '?') {
      const end = endOfMarkup(start);
      if (end === undefined) return readBracket(start);
      handler.onMarkup(html.slice(start, end));
      return end;
    }
    const nameStart = next === '/' ? start + 2 : start + 1;
    const nameEnd = endOfMatch(tagName, html, nameStart);
    if (nameEnd === nameStart) return readBracket(start);
    const name = html.slice(nameStart, nameEnd).toLowerCase();
    if (next === '/') {
      const end = nameEnd > lastBracket ? html.length : html.indexOf('>', nameEnd) + 1;
      handler.onEndTag(name, html.slice(start, end));
      return end;
    }
    const attributesEnd = endOfAttributes(html, nameEnd);
    const end = html[attributesEnd] === '>' ? attributesEnd + 1 : attributesEnd;
    handler.onStartTag(name, html.slice(nameEnd, attributesEnd), html.slice(start, end));
    return end;
  }

  function readBracket(start: number): number {
    handler.onText('<');
    return start + 1;
  }

  let tags = 0;
  for (let start = 0; start < html.length;) {
    const bracket = html.indexOf('<', start);
    if (bracket === start) {
      if (++tags > maxTags) throw new Refusal(`A text has more than ${maxTags} HTML tags.`);
      start = readTag(start);
      continue;
    }
    const end = bracket < 0 ? html.length : bracket;
    handler.onText(html.slice(start, end));
    start = end;
  }
}
