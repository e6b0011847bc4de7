import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { referenceUrl } from '../../src/cases/requirements.ts';
import { curlCommand } from '../../src/client/curl.ts';
import { escapeMarkup, formatValue, truncate } from '../../src/client/format-text.ts';
import type { Difference } from '../../src/client/http-message.ts';
import { isJsonObject, parseJson } from '../../src/client/json-value.ts';
import type { Exchange, Outcome, Report, Result } from '../model.ts';
import {
  type FailureGroup,
  alternativesText,
  documentTitle,
  expectedInWords,
  groupFailures,
  occurringOutcomes,
  outcomeReason,
  outcomeTable,
  outcomeWord,
  reasonsNotRun,
  requirementDetails,
  requirementLabel,
  resultsByGroup,
  usageTexts,
  waiverTexts,
} from './failures.ts';

/** HTML whose values are already escaped. */
class Markup {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
}

type Value = string | number | Markup | Value[] | undefined;

function toHtml(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.html;
  return Array.isArray(value) ? value.map(toHtml).join('') : escapeMarkup(String(value));
}

/** Template tag that escapes every value except Markup, and removes the indentation. */
const markup = (strings: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(strings.map((part, index) => part.replaceAll(/\n\s*/g, '\n') + toHtml(values[index])).join(''));

/** A name that may break after dots, slashes and underscores. */
const withWordBreaks = (text: string): Markup =>
  new Markup(toHtml(text).replaceAll(/(?<=[a-z0-9])[./_](?=[a-z])/gi, '$&<wbr>'));

const outcomeClasses: Record<Outcome, string> = {
  passed: 'good',
  affected: 'warn',
  failed: 'bad',
  'not sent': 'bad',
  'could not run': 'warn',
  'not applicable': 'quiet',
  waived: 'quiet',
};

const titles: Record<Report['scope']['subject'], string> = {
  case: 'Conformance report',
  exchange: 'Replayed requests',
  document: 'Documents of a client',
};

// A browser shows no more in one page. Passed results come last.
const maxDetails = 3000;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Renders a report as one HTML file, in the style of the pages of the stand-in. It loads nothing and is readable without JavaScript. */
export function htmlReport(report: Report): string {
  const { verdict, target, outage, sentence, leftovers, cleanUpFailures, scope, documents } = report;
  const style = readFileSync(new URL('../../src/pages/shared/style.css', import.meta.url), 'utf8');
  // Blocks every resource and every script but that of the page, whatever a response contains.
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
  const colon = sentence.lastIndexOf(': ');
  const counts = sentence.slice(colon + 2);
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>${documents ? `Documents: ${counts}` : `${verdict} – ${target.url}`}</title>
        <style>${new Markup(style)}</style>
      </head>
      <body class="report">
        <main>
          <header class="card verdict ${['conformant', 'no difference'].includes(verdict) ? 'good' : 'bad'}">
            <h1>${titles[scope.subject]}</h1>
            <p><strong>${sentence.slice(0, colon)}</strong></p>
            ${[counts, ...(outage === undefined ? [] : [outage])].map((line) => markup`<p>${line}</p>`)}
            <dl class="facts">${factsOf(report).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
          </header>
          ${section('overview', 'Summary', overviewTable(report))}
          ${section('failures', 'Failures', groupList(groupFailures(report), report))}
          ${section('affected', 'Affected', groupList(groupFailures(report, 'affected'), report))}
          ${section('not-run', 'Not run', notRunList(report))}
          ${section('waivers', 'Waivers', list(waiverTexts(report)))}
          ${section('not-cleaned-up', 'Not cleaned up', list(cleanUpFailures))}
          ${section('leftovers', 'Left on the target: the API cannot undo it', foldedList(leftovers))}
          ${section('usage', 'Used parts of the schema', usageTable(report))}
          ${section('notes', 'Notes', list(documents?.notes ?? []))}
          ${section('cases', 'Results', markup`${toolsMarkup(report)} ${groupsMarkup(report)}`)}
          <p class="quiet">Secrets are replaced by the names of the variables or files that contain them.</p>
        </main>
        <script>${new Markup(script)}</script>
      </body>
    </html>
`.html;
}

function factsOf({ target, mode, startedAt, seconds, runId, documents }: Report): string[][] {
  const targets = documents
    ? [['Targets', documents.targets.join(', ')]]
    : [
        ['Target', target.url],
        ['Dialect', target.dialect],
        ['Mode', mode],
      ];
  const started = `${startedAt.slice(0, 16).replace('T', ' ')} UTC`;
  return [...targets, ['Started', started], ['Duration', `${seconds.toFixed(1)} s`], ['Run', runId]];
}

/** A section with a heading; nothing if it has no content. */
const section = (id: string, title: string, content: Markup | undefined): Markup =>
  content ? markup`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>` : markup``;

const list = (lines: string[]): Markup | undefined =>
  lines.length === 0 ? undefined : markup`<ul class="card lines">${lines.map((line) => markup`<li>${line}</li>`)}</ul>`;

const foldedList = (lines: string[]): Markup | undefined =>
  lines.length <= 5 ? list(lines) : markup`<details><summary>${lines.length} records</summary>${list(lines)}</details>`;

/** A table whose first row is the header, and whose first column names the rows. */
function table(label: string, [header = [], ...rows]: string[][], className = ''): Markup {
  return markup`<div class="card scroll" tabindex="0" role="region" aria-label="${label}"><table class="${className}">
    <thead><tr>${header.map((name, column) => (name === '' && column === 0 ? markup`<td></td>` : markup`<th scope="col">${name}</th>`))}</tr></thead>
    <tbody>${rows.map(
      ([name = '', ...cells]) =>
        markup`<tr><th scope="row">${withWordBreaks(name)}</th>${cells.map(
          (cell, column) => markup`<td class="${cellClass(cell, header[column + 1])}">${cell}</td>`,
        )}</tr>`,
    )}</tbody>
  </table></div>`;
}

const wordClasses: Record<string, string> = { '0': 'quiet', accepted: 'good', affected: 'warn', refused: 'bad' };

const cellClass = (cell: string, header: string | undefined): string =>
  wordClasses[cell] ?? (header === 'failed' ? 'bad' : '');

function overviewTable(report: Report): Markup | undefined {
  const rows = outcomeTable(report);
  if (rows.length === 0) return undefined;
  return report.documents ? table('Documents by target', rows) : table('Results by group and outcome', rows, 'numbers');
}

function usageTable(report: Report): Markup | undefined {
  const rows = usageTexts(report).map(({ coordinate, remark, places }) => [coordinate, remark, places]);
  return rows.length > 0 ? table('Parts with their places', [['part', 'remark', 'places'], ...rows]) : undefined;
}

const anchorOf = (id: string): string => `case-${id.replaceAll('/', '--')}`;
const linkTo = (id: string): Markup => markup`<a href="#${anchorOf(id)}"><code>${id}</code></a> `;
const badge = (outcome: Outcome, text: string | number): Markup =>
  markup`<span class="badge ${outcomeClasses[outcome]}">${text}</span>`;

/** Results by what differs: the first one of each group, and links to the others. */
const groupList = (groups: FailureGroup[], report: Report): Markup | undefined =>
  groups.length === 0
    ? undefined
    : markup`<ol class="plain failures">${groups.map((group) => {
        const {
          title,
          difference,
          results: [first, ...others],
        } = group;
        const { id, level, outcome, details = [] } = first;
        const description = report.documents ? documentTitle(group, report) : first.description;
        return markup`<li class="card">
          <p>${badge(outcome, level ?? outcomeWord(report, outcome))} <a href="#${anchorOf(id)}">${description || id}</a> ${description && !report.documents ? markup`<code class="quiet">${id}</code>` : undefined}</p>
          ${difference ? differenceMarkup(difference, 160) : [title, ...details].map((text) => markup`<p>${text}</p>`)}
          ${others.length === 0 ? undefined : markup`<details><summary>and ${others.length} more</summary><p class="ids">${others.map((each) => linkTo(each.id))}</p></details>`}
        </li>`;
      })}</ol>`;

const differenceMarkup = ({ path, expected, actual }: Difference, limit: number): Markup =>
  markup`<dl class="fields">
    <div><dt>at</dt><dd><code>${path || 'response'}</code></dd></div>
    <div><dt>expected</dt><dd><code>${expectedInWords(expected, limit)}</code></dd></div>
    <div><dt>received</dt><dd><code>${formatValue(actual, limit)}</code></dd></div>
  </dl>`;

function notRunList(report: Report): Markup | undefined {
  const groups = reasonsNotRun(report);
  if (groups.length === 0) return undefined;
  return markup`<div class="card">${groups.map(
    ({ text, outcome, ids }) => markup`<details>
      <summary>${badge(outcome, `${ids.length} ${outcome}`)} ${text}</summary><p class="ids">${ids.map(linkTo)}</p>
    </details>`,
  )}</div>`;
}

function toolsMarkup(report: Report): Markup {
  const requirements = [...new Set(report.results.flatMap((result) => result.requirements))].toSorted();
  const occurring = occurringOutcomes(report).filter((each) => report.results.some(({ outcome }) => outcome === each));
  return markup`<div class="row tools" hidden role="search" aria-label="Filter the results">
    <input type="search" placeholder="Text, id, code" aria-label="Search text" />
    <select aria-label="Requirement">
      <option value="">Every requirement</option>${requirements.map((id) => markup`<option>${id}</option>`)}
    </select>
    ${occurring.map((each) => markup`<label><input type="checkbox" value="${each}" checked /> ${badge(each, outcomeWord(report, each))}</label>`)}
    <span class="quiet" id="count" role="status"></span>
  </div>`;
}

/** The results, folded by group. Only the first result of each difference is open. */
function groupsMarkup(report: Report): Markup {
  const opened = new Set(groupFailures(report).map(({ results: [{ id }] }) => id));
  let rest = maxDetails;
  const groups = [...resultsByGroup(report)].map(([name, results]) => {
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    const others = results.filter(({ outcome }) => outcome !== 'failed');
    const counts = occurringOutcomes(report)
      .map((each) => ({
        word: outcomeWord(report, each),
        number: results.filter(({ outcome }) => outcome === each).length,
      }))
      .filter(({ number }) => number > 0);
    return markup`<details class="group" ${failed.some(({ id }) => opened.has(id)) ? 'open' : ''}>
      <summary><h3>${withWordBreaks(name)}</h3> <span class="quiet">${counts.map(({ word, number }) => `${number} ${word}`).join(', ')}</span></summary>
      ${[...failed, ...others].map((result) => resultMarkup(result, report, { isOpen: opened.has(result.id), hasDetails: rest-- > 0 }))}
    </details>`;
  });
  return markup`${groups}`;
}

function resultMarkup(
  result: Result,
  report: Report,
  { isOpen, hasDetails }: Record<'isOpen' | 'hasDetails', boolean>,
): Markup {
  const { id, description, level, requirements, outcome, milliseconds, exchanges, details = [] } = result;
  const reasons = [outcomeReason(result) ?? [], details].flat();
  const checked = requirementDetails(result, report);
  return markup`<details
    class="card case" id="${anchorOf(id)}" data-outcome="${outcome}" data-requirements="${requirements.join(' ')}" ${isOpen ? 'open' : ''}>
    <summary>${badge(outcome, outcomeWord(report, outcome))} <span class="title">${description} <code class="quiet">${id}</code></span>
      ${report.documents ? undefined : markup`<span class="quiet">${level === undefined ? '' : `${level} · `}${milliseconds.toFixed(0)} ms</span>`}</summary>
    <div class="inside">
      ${reasons.map((text) => markup`<p><b>${text}</b></p>`)}
      ${checked.length === 0 ? undefined : markup`<ul>${checked.map((each) => markup`<li><code>${requirementLabel(each)}</code> ${each.text}${each.pages.map((path) => markup` <a href="${referenceUrl(path)}">${path}</a>`)}</li>`)}</ul>`}
      ${hasDetails ? exchanges.map((exchange) => exchangeMarkup(exchange, report.target.url, isOpen)) : 'Its requests are in no report this long.'}
    </div>
  </details> `;
}

function exchangeMarkup(exchange: Exchange, url: string, isOpen: boolean): Markup {
  const { step, actor, request, response, expected, differences } = exchange;
  const status = response ? `HTTP ${response.status}, ${response.milliseconds.toFixed(0)} ms` : 'no response';
  const count = `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}`;
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const alternatives = alternativesText(exchange);
  return markup`<details class="exchange" ${isOpen && differences.length > 0 ? 'open' : ''}>
    <summary>${step} by ${actor} · ${status}${differences.length > 0 ? markup` · <b>${count}</b>` : undefined}</summary>
    <div class="differences">${differences.map((each) => differenceMarkup(each, 2000))}</div>
    ${alternatives === undefined ? undefined : markup`<p class="quiet">${alternatives}</p>`}
    <div class="cards">
      <div>${block(`Request: ${request.method}`, [headers.join('\n'), requestText(exchange)].filter(Boolean).join('\n\n'))}</div>
      <div>${block('Response', response ? indentJson(response.text) : '')}${block('Expected', expected ? JSON.stringify(expected, null, 2) : '')}</div>
    </div>
    ${block('Repeat the request', curlCommand(exchange, url))}
  </details>`;
}

const block = (title: string, text: string): Markup =>
  text === '' ? markup`` : markup`<h4>${title}</h4><pre tabindex="0">${text}</pre>`;

/** The body of a request; the document of a GraphQL request keeps its lines. */
function requestText({ request: { body } }: Exchange): string {
  const json = parseJson(body ?? '');
  if (!isJsonObject(json) || typeof json['query'] !== 'string') return indentJson(body ?? '');
  const { query, ...others } = json;
  const members = Object.entries(others).map(([name, value]) => `${name}: ${JSON.stringify(value, null, 2)}`);
  return [query, ...members].join('\n\n');
}

/** Indents JSON. Indentation multiplies the length of nested lists, so it is limited. */
function indentJson(text: string): string {
  const json = parseJson(text);
  return json === undefined ? text : truncate(JSON.stringify(json, null, 2), 50_000);
}

/** The script of the page. It shows the search tools, which need it, and opens the case of a link. */
const script = `
const tools = document.querySelector('.tools');
const search = tools.querySelector('input[type=search]');
const requirement = tools.querySelector('select');
const boxes = [...tools.querySelectorAll('input[type=checkbox]')];
const groups = [...document.querySelectorAll('.group')];
const cases = [...document.querySelectorAll('.case')];
requirement.hidden = requirement.options.length === 1;
function filter() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const wanted = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  for (const each of cases) {
    const text = each.textContent.toLowerCase();
    const { outcome, requirements } = each.dataset;
    const isRequired = requirement.value === '' || requirements.split(' ').includes(requirement.value);
    each.hidden = !(wanted.has(outcome) && isRequired && words.every((word) => text.includes(word)));
  }
  for (const group of groups) group.hidden = !group.querySelector('.case:not([hidden])');
  const shown = cases.filter((each) => !each.hidden).length;
  document.getElementById('count').textContent = shown + ' of ' + cases.length + ' results';
  return words.length > 0 || requirement.value !== '' || wanted.size < boxes.length;
}
function openTarget() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target || !target.matches('.case')) return;
  target.open = target.closest('.group').open = true;
  target.scrollIntoView();
}
tools.hidden = false;
tools.addEventListener('input', () => {
  if (filter()) for (const group of groups) group.open = !group.hidden;
});
addEventListener('hashchange', openTarget);
filter();
openTarget();
`;
