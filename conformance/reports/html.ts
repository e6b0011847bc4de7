import { createHash } from 'node:crypto';
import { actors } from '../model/case.ts';
import type { Report, Verdict } from '../model/report.ts';
import { caseMarkup, failuresMarkup, outcomeClasses } from './html-cases.ts';
import { Markup, markup, pageScript, stylesheet, withWordBreaks } from './html-template.ts';
import { displayOutcomes, operationTable } from './operation-table.ts';
import { type Permission, permissionMatrix, permissionMatrixRule } from './permission-matrix.ts';
import { folderTitle, resultsByFolder } from './results.ts';

const verdictClasses: Record<Verdict, string> = { conformant: 'good', 'not conformant': 'bad', inconclusive: 'warn' };
const permissionClasses: Record<Permission, string> = {
  allowed: 'good',
  denied: 'calm',
  differs: 'bad',
  'not run': 'warn',
  'not applicable': 'mute',
};

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
        <main>${permissionMatrixMarkup(report)} ${operationTableMarkup(report)} ${failuresMarkup(report)} ${casesMarkup(report)} ${cleanUpMarkup(report)}</main>
        <footer class="soft">Secrets are replaced by the names of the variables or files that contain them.</footer>
        <script>${new Markup(pageScript)}</script>
      </body>
    </html>
`.html;

function headerMarkup(report: Report): Markup {
  const { verdict, sentence, target, mode, startedAt, seconds, runId, results } = report;
  const facts = [
    ['Target', target.url],
    ['Dialect', target.dialect],
    ['Mode', mode],
    ['Started', startedAt],
    ['Duration', `${seconds.toFixed(1)} s`],
    ['Run id', runId],
  ];
  const all = operationTable(report).at(-1)!;
  const [word, ...counts] = sentence.split(': ');
  return markup`<header>
    <h1>Plenum conformance report</h1>
    <p class="verdict ${verdictClasses[verdict]}"><strong>${word}</strong> ${counts.join(': ')}</p>
    <dl class="about">
      ${facts.map(
        ([name, value]) =>
          markup`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <ul class="figures">
      <li><b>${results.length}</b>cases</li>
      ${displayOutcomes.map(
        (outcome) =>
          markup`<li${outcome === 'failed' && all.failed > 0 ? markup` class="bad"` : ''}><b>${all[outcome]}</b>${outcome}</li>`,
      )}
    </ul>
  </header>`;
}

const permissionMatrixMarkup = (report: Report): Markup =>
  markup`<h2 id="matrix">Permissions</h2>
    <div class="scroll">
      <table class="matrix" aria-labelledby="matrix">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            ${actors.map((actor) => markup`<th scope="col">${actor === 'stranger' ? 'stranger (invalid token)' : actor}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${permissionMatrix(report).map(
            ({ operation, cells }) =>
              markup`<tr>
                <th scope="row"><code>${withWordBreaks(operation)}</code></th>
                ${cells.map(
                  ({ permission, detail }) =>
                    markup`<td class="${permissionClasses[permission]}">
                      <b>${permission}</b>${detail === '' ? '' : markup`<small>${withWordBreaks(detail)}</small>`}
                    </td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="soft">${permissionMatrixRule}</p>`;

const operationTableMarkup = (report: Report): Markup =>
  markup`<h2 id="operations">Operations</h2>
    <div class="scroll">
      <table aria-labelledby="operations">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            ${[...displayOutcomes, 'ms'].map((name) => markup`<th scope="col" class="number">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${operationTable(report).map(
            (row, index, rows) =>
              markup`<tr${index === rows.length - 1 ? markup` class="all"` : ''}><th scope="row">${row.name}</th>${displayOutcomes.map(
                (outcome) => markup`<td class="number${row[outcome] === 0 ? ' zero' : ''}">${row[outcome]}</td>`,
              )}<td class="number">${row.milliseconds.toFixed(0)}</td></tr>`,
          )}
        </tbody>
      </table>
    </div>`;

const casesMarkup = (report: Report): Markup =>
  markup`<h2>Cases</h2>
    <div class="tools" hidden role="search" aria-label="Filter the cases">
      <input type="search" placeholder="Text, id, requirement, code" aria-label="Search text" />
      ${displayOutcomes
        .filter((outcome) => operationTable(report).at(-1)![outcome] > 0)
        .map(
          (outcome) =>
            markup`<label
              ><input type="checkbox" value="${outcome}" checked /><span class="badge ${outcomeClasses[outcome]}"
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

const cleanUpMarkup = ({ cleanUpFailures, leftovers }: Report): Markup =>
  markup`${listMarkup('Not cleaned up', cleanUpFailures)} ${listMarkup('Left on the target: the API cannot undo it', leftovers)}`;

const listMarkup = (title: string, lines: string[]): Markup =>
  lines.length === 0
    ? markup``
    : markup`<h2>${title}</h2>
        <ul>
          ${lines.map((line) => markup`<li>${line}</li>`)}
        </ul>`;
