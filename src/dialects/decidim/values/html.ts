import { decodeHTMLStrict } from 'entities';
import { escapeHtml } from '../../../escape-html.ts';
import { type HtmlElement, type HtmlNode, isRawTextElement, isVoidElement, parseHtml } from './html-parser.ts';

const wordSet = (text: string): Set<string> => new Set(text.split(' '));
/** The block elements of HTML 4, between which the serializer puts line breaks. */
const blockElements = wordSet(
  'address area base blockquote body br caption center col colgroup dd dir div dl dt fieldset form h1 h2 h3 h4 h5 h6 ' +
    'hr legend li link menu meta noscript ol optgroup option p param pre style table tbody td tfoot th thead title tr ul',
);
const loneSurrogates = /\p{Surrogate}/gu;
const urlAttributes = wordSet('action href src');
const normalizeEntities = (text: string): string => escapeHtml(decodeHTMLStrict(text));

const isPlainText = (text: string): boolean => !/[<>&]/.test(text);

/** Removes the tags of a text, and escapes special characters: the text whose length the platform validates. */
export function stripTags(html: string): string {
  if (isPlainText(html)) return html;
  const texts: string[] = [];
  // Without recursion, because elements can be nested in thousands of levels.
  const rest = parseHtml(html).toReversed();
  for (let node = rest.pop(); node; node = rest.pop()) {
    if ('text' in node) texts.push(normalizeEntities(node.text));
    else if ('children' in node && !isRawTextElement(node)) pushReversed(rest, node.children);
  }
  return texts.join('');
}

function pushReversed<T>(stack: T[], items: readonly T[]): void {
  for (let index = items.length - 1; index >= 0; index--) stack.push(items[index]!);
}

/** Returns a text as the platform stores it: HTML is parsed and serialized, a text without elements does not change. */
export function normalizeHtml(text: string): string {
  if (isPlainText(text)) return text;
  const nodes = parseHtml(text);
  return nodes.every((node) => 'text' in node) ? text : serialize(nodes);
}

/** A node to serialize, with the node after it and the element around it. */
interface Position {
  node: HtmlNode;
  next?: HtmlNode;
  parent?: HtmlElement;
}

function serialize(nodes: readonly HtmlNode[]): string {
  const parts: string[] = [];
  // What is still to serialize, the last item first.
  const rest: (Position | string)[] = nodes.map((node) => ({ node })).toReversed();
  for (let item = rest.pop(); item !== undefined; item = rest.pop()) {
    if (typeof item === 'string') parts.push(item);
    else pushReversed(rest, serializeNode(item));
  }
  return parts.join('');
}

/** Returns the texts and the children of a node, in the order of the document. */
function serializeNode({ node, next, parent }: Position): (Position | string)[] {
  if ('markup' in node) return [node.markup];
  if ('text' in node) return [parent && isRawTextElement(parent) ? node.text : normalizeEntities(node.text)];
  const { name, children } = node;
  const isBlock = blockElements.has(name);
  const startTag = `<${name}${node.attributes.map((attribute) => serializeAttribute(attribute, name)).join('')}>`;
  const breakAfter = isBlock && next && !('text' in next) && parent && !parent.name.startsWith('p') ? '\n' : '';
  if (isVoidElement(node)) return [`${startTag}${breakAfter}`];
  const endTag = `</${name}>${breakAfter}`;
  if (children.length === 0) return [startTag + endTag];
  const breaksInside = isBlock && children.length > 1 && !name.startsWith('p');
  const breakBeside = (child: HtmlNode) => (breaksInside && !('text' in child) ? '\n' : '');
  const inner = children.map((child, index) => ({ node: child, next: children[index + 1], parent: node }));
  return [startTag + breakBeside(children[0]!), ...inner, breakBeside(children.at(-1)!) + endTag];
}

const encodeUrl = (url: string): string =>
  encodeURI(url.replace(loneSurrogates, '\ufffd'))
    .replace(/%25(?=[\da-f]{2})/gi, '%')
    .replaceAll('%22', '"');

function serializeAttribute([name, value]: HtmlElement['attributes'][number], elementName: string): string {
  if (value === undefined) return ` ${name}`;
  const isUrl = urlAttributes.has(name) || (name === 'name' && elementName === 'a');
  const decoded = decodeHTMLStrict(value);
  const text = isUrl ? encodeUrl(decoded) : decoded;
  if (text.includes('"') && !text.includes("'")) return ` ${name}='${escapeHtml(text)}'`;
  return ` ${name}="${escapeHtml(text, /[&<>"]/g)}"`;
}
