import type { RequestContext } from '../../../graphql/context.ts';
import { renderMarkdown } from './comment-markdown.ts';
import { normalizeHtml } from './html.ts';
import { renderMentions } from './mentions.ts';

const link = /<[^>]*>|(?:(?:ftp|https?):\/\/|www\.)[^\s<\u00A0"]+/gi;
const trailingPunctuation = /[^\p{L}\p{M}\p{N}\p{Pc}/=&]$/u;
const brackets: Record<string, string> = { ']': '[', ')': '(', '}': '{' };

const countOf = (text: string, character: string): number => text.split(character).length - 1;

/** The length of a URL without the punctuation after it. A closing bracket belongs to the URL if the opening one does. */
function lengthOfUrl(text: string): number {
  let url = text;
  for (let mark; (mark = trailingPunctuation.exec(url)?.[0]) !== undefined; url = url.slice(0, -mark.length)) {
    const opening = brackets[mark];
    if (opening && countOf(url, opening) >= countOf(url, mark)) break;
  }
  return url.length;
}

/** Turns the URLs in HTML into links, except in tags and in links. */
function renderLinks(html: string): string {
  let isInLink = false;
  return html.replace(link, (match) => {
    if (match.startsWith('<')) {
      if (/^<\/?a\b/i.test(match)) isInLink = match[1] !== '/';
      return match;
    }
    const length = isInLink ? 0 : lengthOfUrl(match);
    if (length === 0) return match;
    const url = match.slice(0, length);
    const href = /^www\./i.test(url) ? `http://${url}` : url;
    return `<a href="${href}" target="_blank" rel="nofollow noopener noreferrer ugc">${url}</a>${match.slice(length)}`;
  });
}

/** Puts texts between empty lines into `div` elements, with line breaks as in the text. */
function wrapParagraphs(html: string): string {
  if (html.trim() === '') return '<div></div>';
  const paragraphs = html.replace(/\n+$/, '').split(/\n\n+/);
  return paragraphs.map((text) => `<div>${text.replaceAll(/([^\n]\n)(?=[^\n])/g, '$1<br />')}</div>`).join('\n\n');
}

/** `formattedBody` of a comment: its Markdown as HTML, of which only paragraphs, quotes and links are left. */
export const formatComment = (body: string, context: RequestContext): string =>
  wrapParagraphs(renderLinks(renderMentions(normalizeHtml(renderMarkdown(body)), context)));
