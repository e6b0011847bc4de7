import type { Report } from '../model/report.ts';
import { casesMarkup, findingsMarkup } from './html-cases.ts';
import { operationsMarkup, overviewMarkup } from './html-overview.ts';
import { pageScript } from './html-script.ts';
import { htmlPage, pageHeader } from './html-page.ts';
import { type Markup, listMarkup, markup, sectionMarkup, verdictClasses } from './html-template.ts';

/** Renders a report as one HTML file that loads nothing and is readable without JavaScript. */
export const htmlReport = (report: Report): string =>
  htmlPage({
    title: `${report.verdict} – ${report.target.url}`,
    header: headerMarkup(report),
    main: markup`${overviewMarkup(report)} ${findingsMarkup(report)} ${operationsMarkup(report)} ${cleanUpMarkup(report)} ${casesMarkup(report)}`,
    footer: 'Secrets are replaced by the names of the variables or files that contain them.',
    script: pageScript,
  });

/** The sentence of a report, divided into what the run shows and the numbers of cases. */
function divideSentence({ sentence }: Report): [string, string] {
  const at = sentence.lastIndexOf(': ');
  return [sentence.slice(0, at), sentence.slice(at + 2)];
}

function headerMarkup(report: Report): Markup {
  const { verdict, target, mode, startedAt, seconds, runId, outage, baseline } = report;
  const facts = [
    ['Target', target.url],
    ['Dialect', target.dialect],
    ['Mode', mode],
    ['Started', `${startedAt.slice(0, 16).replace('T', ' ')} UTC`],
    ['Duration', `${seconds.toFixed(1)} s`],
    ['Run', runId],
    ...(baseline ? [['Baseline', `${baseline.runId}, ${baseline.startedAt.slice(0, 10)}`]] : []),
  ] as [string, string][];
  const [headline, counts] = divideSentence(report);
  return pageHeader({
    title: 'Conformance report',
    className: verdictClasses[verdict],
    lines: [headline, counts, ...(outage === undefined ? [] : [outage])],
    facts,
  });
}

const cleanUpMarkup = ({ cleanUpFailures, leftovers }: Report): Markup => markup`
  ${sectionMarkup('not-cleaned-up', 'Not cleaned up', listMarkup(cleanUpFailures))}
  ${sectionMarkup('leftovers', 'Left on the target: the API cannot undo it', foldedList(leftovers))}`;

const foldedList = (lines: string[]): Markup | undefined =>
  lines.length <= 5
    ? listMarkup(lines)
    : markup`<details class="panel flush reason"><summary>${lines.length} records</summary>${listMarkup(lines)}</details>`;
