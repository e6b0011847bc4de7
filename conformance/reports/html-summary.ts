import type { Report, Verdict } from '../model/report.ts';
import { type Markup, withWordBreaks, markup } from './html-template.ts';
import { type Permission, actors, permissionMatrix, permissionMatrixRule } from './permission-matrix.ts';
import { displayOutcomes, operationTable } from './operation-table.ts';

const verdictTones: Record<Verdict, string> = { conformant: 'good', 'not conformant': 'bad', inconclusive: 'warn' };
const permissionTones: Record<Permission, string> = {
  allowed: 'good',
  denied: 'calm',
  differs: 'bad',
  'not run': 'warn',
  'not applicable': 'mute',
};

const actorNames: Record<string, string> = { stranger: 'stranger (bad token)' };

/** The verdict, what was judged, and the figures. */
export function headerMarkup(report: Report): Markup {
  const { verdict, sentence, target, mode, startedAt, seconds, runId, results } = report;
  const about = [
    ['Target', target.url],
    ['Dialect', target.dialect],
    ['Mode', mode],
    ['Started', startedAt],
    ['Took', `${seconds.toFixed(1)} s`],
    ['Mark', runId],
  ];
  const [word, ...counts] = sentence.split(': ');
  return markup`<header>
    <h1>Plenum conformance report</h1>
    <p class="verdict ${verdictTones[verdict]}"><strong>${word}</strong> ${counts.join(': ')}</p>
    <dl class="about">
      ${about.map(
        ([name, value]) =>
          markup`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <ul class="figures">
      <li><b>${results.length}</b>cases</li>
      ${figures(report)}
    </ul>
  </header>`;
}

function figures(report: Report): Markup[] {
  const all = operationTable(report).at(-1)!;
  return displayOutcomes.map(
    (outcome) =>
      markup`<li${outcome === 'failed' && all.failed > 0 ? markup` class="bad"` : ''}><b>${all[outcome]}</b>${outcome}</li>`,
  );
}

/** The matrix of operation by role. */
export const permissionMatrixMarkup = (report: Report): Markup =>
  markup`<h2 id="matrix">Who may do what</h2>
    <div class="scroll">
      <table class="matrix" aria-labelledby="matrix">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            ${actors.map((actor) => markup`<th scope="col">${actorNames[actor] ?? actor}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${permissionMatrix(report).map(
            ({ operation, cells }) =>
              markup`<tr>
                <th scope="row"><code>${withWordBreaks(operation)}</code></th>
                ${cells.map(
                  ({ permission, detail }) =>
                    markup`<td class="${permissionTones[permission]}">
                      <b>${permission}</b>${detail === '' ? '' : markup`<small>${withWordBreaks(detail)}</small>`}
                    </td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="soft">${permissionMatrixRule}</p>`;

/** The table by operation. */
export const operationTableMarkup = (report: Report): Markup =>
  markup`<h2 id="operations">By operation</h2>
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
