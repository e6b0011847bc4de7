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

const tokenPattern =
  /<!--[\s\S]*?(?:-->|$)|<![^>]*>|<\?[^>]*>|<\/([a-z][\w:.-]*)[^>]*>?|<([a-z][\w:.-]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)>?|[^<]+|</gi;
const attributePattern = /([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S*)))?/g;

const parseAttributes = (text: string): HtmlElement['attributes'] =>
  [...text.matchAll(attributePattern)].map(([, name, doubleQuoted, singleQuoted, unquoted]) => [
    name!.toLowerCase(),
    doubleQuoted ?? singleQuoted ?? unquoted,
  ]);

/** Parses a fragment as libxml2's HTML 4 parser does, which the platform uses; it accepts every text. */
export function parseHtml(html: string): HtmlNode[] {
  const root: HtmlElement = { name: '', attributes: [], children: [] };
  const openElements = [root];
  for (const [token, endTag, startTag, attributes] of html.matchAll(tokenPattern)) {
    const current = openElements.at(-1)!;
    const [endName, startName] = [endTag?.toLowerCase(), startTag?.toLowerCase()];
    if (isRawTextElement(current) && endName !== current.name) appendText(current, token);
    else if (endName !== undefined) {
      const index = openElements.findLastIndex((element) => element.name === endName);
      if (index > 0) openElements.length = index;
    } else if (startName !== undefined) openElement(startName, attributes!, openElements);
    else if (/^<[!?]/.test(token)) current.children.push({ markup: token });
    else appendText(current, token);
  }
  return root.children;
}

function openElement(name: string, attributes: string, openElements: HtmlElement[]): void {
  if (documentElements.has(name)) return;
  if (closingStartTags[openElements.at(-1)!.name]?.has(name)) openElements.pop();
  const element: HtmlElement = { name, attributes: parseAttributes(attributes), children: [] };
  openElements.at(-1)!.children.push(element);
  if (!isVoidElement(element)) openElements.push(element);
}

function appendText({ children }: HtmlElement, text: string): void {
  const last = children.at(-1);
  if (last && 'text' in last) last.text += text;
  else children.push({ text });
}
