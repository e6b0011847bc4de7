import { tokenizeHtml } from './html-tokens.ts';

/** A node of parsed HTML: a text, an element, or other markup, such as a comment, in its original form. */
export type HtmlNode = { text: string } | { markup: string } | HtmlElement;
export interface HtmlElement {
  name: string;
  attributes: [name: string, value: string | undefined][];
  children: HtmlNode[];
}

const wordSet = (text: string): Set<string> => new Set(text.split(' '));
const voidElements = wordSet('area base basefont br col embed frame hr img input isindex link meta param');
const rawTextElements = wordSet('script style');
/** Elements of a whole document; in a fragment, the parser drops the tags and keeps the content. */
const documentElements = wordSet('body head html');
/** The start tags that close an open element. */
const closingStartTags: Record<string, Set<string>> = {
  p: wordSet(
    'address blockquote center dd dir div dl dt fieldset form h1 h2 h3 h4 h5 h6 hr li menu noscript ol p pre table ul',
  ),
  li: wordSet('li'),
  dt: wordSet('dd dt'),
  dd: wordSet('dd dt'),
  option: wordSet('optgroup option'),
  tr: wordSet('tr'),
  td: wordSet('td th tr'),
  th: wordSet('td th tr'),
};

/** Whether the content of an element is source code. */
export const isRawTextElement = ({ name }: HtmlElement): boolean => rawTextElements.has(name);
/** Whether an element has no content and no end tag. */
export const isVoidElement = ({ name }: HtmlElement): boolean => voidElements.has(name);

const attributePattern = /([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S*)))?/g;

const parseAttributes = (text: string): HtmlElement['attributes'] =>
  text === ''
    ? []
    : [...text.matchAll(attributePattern)].map(([, name, doubleQuoted, singleQuoted, unquoted]) => [
        name!.toLowerCase(),
        doubleQuoted ?? singleQuoted ?? unquoted,
      ]);

/** Parses a fragment as libxml2's HTML 4 parser does, which the platform uses; it accepts every text. */
export function parseHtml(html: string): HtmlNode[] {
  const openElements = new OpenElements();
  const onText = (text: string) => appendText(openElements.current, text);
  tokenizeHtml(html, {
    onText,
    onStartTag(name, attributes, tag) {
      if (isRawTextElement(openElements.current)) onText(tag);
      else openElement(name, attributes, openElements);
    },
    onEndTag(name, tag) {
      const { current } = openElements;
      if (isRawTextElement(current) && name !== current.name) onText(tag);
      else openElements.close(name);
    },
    onMarkup(markup) {
      const { current } = openElements;
      if (isRawTextElement(current)) onText(markup);
      else current.children.push({ markup });
    },
  });
  return openElements.root.children;
}

/** The elements whose end tags are still to come, from the outermost to the innermost one. */
class OpenElements {
  readonly root: HtmlElement = { name: '', attributes: [], children: [] };
  readonly #elements = [this.root];
  readonly #counts = new Map<string, number>();

  get current(): HtmlElement {
    return this.#elements.at(-1)!;
  }

  open(element: HtmlElement): void {
    this.#elements.push(element);
    this.#counts.set(element.name, (this.#counts.get(element.name) ?? 0) + 1);
  }

  /** Closes the elements that a start tag of this name closes. */
  closeBefore(name: string): void {
    const { current } = this;
    if (!closingStartTags[current.name]?.has(name)) return;
    this.close(current.name);
    this.closeBefore(name);
  }

  /** Closes the innermost element of this name, and the elements in it; nothing if there is none. */
  close(name: string): void {
    if (!this.#counts.get(name)) return;
    for (let closed; closed !== name;) {
      closed = this.#elements.pop()!.name;
      this.#counts.set(closed, this.#counts.get(closed)! - 1);
    }
  }
}

function openElement(name: string, attributes: string, openElements: OpenElements): void {
  if (documentElements.has(name)) return;
  openElements.closeBefore(name);
  const element: HtmlElement = { name, attributes: parseAttributes(attributes), children: [] };
  openElements.current.children.push(element);
  if (!isVoidElement(element)) openElements.open(element);
}

function appendText({ children }: HtmlElement, text: string): void {
  const last = children.at(-1);
  if (last && 'text' in last) last.text += text;
  else children.push({ text });
}
