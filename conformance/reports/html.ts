import { createHash } from 'node:crypto';
import type { Report } from '../model/report.ts';
import { caseMarkup, outcomeTones } from './html-cases.ts';
import { failuresMarkup } from './html-failures.ts';
import { Markup, markup } from './html-template.ts';
import { pageScript } from './html-script.ts';
import { stylesheet } from './html-style.ts';
import { headerMarkup, permissionMatrixMarkup, operationTableMarkup } from './html-summary.ts';
import { resultsByFolder, folderTitle } from './results.ts';
import { displayOutcomes, operationTable } from './operation-table.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing is loaded, and no script runs but that of the page: whatever an answer holds. */
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(pageScript)}`,
  `style-src ${hashOf(stylesheet)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const cases = (report: Report): Markup =>
  markup`<h2>Cases</h2>
    <div class="tools" hidden role="search" aria-label="Filter the cases">
      <input type="search" placeholder="Text, id, requirement, code" aria-label="Text that a case holds" />
      ${displayOutcomes
        .filter((outcome) => operationTable(report).at(-1)![outcome] > 0)
        .map(
          (outcome) =>
            markup`<label
              ><input type="checkbox" value="${outcome}" checked /><span class="badge ${outcomeTones[outcome]}"
                >${outcome}</span
              ></label
            >`,
        )}
      <span class="soft" id="count" role="status"></span>
    </div>
    ${[...resultsByFolder(report)].map(
      ([folder, results]) =>
        markup`<section class="group">
          <h3>${folderTitle(folder)}</h3>
          ${results.map((result) => caseMarkup(result, report))}
        </section>`,
    )}`;

const leftovers = ({ leftovers: lines }: Report): Markup =>
  lines.length === 0
    ? markup``
    : markup`<h2>Left behind</h2>
        <ul>
          ${lines.map((line) => markup`<li>${line}</li>`)}
        </ul>`;

/** The page of a run: one file that loads nothing, readable without its script too. */
export const htmlReport = (report: Report): string =>
  markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>${report.verdict} – ${report.target.url}</title>
        <style>${new Markup(stylesheet)}</style>
      </head>
      <body>
        ${headerMarkup(report)}
        <main>${permissionMatrixMarkup(report)} ${operationTableMarkup(report)} ${failuresMarkup(report)} ${cases(report)} ${leftovers(report)}</main>
        <footer class="soft">Secrets were taken out: a token stands as the name of the variable that holds it.</footer>
        <script>${new Markup(pageScript)}</script>
      </body>
    </html>
`.html;
