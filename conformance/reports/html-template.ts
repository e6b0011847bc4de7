import { escapeMarkup } from '../../src/client/format-text.ts';

/** HTML whose values are already escaped. */
export class Markup {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
}

type Value = string | number | Markup | Value[] | undefined;

function toHtml(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.html;
  if (Array.isArray(value)) return value.map(toHtml).join('');
  return escapeMarkup(String(value));
}

/** Escapes a code or coordinate, and allows line breaks after dots and underscores. */
export const withWordBreaks = (text: string): Markup =>
  new Markup(toHtml(text).replaceAll(/(?<=[a-z0-9])[._](?=[A-Za-z])/gi, '$&<wbr>'));

/** Template tag that escapes every value except Markup, and removes the indentation. */
export const markup = (strings: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(strings.map((part, index) => part.replaceAll(/\n\s*/g, '\n') + toHtml(values[index])).join(''));

/** A section with a heading; nothing if it has no content. */
export const sectionMarkup = (id: string, title: string, content: Markup | undefined): Markup =>
  content
    ? markup`<section aria-labelledby="${id}">
        <h2 id="${id}">${title}</h2>
        ${content}
      </section>`
    : markup``;

/** A list of texts; nothing if there are none. */
export const listMarkup = (lines: (string | Markup)[]): Markup | undefined =>
  lines.length === 0
    ? undefined
    : markup`<ul class="lines">
        ${lines.map((line) => markup`<li>${line}</li>`)}
      </ul>`;

/** A table whose rows become cards on a narrow screen; the first cell of a row is its title. */
export function tableMarkup(
  { label, className = '' }: { label: string; className?: string },
  header: string[],
  rows: { className?: string; cells: { className?: string; content: string | number | Markup }[] }[],
): Markup {
  return markup`<table class="cards ${className}" role="table" aria-label="${label}">
    <thead role="rowgroup">
      <tr role="row">
        ${header.map((name) => markup`<th role="columnheader" scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (row) =>
          markup`<tr role="row" class="${row.className ?? ''}">${row.cells.map((cell, column) =>
            column === 0
              ? markup`<th role="rowheader" scope="row" class="${cell.className ?? ''}">${cell.content}</th>`
              : markup`<td role="cell" class="${cell.className ?? ''}" data-label="${header[column]}">${cell.content}</td>`,
          )}</tr>`,
      )}
    </tbody>
  </table>`;
}
