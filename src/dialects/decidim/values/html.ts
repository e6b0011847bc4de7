import { Parser } from 'htmlparser2';
import { Refusal } from '../../../errors.ts';
import { escapeHtml } from '../../../escape-html.ts';

/*
 * Rich text, as the platform stores it: libxml2 has parsed it as HTML 4 and printed it again. htmlparser2 closes the same elements; what
 * libxml2 prints in its own way is here.
 */

const wordSet = (text: string): Set<string> => new Set(text.split(' '));
const voidElements = wordSet('area base basefont br col embed frame hr img input isindex link meta param');
const rawTextElements = wordSet('script style');
/** Elements of a whole document: in a fragment, the tags are dropped and their content is kept. */
const documentElements = wordSet('body head html');
/** The block elements of HTML 4, between which there are line breaks. */
const blockElements = wordSet(
  'address area base blockquote body br caption center col colgroup dd dir div dl dt fieldset form h1 h2 h3 h4 h5 h6 ' +
    'hr legend li link menu meta noscript ol optgroup option p param pre style table tbody td tfoot th thead title tr ul',
);
/** The start tags that end an element in HTML 4, and not always in HTML 5. */
const closedBy = new Map([
  ['p', wordSet('li')],
  ['li', wordSet('li')],
  ['td', wordSet('th')],
]);
const urlAttributes = wordSet('action href src');

/** The number of tags, comments and single `<` that a text may have. */
export const maxTags = 20_000;

/** A printed node. */
interface Part {
  html: string;
  isText?: boolean;
  isBlock?: boolean;
}

interface OpenElement {
  name: string;
  attributes: string;
  /** The attributes `data-*`. */
  data: Map<string, string>;
  parts: Part[];
  /** Whether its tags are dropped. */
  isDropped?: boolean;
}

const encodeUrl = (url: string): string =>
  encodeURI(url.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replace(/%25(?=[\da-f]{2})/gi, '%')
    .replaceAll('%22', '"');

function printAttribute(elementName: string, name: string, value: string): string {
  const isUrl = urlAttributes.has(name) || (name === 'name' && elementName === 'a');
  const text = isUrl ? encodeUrl(value) : value;
  if (text.includes('"') && !text.includes("'")) return ` ${name}='${escapeHtml(text)}'`;
  return ` ${name}="${escapeHtml(text, /[&<>"]/g)}"`;
}

function printElement({ name, attributes, parts }: OpenElement): Part {
  const isBlock = blockElements.has(name);
  const startTag = `<${name}${attributes}>`;
  if (voidElements.has(name)) return { html: startTag, isBlock };
  const hasBreaks = !name.startsWith('p');
  const breaksInside = isBlock && hasBreaks && parts.length > 1;
  let html = startTag + (breaksInside && !parts[0]!.isText ? '\n' : '');
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    html += part.html + (hasBreaks && part.isBlock && next && !next.isText ? '\n' : '');
  }
  return { html: `${html}${breaksInside && !parts.at(-1)!.isText ? '\n' : ''}</${name}>`, isBlock };
}

/** Replaces an element by a text, from its attributes `data-*` and its content; undefined if the element stays. */
type ReplaceElement = (data: ReadonlyMap<string, string>, content: string) => string | undefined;

/** Returns HTML as the platform prints it, undefined for a text without elements, and the text without its tags. Throws a Refusal if there are too many tags. */
function parse(source: string, replaceElement?: ReplaceElement): { html?: string | undefined; stripped: string } {
  if (!/[<>&]/.test(source)) return { stripped: source };
  if (source.split('<').length - 1 > maxTags) throw new Refusal(`A text has more than ${maxTags} HTML tags.`);
  const open: OpenElement[] = [{ name: '', attributes: '', data: new Map(), parts: [] }];
  let stripped = '';
  let isRaw = false;
  let isReplaced = false;
  const add = (part: Part) => void open.at(-1)!.parts.push(part);
  const addText = (html: string) => {
    const last = open.at(-1)!.parts.at(-1);
    if (last?.isText) last.html += html;
    else add({ html, isText: true });
  };
  const close = () => {
    const element = open.pop()!;
    const content = () => element.parts.map(({ html }) => html).join('');
    const text = element.data.size > 0 ? replaceElement?.(element.data, content()) : undefined;
    if (text === undefined) for (const part of element.isDropped ? element.parts : [printElement(element)]) add(part);
    else addText(escapeHtml(text));
    isReplaced ||= text !== undefined;
  };
  const parser = new Parser({
    onopentagname(name) {
      // Each call shortens `open`.
      // oxlint-disable-next-line no-unmodified-loop-condition
      while (closedBy.get(open.at(-1)!.name)?.has(name)) close();
      open.push({ name, attributes: '', data: new Map(), parts: [] });
    },
    onattribute(name, value, quote) {
      // The platform's parser passes over what begins with another character, such as a slash, up to the next blank.
      if (source[parser.startIndex - 1] === '/' || !/^[\p{L}_:.]/u.test(name)) return;
      const element = open.at(-1)!;
      if (name.startsWith('data-')) element.data.set(name, value);
      element.attributes += quote === undefined ? ` ${name}` : printAttribute(element.name, name, value);
    },
    onopentag(name, _, isImplied) {
      isRaw = rawTextElements.has(name);
      // HTML 5 opens an element for `</p>` and `</br>` without one.
      open.at(-1)!.isDropped = isImplied || documentElements.has(name);
    },
    ontext(text) {
      const html = isRaw ? text : escapeHtml(text);
      if (!isRaw) stripped += html;
      addText(html);
    },
    onclosetag(name) {
      isRaw = false;
      if (open.at(-1)!.name === name) close();
    },
    // HTML 5 reads an instruction, such as `<?php ?>`, and `<![CDATA[x]]>` as comments.
    oncomment(text) {
      const html = source.startsWith('<![', parser.startIndex) ? `<!${text}>` : `<!--${text}-->`;
      add({ html: source.startsWith('<?', parser.startIndex) ? `<${text}>` : html });
    },
    onprocessinginstruction: (_, text) => add({ html: `<${text}>` }),
  });
  // A tag that never ends is one.
  const lastTag = source.lastIndexOf('<');
  const hasEnd = lastTag < 0 || source.includes('>', lastTag) || !/^<[a-z]/i.test(source.slice(lastTag, lastTag + 2));
  parser.end(hasEnd ? source : `${source}>`);
  const { parts } = open[0]!;
  const isHtml = isReplaced || parts.some(({ isText }) => !isText);
  return { html: isHtml ? parts.map(({ html }) => html).join('') : undefined, stripped };
}

/** Removes the tags of a text, and escapes special characters: the text whose length the platform validates. */
export const stripTags = (html: string): string => parse(html).stripped;

/** Returns a text as the platform stores it: HTML is parsed and printed, a text without elements does not change. */
export const normalizeHtml = (text: string): string => parse(text).html ?? text;

/** Parses and prints HTML, with some elements replaced; undefined for a text without elements. */
export const replaceElements = (text: string, replaceElement: ReplaceElement): string | undefined =>
  parse(text, replaceElement).html;
