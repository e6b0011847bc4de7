import { escapeControlCharacters } from './format-text.ts';

/** A piece of HTML that is escaped already. */
export class Markup {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
}

type Value = string | number | Markup | Value[] | undefined;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.html;
  if (Array.isArray(value)) return value.map(escaped).join('');
  return escapeControlCharacters(String(value)).replaceAll(/[&<>"']/g, (character) => entities[character]!);
}

/** A code or coordinate that may go on in the next line after a dot or an underscore. */
export const withWordBreaks = (text: string): Markup =>
  new Markup(escaped(text).replaceAll(/(?<=[a-z0-9])[._](?=[A-Za-z])/gi, '$&<wbr>'));

/** HTML from a template without its indentation; whatever is filled in is escaped, unless it is Markup. */
export const markup = (strings: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(strings.map((part, index) => part.replaceAll(/\n\s*/g, '\n') + escaped(values[index])).join(''));
