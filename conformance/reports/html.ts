import { createHash } from 'node:crypto';
import type { Report } from '../model/report.ts';
import { casesMarkup, findingsMarkup } from './html-cases.ts';
import { operationsMarkup, overviewMarkup, permissionsMarkup } from './html-overview.ts';
import { pageScript } from './html-script.ts';
import { stylesheet } from './html-style.ts';
import { Markup, listMarkup, markup, sectionMarkup, verdictClasses } from './html-template.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Blocks every resource and every script except that of the page, whatever a response contains. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src ${hashOf(pageScript)}`,
  `style-src ${hashOf(stylesheet)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Renders a report as one HTML file that loads nothing and is readable without JavaScript. */
export const htmlReport = (report: Report): string =>
  markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Markup(contentSecurityPolicy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>${report.verdict} – ${report.target.url}</title>
        <style>${new Markup(stylesheet)}</style>
      </head>
      <body>
        ${headerMarkup(report)}
        <main>${overviewMarkup(report)} ${findingsMarkup(report)} ${permissionsMarkup(report)} ${operationsMarkup(report)} ${cleanUpMarkup(report)} ${casesMarkup(report)}</main>
        <footer class="soft">Secrets are replaced by the names of the variables or files that contain them.</footer>
        <script>${new Markup(pageScript)}</script>
      </body>
    </html>
`.html;

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
  return markup`<header>
    <h1>Conformance report</h1>
    <div class="verdict ${verdictClasses[verdict]}">
      <p><strong>${headline}</strong></p>
      <p>${counts}</p>
      ${outage === undefined ? undefined : markup`<p>${outage}</p>`}
    </div>
    <dl class="about">
      ${facts.map(
        ([name, value]) =>
          markup`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </header>`;
}

const cleanUpMarkup = ({ cleanUpFailures, leftovers }: Report): Markup => markup`
  ${sectionMarkup('not-cleaned-up', 'Not cleaned up', listMarkup(cleanUpFailures))}
  ${sectionMarkup('leftovers', 'Left on the target: the API cannot undo it', foldedList(leftovers))}`;

const foldedList = (lines: string[]): Markup | undefined =>
  lines.length <= 5
    ? listMarkup(lines)
    : markup`<details class="panel flush reason"><summary>${lines.length} records</summary>${listMarkup(lines)}</details>`;
