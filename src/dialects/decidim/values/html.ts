import { decodeHTMLStrict } from 'entities';
import { type HtmlElement, type HtmlNode, parseHtml, isRawTextElement, isVoidElement } from './html-parser.ts';

const words = (text: string): Set<string> => new Set(text.split(' '));
/** The elements of HTML 4 that stand on lines of their own. */
const blocks = words(
  'address area base blockquote body br caption center col colgroup dd dir div dl dt fieldset form h1 h2 h3 h4 h5 h6 ' +
    'hr legend li link menu meta noscript ol optgroup option p param pre style table tbody td tfoot th thead title tr ul',
);
const links = words('action href src');
const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const encoded = (text: string, which = /[&<>]/g): string =>
  decodeHTMLStrict(text).replace(which, (sign) => signs[sign]!);

const isPlain = (text: string): boolean => !/[<>&]/.test(text);

/** The text without its tags, as the platform measures it: with what is special in HTML written as entities. */
export const stripTags = (html: string): string => (isPlain(html) ? html : parseHtml(html).map(textOf).join(''));

function textOf(node: HtmlNode): string {
  if ('text' in node) return encoded(node.text);
  return 'markup' in node || isRawTextElement(node) ? '' : node.children.map(textOf).join('');
}

/** The text as the platform stores it: HTML is printed anew, anything else is left as it is. */
export function normalizeHtml(text: string): string {
  if (isPlain(text)) return text;
  const nodes = parseHtml(text);
  if (nodes.every((node) => 'text' in node)) return text;
  return nodes.map((node) => printed(node)).join('');
}

function printed(node: HtmlNode, next?: HtmlNode, parent?: HtmlElement): string {
  if ('markup' in node) return node.markup;
  if ('text' in node) return parent && isRawTextElement(parent) ? node.text : encoded(node.text);
  const { name, children } = node;
  const onLines = blocks.has(name);
  const tag = `<${name}${node.attributes.map(attribute).join('')}>`;
  const after = onLines && next && !('text' in next) && parent && !parent.name.startsWith('p') ? '\n' : '';
  if (isVoidElement(node)) return `${tag}${after}`;
  const spread = onLines && children.length > 1 && !name.startsWith('p');
  const edge = (child: HtmlNode) => (spread && !('text' in child) ? '\n' : '');
  const inner = children.map((child, index) => printed(child, children[index + 1], node)).join('');
  const content = children.length === 0 ? '' : `${edge(children[0]!)}${inner}${edge(children.at(-1)!)}`;
  return `${tag}${content}</${name}>${after}`;
}

function attribute([name, value]: HtmlElement['attributes'][number]): string {
  if (value === undefined) return ` ${name}`;
  const text = links.has(name) ? encodeURI(decodeHTMLStrict(value)).replace(/%25(?=[\da-f]{2})/gi, '%') : value;
  if (text.includes('"') && !text.includes("'")) return ` ${name}='${encoded(text)}'`;
  return ` ${name}="${encoded(text, /[&<>"]/g)}"`;
}
