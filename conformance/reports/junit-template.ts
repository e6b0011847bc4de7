import { escapeMarkup } from '../../src/client/format-text.ts';

type Attributes = Record<string, string | number>;

/** Formats an element of XML; `content` is XML. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`);
  const start = `<${name}${list.join('')}`;
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
}

/** Escapes tabs and line breaks too, which an XML parser replaces by spaces. */
const escapeAttribute = (text: string): string =>
  escapeMarkup(text).replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A document of test results, which CI services read. `suites` are elements. */
export const junitDocument = (attributes: Attributes, suites: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: 'plenum', ...attributes }, `\n${suites.join('\n')}\n`)}\n`;
