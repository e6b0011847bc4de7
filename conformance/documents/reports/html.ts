import { htmlPage, pageHeader } from '../../reports/html-page.ts';
import {
  type Markup,
  listMarkup,
  markup,
  sectionMarkup,
  tableMarkup,
  withWordBreaks,
} from '../../reports/html-template.ts';
import { type DocumentsReport, type JudgedOperation, hasNewRefusals, placeOf } from '../index.ts';
import type { Verdict } from '../model.ts';
import { notReadableText, reasonsOf, summaryOf, usageTexts, verdictText } from './results.ts';

const classes: Record<Verdict, string> = { accepted: 'good', affected: 'warn', refused: 'bad' };

/** Renders a report as one HTML file that loads nothing. */
export function documentsHtml(report: DocumentsReport, startedAt: string): string {
  const { targets } = report;
  const [headline, counts] = summaryOf(report).split(': ') as [string, string];
  return htmlPage({
    title: `Documents: ${counts}`,
    header: pageHeader({
      title: 'Documents of a client',
      className: hasNewRefusals(report) ? 'bad' : 'good',
      lines: [headline, counts],
      facts: [
        ['Targets', targets.join(', ')],
        ['Started', `${startedAt.slice(0, 16).replace('T', ' ')} UTC`],
      ],
    }),
    main: documentsSections(report),
    footer: verdictMeanings,
  });
}

const verdictMeanings =
  'accepted: the server executes the document. refused: it sends errors instead. affected: it executes it, and something in it is deprecated or behaves differently there.';

function documentsSections(report: DocumentsReport): Markup {
  const { operations, notReadable, notes } = report;
  return markup`
    ${sectionMarkup('documents', 'Documents', operations.length > 0 ? matrix(report) : undefined)}
    ${sectionMarkup('reasons', 'Reasons', reasonsMarkup(operations))}
    ${sectionMarkup('not-readable', 'Not readable', listMarkup(notReadable.map(notReadableText)))}
    ${sectionMarkup('usage', 'Used parts of the schema', usageMarkup(report))}
    ${sectionMarkup('notes', 'Notes', listMarkup(notes))}`;
}

const matrix = ({ operations, targets }: DocumentsReport): Markup =>
  markup`<div class="panel flush scroll" tabindex="0" role="region" aria-label="Documents by target">${tableMarkup(
    { label: 'Documents by target', className: 'matrix' },
    ['Document', ...targets],
    operations.map((operation) => ({
      cells: [
        { content: withWordBreaks(placeOf(operation)) },
        ...targets.map((target) => {
          const judgement = operation.verdicts[target];
          const isKnown = operation.known.includes(target);
          return {
            className: judgement ? (isKnown ? 'calm' : classes[judgement.verdict]) : 'mute',
            content: markup`<span><b>${judgement ? verdictText(operation, target) : 'not sent'}</b></span>`,
          };
        }),
      ],
    })),
  )}</div>`;

function reasonsMarkup(operations: JudgedOperation[]): Markup | undefined {
  const items = operations.flatMap((operation) => {
    const reasons = reasonsOf(operation).map(
      ({ verdict, targets, message }) =>
        markup`<span class="badge ${classes[verdict]}">${verdict}</span> <span class="soft">${targets.join(', ')}</span><br /><code>${message}</code>`,
    );
    return reasons.length > 0 ? [markup`<h3>${placeOf(operation)}</h3>${listMarkup(reasons)}`] : [];
  });
  return items.length > 0 ? markup`${items}` : undefined;
}

function usageMarkup(report: DocumentsReport): Markup | undefined {
  if (!report.usage) return undefined;
  return markup`<div class="panel flush">${tableMarkup(
    { label: 'Used parts of the schema' },
    ['Coordinate', 'Remark', 'Places'],
    usageTexts(report).map(({ coordinate, remark, places }) => ({
      cells: [
        { content: markup`<code>${withWordBreaks(coordinate)}</code>` },
        { content: remark },
        { content: places },
      ],
    })),
  )}</div>`;
}
