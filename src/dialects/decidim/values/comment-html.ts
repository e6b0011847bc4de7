import { Marked, type Tokens } from 'marked';
import type { RequestContext } from '../../../graphql/context.ts';
import type { Translations } from '../../../records/records.ts';
import { escapeHtml } from '../../../escape-html.ts';
import { componentPath, pagePath } from '../../../resources/urls.ts';
import { isDeleted, isParticipant } from '../resources/relations.ts';
import { User } from '../resources/users.ts';
import { defaultAvatarPath, meetingImagePath } from './files.ts';
import { normalizeHtml } from './html.ts';

/** What a link in Markdown may lead to; any other one stays as it was written. */
const linkTarget = /^(?:https?:\/\/|ftp:\/\/|mailto:|\/|#)/;
/** How deeply blocks can be nested; deeper markers are left out. */
const maxNesting = 16;
const deepMarkers = new RegExp(String.raw`^((?:[ \t]*(?:[>*+-]|\d+\.)(?=[ \t>])){${maxNesting}})[ \t>*+\-\d.]+`, 'gm');
/** A list does not end a paragraph. */
const paragraph = /^[^\n]+(?:\n(?! *\n|#| {0,3}>| {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})(?:\n|$))[^\n]+)*/;

const tag = /^<(?:(\/?[a-z][a-z\d.+-]*:[^\s'">]+)|\/?[a-z\d][^>]*)>/i;

/** The Markdown of comments, without the tags that the platform removes: everything but paragraphs and quotes becomes text. */
const markdown = new Marked({
  gfm: false,
  tokenizer: {
    html: () => undefined,
    // Comments and instructions of HTML are text. A tag whose name has a scheme, such as `</x:y>`, is a link.
    tag(source): Tokens.Tag | undefined {
      const [raw, link] = tag.exec(source) ?? [];
      if (raw === undefined) return undefined;
      return { type: 'html', raw, text: link ?? '', inLink: false, inRawBlock: false, block: false };
    },
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
    code: ({ text }) => `${escapeHtml(text)}\n`,
    codespan: ({ text }) => escapeHtml(text),
    em({ tokens }) {
      return `_${this.parser.parseInline(tokens)}_`;
    },
    heading({ tokens }) {
      return this.parser.parseInline(tokens);
    },
    hr: () => '\n\n',
    html: ({ text }) => escapeHtml(text),
    image: ({ text }) => `!${escapeHtml(text)}`,
    link({ href, raw, tokens }) {
      const isLink = raw.startsWith('<') || linkTarget.test(href);
      return isLink ? this.parser.parseInline(tokens) : escapeHtml(raw);
    },
    list({ items }) {
      return `\n\n${items.map((item) => `${this.parser.parse(item.tokens).replace(/\n+$/, '')}\n`).join('')}\n`;
    },
    paragraph({ tokens }) {
      const content = this.parser.parseInline(tokens);
      return content.trim() === '' ? '' : `<p>${content}</p>`;
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
  const paragraphs = html.replace(/\n\n+$/, '').split(/\n\n+/);
  return paragraphs.map((text) => `<div>${text.replaceAll(/([^\n]\n)(?=[^\n])/g, '$1<br />')}</div>`).join('\n\n');
}

/** Replaces the global ids of people by links to their profiles; those of unknown ones by nothing. */
const renderMentions = (html: string, context: RequestContext): string =>
  html.replaceAll(/gid:\/\/[\w-]+\/Decidim::User\/(\d+)/g, (_, id: string) => {
    const user = context.store.find('users', id);
    if (!user || !isParticipant(user)) return '';
    const url = isDeleted(user) ? '' : `${context.origin}${pagePath(`/profiles/${user.nickname}`, context)}`;
    const text = user.blocked ? '' : `@${user.nickname}`;
    return `<a href="${url}" data-external-link="false" target="_blank" rel="nofollow noopener noreferrer ugc">${text}</a>`;
  });

/** A text in the locale of the request, else in that of the organization, else in the first one. */
const textOf = (texts: Translations, { store, locale = '' }: RequestContext): string =>
  texts[locale] || texts[store.organization.defaultLocale] || Object.values(texts)[0] || '';

/** Replaces the global ids of proposals by links with the picture of their author, and those of meetings by links. */
function renderRecords(html: string, context: RequestContext): string {
  const { store } = context;
  const pathOf = (kind: 'meetings' | 'proposals', { id, componentId }: { id: number; componentId: number }) =>
    componentPath(store.get('components', componentId), `/${kind}/${id}`, context);
  return html
    .replaceAll(/gid:\/\/[\w-]+\/Decidim::Proposals::Proposal\/(\d+)/g, (_, id: string) => {
      const proposal = store.find('proposals', Number(id));
      if (!proposal) return '';
      const [author] = store.findMany('users', proposal.authorIds);
      const pictureOfNobody = proposal.meetingId ? meetingImagePath : defaultAvatarPath;
      const picture = author ? User.avatarUrl(author, {}, context) : pictureOfNobody;
      const indent = ' '.repeat(10);
      return `<a href="${pathOf('proposals', proposal)}"><span class="editor-mention">\n${indent}<img src="${picture}" class="not-prose">\n${indent}<span>${textOf(proposal.title, context)}</span>\n${' '.repeat(8)}</span></a>`;
    })
    .replaceAll(/gid:\/\/[\w-]*\/Decidim::Meetings::Meeting\/(\d+)/gi, (_, id: string) => {
      const meeting = store.find('meetings', Number(id));
      return meeting ? `<a href="${pathOf('meetings', meeting)}">${textOf(meeting.title, context)}</a>` : `~${id}`;
    });
}

/** `formattedBody` of a comment: its Markdown as HTML, of which only paragraphs, quotes and links are left. */
export const formatComment = (body: string, context: RequestContext): string =>
  wrapParagraphs(renderRecords(renderLinks(renderMentions(normalizeHtml(renderMarkdown(body)), context)), context));
