import { createHash } from 'node:crypto';
import type { Report } from '../verdict.ts';
import { caseMarkup, tones } from './html-case.ts';
import { failures } from './html-failures.ts';
import { Markup, markup } from './html-markup.ts';
import { script } from './html-script.ts';
import { style } from './html-style.ts';
import { head, matrix, table } from './html-summary.ts';
import { byFolder, nameOf } from './operations.ts';
import { outcomes, tableOf } from './table.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing is loaded, and no script runs but that of the page: whatever an answer holds. */
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const cases = (report: Report): Markup =>
  markup`<h2>Cases</h2>
    <div class="tools" hidden role="search" aria-label="Filter the cases">
      <input type="search" placeholder="Text, id, requirement, code" aria-label="Text that a case holds" />
      ${outcomes
        .filter((outcome) => tableOf(report).at(-1)![outcome] > 0)
        .map(
          (outcome) =>
            markup`<label
              ><input type="checkbox" value="${outcome}" checked /><span class="badge ${tones[outcome]}"
                >${outcome}</span
              ></label
            >`,
        )}
      <span class="soft" id="count" role="status"></span>
    </div>
    ${[...byFolder(report)].map(
      ([folder, results]) =>
        markup`<section class="group">
          <h3>${nameOf(folder)}</h3>
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
export const page = (report: Report): string =>
  markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>${report.verdict} – ${report.target.url}</title>
        <style>${new Markup(style)}</style>
      </head>
      <body>
        ${head(report)}
        <main>${matrix(report)} ${table(report)} ${failures(report)} ${cases(report)} ${leftovers(report)}</main>
        <footer class="soft">Secrets were taken out: a token stands as the name of the variable that holds it.</footer>
        <script>${new Markup(script)}</script>
      </body>
    </html>
`.html;
