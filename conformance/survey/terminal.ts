import { escapeLine } from '../../src/client/format-text.ts';
import type { Survey } from './survey.ts';

/** Renders a survey for a terminal: a line for each town of the list, and where the page is. */
export function surveyLines({ reports, asked, page }: Survey): string {
  const requests = reports.map((each) => each.requests);
  return [
    ...reports.flatMap(({ url, outcome, sentence, clients }) => [
      escapeLine(`${outcome === 'read' ? '✔' : '✘'} ${url}: ${outcome === 'read' ? '' : `${outcome}: `}${sentence}`),
      ...clients.map(({ name, isAccepted, text }) => escapeLine(`    ${isAccepted ? '✔' : '✘'} ${name}: ${text}`)),
    ]),
    '',
    `${asked} of ${reports.length} towns asked now, at most ${Math.max(0, ...requests)} requests to one.`,
    escapeLine(page),
  ].join('\n');
}
