import type { Report } from '../model/report.ts';
import { type Markup, markup, outcomeClasses, sectionMarkup, tableMarkup, withWordBreaks } from './html-template.ts';
import { type OperationRow, occurringOutcomes, operationTable } from './operation-table.ts';

const rowHeight = 46;
const barHeight = 14;

/** The outcomes of an operation in words, such as `63 passed, 1 failed`. */
export const countsText = ({ counts }: OperationRow, report: Report): string =>
  occurringOutcomes(report)
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${outcome}`)
    .join(', ');

/** A picture with a bar for each operation, as long as its number of cases; its widths are shares of the page. */
function pictureMarkup(report: Report): Markup {
  const rows = operationTable(report).slice(0, -1);
  const longest = Math.max(1, ...rows.map(({ cases }) => cases));
  const percent = (count: number) => ((100 * count) / longest).toFixed(3);
  const bars = rows.map((row, index) => {
    const top = index * rowHeight;
    let start = 0;
    const segments = occurringOutcomes(report)
      .filter((outcome) => row.counts[outcome] > 0)
      .map((outcome) => {
        const x = start;
        start += row.counts[outcome];
        return markup`<rect class="fill ${outcomeClasses[outcome]}" x="${percent(x)}%" y="${top + 20}" width="${percent(row.counts[outcome])}%" height="${barHeight}"><title>${row.name}: ${row.counts[outcome]} ${outcome}</title></rect>`;
      });
    return markup`<text x="0" y="${top + 13}" class="name">${row.name}</text>
      <text x="100%" y="${top + 13}" text-anchor="end">${row.cases}</text>
      <rect class="track" x="0" y="${top + 20}" width="100%" height="${barHeight}" />${segments}`;
  });
  const label = `Cases by operation and outcome. ${rows.map((row) => `${row.name}: ${countsText(row, report)}`).join('. ')}.`;
  return markup`<svg class="picture" width="100%" height="${Math.max(1, rows.length * rowHeight - 8)}" role="img" aria-label="${label}">${bars}</svg>`;
}

/** The number of cases by outcome, which also explains the colors of the picture. */
function legendMarkup(report: Report): Markup {
  const { counts, cases } = operationTable(report).at(-1)!;
  return markup`<ul class="figures">
    <li><b>${cases}</b>${cases === 1 ? 'case' : 'cases'}</li>
    ${occurringOutcomes(report).map(
      (outcome) =>
        markup`<li><b>${counts[outcome]}</b><i class="swatch fill ${outcomeClasses[outcome]}"></i>${outcome}</li>`,
    )}
  </ul>`;
}

/** The picture of the outcomes and its figures. */
export const overviewMarkup = (report: Report): Markup =>
  sectionMarkup(
    'overview',
    'Summary',
    markup`<figure class="panel">${legendMarkup(report)} ${pictureMarkup(report)}</figure>`,
  );

/** The figures of the picture, and how long the cases of each operation took. */
export function operationsMarkup(report: Report): Markup {
  const occurring = occurringOutcomes(report);
  const rows = operationTable(report);
  const table = tableMarkup(
    { label: 'Cases by operation and outcome', className: 'numbers' },
    ['Operation', ...occurring, 'ms'],
    rows.map(({ name, counts, milliseconds }, index) => ({
      className: index === rows.length - 1 ? 'all' : '',
      cells: [
        { content: withWordBreaks(name) },
        ...occurring.map((outcome) => ({
          className: counts[outcome] === 0 ? 'zero' : outcome === 'failed' ? 'alarm' : '',
          content: counts[outcome],
        })),
        { content: milliseconds.toFixed(0) },
      ],
    })),
  );
  return sectionMarkup('operations', 'Operations', markup`<div class="panel flush">${table}</div>`);
}
