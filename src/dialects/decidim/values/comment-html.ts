import { Marked, type Tokens } from 'marked';
import type { RequestContext } from '../../../graphql/context.ts';
import { escapeHtml } from '../../../escape-html.ts';
import type { Store } from '../../../store/store.ts';
import { pagePath } from '../../../server/resolvers/urls.ts';
import { globalId } from './files.ts';
import { normalizeHtml } from './html.ts';

/** What a link in Markdown may lead to; any other one stays as it was written. */
const linkTarget = /^(?:https?:\/\/|ftp:\/\/|mailto:|\/|#)/;
/** How deeply blocks can be nested; deeper markers are left out. */
const maxNesting = 16;
const deepMarkers = new RegExp(String.raw`^((?:[ \t]*(?:[>*+-]|\d+\.)(?=[ \t>])){${maxNesting}})[ \t>*+\-\d.]+`, 'gm');
/** A list does not end a paragraph. */
const paragraph = /^[^\n]+(?:\n(?! *\n|#| {0,3}>| {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})(?:\n|$))[^\n]+)*/;

/** The Markdown of comments, without the tags that the platform removes: everything but paragraphs and quotes becomes text. */
const markdown = new Marked({
  gfm: false,
  tokenizer: {
    code: () => undefined,
    fences: () => undefined,
    paragraph(source): Tokens.Paragraph | undefined {
      const raw = paragraph.exec(source)?.[0];
      if (raw === undefined) return undefined;
      const text = raw.trimEnd();
      return { type: 'paragraph', raw, text, tokens: this.lexer.inline(text) };
    },
  },
  renderer: {
    blockquote({ tokens }) {
      return `<blockquote class="comment__quote">${this.parser.parse(tokens)}</blockquote>`;
    },
    br: () => '\n',
    codespan: ({ text }) => escapeHtml(text),
    em({ tokens }) {
      return `_${this.parser.parseInline(tokens)}_`;
    },
    heading({ tokens }) {
      return this.parser.parseInline(tokens);
    },
    hr: () => '\n\n',
    html: () => '',
    image: ({ text }) => `!${escapeHtml(text)}`,
    link({ href, raw, tokens }) {
      const isLink = raw.startsWith('<') || linkTarget.test(href);
      return isLink ? this.parser.parseInline(tokens) : escapeHtml(raw);
    },
    list({ items }) {
      return `\n\n${items.map((item) => `${this.parser.parse(item.tokens).replace(/\n+$/, '')}\n`).join('')}\n`;
    },
    paragraph({ tokens }) {
      return `<p>${this.parser.parseInline(tokens)}</p>`;
    },
    strong({ tokens }) {
      return this.parser.parseInline(tokens);
    },
  },
});

/** A list or a rule at the beginning follows one line break, and a later one two. */
const renderMarkdown = (text: string): string =>
  (markdown.parse(text.replace(deepMarkers, '$1 ')) as string).replaceAll(/(?<=^|quote">)\n(?=\n)/g, '');

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

/** Replaces the global ids of people by links to their profiles; those of unknown ones by nothing. */
const renderMentions = (html: string, context: RequestContext): string =>
  html.replaceAll(/gid:\/\/[\w-]+\/Decidim::User\/(\d+)/g, (_, id: string) => {
    const user = context.store.find('users', id);
    if (!user) return '';
    const url = `${context.origin}${pagePath(`/profiles/${user.nickname}`, context, context.locale)}`;
    return `<a href="${url}" data-external-link="false" target="_blank" rel="nofollow noopener noreferrer ugc">@${user.nickname}</a>`;
  });

/** `formattedBody` of a comment: its Markdown as HTML, of which only paragraphs, quotes and links are left. */
export const formatComment = (body: string, context: RequestContext): string =>
  wrapParagraphs(renderLinks(renderMentions(normalizeHtml(renderMarkdown(body)), context)));

/**
 * Returns the text of a comment as the platform stores it: mentions of people, such as `@ada`, become global ids. In HTML, which is
 * normalized, they stay.
 */
export function storeMentions(text: string, store: Store): string {
  if (/<[a-z!/]/i.test(text)) return normalizeHtml(text);
  return text.replaceAll(/\B@(\w+)\b/g, (mention, name: string) => {
    const user = store
      .all('users')
      .find((each) => each.key === null && each.nickname.toLowerCase() === name.toLowerCase());
    return user ? globalId('Decidim::User', user.id) : mention;
  });
}
