import { decodeHTMLStrict } from 'entities';
import { type HtmlElement, type HtmlNode, isRawTextElement, isVoidElement, parseHtml } from './html-parser.ts';

const wordSet = (text: string): Set<string> => new Set(text.split(' '));
/** The block elements of HTML 4, between which the serializer puts line breaks. */
const blockElements = wordSet(
  'address area base blockquote body br caption center col colgroup dd dir div dl dt fieldset form h1 h2 h3 h4 h5 h6 ' +
    'hr legend li link menu meta noscript ol optgroup option p param pre style table tbody td tfoot th thead title tr ul',
);
const urlAttributes = wordSet('action href src');
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const normalizeEntities = (text: string, characters = /[&<>]/g): string =>
  decodeHTMLStrict(text).replace(characters, (character) => entities[character]!);

const isPlainText = (text: string): boolean => !/[<>&]/.test(text);

/** Removes the tags of a text, and escapes special characters: the text whose length the platform validates. */
export const stripTags = (html: string): string => (isPlainText(html) ? html : parseHtml(html).map(textOf).join(''));

function textOf(node: HtmlNode): string {
  if ('text' in node) return normalizeEntities(node.text);
  return 'markup' in node || isRawTextElement(node) ? '' : node.children.map(textOf).join('');
}

/** Returns a text as the platform stores it: HTML is parsed and serialized, a text without elements does not change. */
export function normalizeHtml(text: string): string {
  if (isPlainText(text)) return text;
  const nodes = parseHtml(text);
  if (nodes.every((node) => 'text' in node)) return text;
  return nodes.map((node) => serialize(node)).join('');
}

function serialize(node: HtmlNode, next?: HtmlNode, parent?: HtmlElement): string {
  if ('markup' in node) return node.markup;
  if ('text' in node) return parent && isRawTextElement(parent) ? node.text : normalizeEntities(node.text);
  const { name, children } = node;
  const isBlock = blockElements.has(name);
  const startTag = `<${name}${node.attributes.map(serializeAttribute).join('')}>`;
  const breakAfter = isBlock && next && !('text' in next) && parent && !parent.name.startsWith('p') ? '\n' : '';
  if (isVoidElement(node)) return `${startTag}${breakAfter}`;
  const breaksInside = isBlock && children.length > 1 && !name.startsWith('p');
  const breakBeside = (child: HtmlNode) => (breaksInside && !('text' in child) ? '\n' : '');
  const inner = children.map((child, index) => serialize(child, children[index + 1], node)).join('');
  const content = children.length === 0 ? '' : `${breakBeside(children[0]!)}${inner}${breakBeside(children.at(-1)!)}`;
  return `${startTag}${content}</${name}>${breakAfter}`;
}

function serializeAttribute([name, value]: HtmlElement['attributes'][number]): string {
  if (value === undefined) return ` ${name}`;
  const text = urlAttributes.has(name) ? encodeURI(decodeHTMLStrict(value)).replace(/%25(?=[\da-f]{2})/gi, '%') : value;
  if (text.includes('"') && !text.includes("'")) return ` ${name}='${normalizeEntities(text)}'`;
  return ` ${name}="${normalizeEntities(text, /[&<>"]/g)}"`;
}
