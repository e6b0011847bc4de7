import { escapeHtml } from '../../../escape-html.ts';

const inline = new RegExp(
  [
    /\\(?<escaped>[\\`*_{}[\]()#+\-.!:|&<>^~="$])/,
    /(?<ticks>`+)(?<code>[^`](?:[^]*?[^`])?)\k<ticks>(?!`)/,
    /<(?<address>(?:https?|ftp):\/\/[^>\s]+|[^>\s@/]+@[^>\s]+)>/,
    /(?<tag><[a-z!/][^>]*>)/,
    /\[(?<label>[^[\]]*)\]\((?:https?:\/\/|ftp:\/\/|mailto:|\/|#)[^()]*\)/,
    /(?<mark>\*{1,3}|_{1,3})(?=\S)(?<emphasized>[^]*?\S)\k<mark>/,
    /(?<entity>&#?[a-z\d]+;)/,
    /(?<lineBreak> {2,}(?=\n))/,
    /(?<character>[&<>])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

/** Renders the Markdown in a paragraph. Simple emphasis is marked by underscores; other marks, tags and links are left out. */
export const renderInline = (text: string): string =>
  text.replace(inline, (match, ...rest) => {
    const { escaped, code, address, tag, label, mark, emphasized, entity, lineBreak } = rest.at(-1) as Record<
      string,
      string | undefined
    >;
    if (tag !== undefined || lineBreak !== undefined) return '';
    if (entity !== undefined) return entity;
    if (label !== undefined) return renderInline(label);
    if (emphasized !== undefined)
      return mark!.length === 1 ? `_${renderInline(emphasized)}_` : renderInline(emphasized);
    return escapeHtml(escaped ?? code?.trim() ?? address ?? match);
  });
