/** A piece of a text in HTML: a text, an element, or markup that is printed as it was written. */
export type HtmlNode = { text: string } | { markup: string } | HtmlElement;
export interface HtmlElement {
  name: string;
  attributes: [name: string, value: string | undefined][];
  children: HtmlNode[];
}

const words = (text: string): Set<string> => new Set(text.split(' '));
const voids = words('area base basefont br col embed frame hr img input isindex link meta param');
const raws = words('script style');
/** Elements that never stand in a fragment: their content does. */
const dropped = words('body head html');
/** The start tags that end an element. */
const ends: Record<string, Set<string>> = {
  p: words(
    'address blockquote center dd dir div dl dt fieldset form h1 h2 h3 h4 h5 h6 hr li menu noscript ol p pre table ul',
  ),
  li: words('li'),
  dt: words('dd dt'),
  dd: words('dd dt'),
  option: words('optgroup option'),
  tr: words('tr'),
  td: words('td th tr'),
  th: words('td th tr'),
};

/** Whether an element holds no text but source code. */
export const isRawTextElement = ({ name }: HtmlElement): boolean => raws.has(name);
/** Whether an element is a start tag and nothing else. */
export const isVoidElement = ({ name }: HtmlElement): boolean => voids.has(name);

const token =
  /<!--[\s\S]*?(?:-->|$)|<![^>]*>|<\?[^>]*>|<\/([a-z][\w:.-]*)[^>]*>?|<([a-z][\w:.-]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)>?|[^<]+|</gi;
const attribute = /([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S*)))?/g;

const attributesOf = (text: string): HtmlElement['attributes'] =>
  [...text.matchAll(attribute)].map(([, name, double, single, bare]) => [
    name!.toLowerCase(),
    double ?? single ?? bare,
  ]);

/** The pieces of a text in HTML, as a forgiving reader of HTML 4 makes them out. */
export function parseHtml(html: string): HtmlNode[] {
  const root: HtmlElement = { name: '', attributes: [], children: [] };
  const open = [root];
  for (const [all, ended, begun, rest] of html.matchAll(token)) {
    const top = open.at(-1)!;
    const [end, name] = [ended?.toLowerCase(), begun?.toLowerCase()];
    if (isRawTextElement(top) && end !== top.name) add(top, all);
    else if (end !== undefined) {
      const at = open.findLastIndex((element) => element.name === end);
      if (at > 0) open.length = at;
    } else if (name !== undefined) begin(name, rest!, open);
    else if (/^<[!?]/.test(all)) top.children.push({ markup: all });
    else add(top, all);
  }
  return root.children;
}

function begin(name: string, rest: string, open: HtmlElement[]): void {
  if (dropped.has(name)) return;
  if (ends[open.at(-1)!.name]?.has(name)) open.pop();
  const element: HtmlElement = { name, attributes: attributesOf(rest), children: [] };
  open.at(-1)!.children.push(element);
  if (!isVoidElement(element)) open.push(element);
}

function add({ children }: HtmlElement, text: string): void {
  const last = children.at(-1);
  if (last && 'text' in last) last.text += text;
  else children.push({ text });
}
