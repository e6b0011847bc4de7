import { createRequire } from 'node:module';

/** An element of the Document Object Model, whose types are not among those of Node.js. */
export interface XmlElement {
  textContent: string;
  children: Iterable<XmlElement>;
  getAttribute(name: string): string | null;
  querySelectorAll(selectors: string): Iterable<XmlElement>;
}

interface Dom {
  window: { document: XmlElement };
}

// The package has no types.
const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  JSDOM: new (text: string, options: { contentType: string }) => Dom;
};

/** Returns a function that finds the elements of an XML document by selectors; throws if the text is not well-formed. */
export function parseXml(text: string): (selectors: string) => XmlElement[] {
  const { document } = new JSDOM(text, { contentType: 'application/xml' }).window;
  return (selectors) => [...document.querySelectorAll(selectors)];
}
