import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expectedInWords } from '../../src/cases/match.ts';
import { curlCommand } from '../../src/client/curl.ts';
import { escapeMarkup, formatValue, truncate } from '../../src/client/format-text.ts';
import type { Difference } from '../../src/client/http-message.ts';
import { isJsonObject, parseJson } from '../../src/client/json-value.ts';
import type { Exchange, Outcome, Report, Result, Verdict } from '../model.ts';
import {
  type Explanation,
  type FailureGroup,
  explain,
  groupFailures,
  listsOf,
  occurringOutcomes,
  outcomeTable,
  outcomeWord,
  resultsByGroup,
  type Sides,
  sidesOf,
} from './contents.ts';

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
  'could not run': 'warn',
  'not applicable': 'quiet',
  waived: 'quiet',
};

const verdictClasses: Record<Verdict, string> = {
  conformant: 'good',
  'known failures': 'warn',
  'not conformant': 'bad',
  differences: 'bad',
  'no difference': 'good',
  'nothing judged': 'bad',
  stopped: 'bad',
};

const titles: Record<Report['scope']['subject'], string> = {
  case: 'Conformance report',
  exchange: 'Replayed requests',
  document: 'Documents of a client',
};

/** Renders a report as one HTML file, in the style of the pages of the stand-in. It loads nothing and has no script. */
export function htmlReport(report: Report): string {
  const { verdict, target, outage, sentence, scope, documents } = report;
  const style = readFileSync(new URL('../../src/pages/shared/style.css', import.meta.url), 'utf8');
  const hash = createHash('sha256').update(style).digest('base64');
  // Blocks every resource and every script, whatever a response contains.
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
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
          <header class="card verdict ${verdictClasses[verdict]}">
            <h1>${titles[scope.subject]}</h1>
            <p><strong>${sentence.slice(0, colon)}</strong></p>
            ${[counts, ...(outage === undefined ? [] : [outage])].map((line) => markup`<p>${line}</p>`)}
            <dl class="facts">${factsOf(report).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
          </header>
          ${section('Summary', overviewTable(report))}
          ${section('Differences', groupList(groupFailures(report), report))}
          ${listsOf(report).map(({ title, lines }) => section(title, list(lines)))}
          ${section('Results', groupsMarkup(report))}
          <p class="quiet">Secrets are replaced by the names of the variables or files that contain them.</p>
        </main>
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
const section = (title: string, content: Markup | undefined): Markup =>
  content ? markup`<section><h2>${title}</h2>${content}</section>` : markup``;

/** A list, which is folded if it is long. */
function list(lines: string[]): Markup {
  const items = markup`<ul class="card lines">${lines.map((line) => markup`<li>${line}</li>`)}</ul>`;
  return lines.length <= 10 ? items : markup`<details><summary>${lines.length} lines</summary>${items}</details>`;
}

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

const anchorOf = (id: string): string => `case-${id.replaceAll('/', '--')}`;
const linkTo = (id: string): Markup => markup`<a href="#${anchorOf(id)}"><code>${id}</code></a> `;
const badge = (outcome: Outcome, text: string | number): Markup =>
  markup`<span class="badge ${outcomeClasses[outcome]}">${text}</span>`;

/** Results by what differs: the first one of each group, and links to the others. */
const groupList = (groups: FailureGroup[], report: Report): Markup | undefined =>
  groups.length === 0
    ? undefined
    : markup`<ol class="plain failures">${groups.map((group) => {
        const [{ id, outcome }, ...others] = group.results;
        return markup`<li class="card">
          <p>${badge(outcome, outcomeWord(report, outcome))} <a href="#${anchorOf(id)}">${group.heading}</a></p>
          ${explanationMarkup(group)}
          ${group.differences.slice(0, 1).map((each) => differenceMarkup(each, 160, sidesOf(report)))}
          ${others.length === 0 ? undefined : markup`<details><summary>and ${others.length} more</summary><p class="ids">${others.map((each) => linkTo(each.id))}</p></details>`}
        </li>`;
      })}</ol>`;

const explanationMarkup = ({ texts }: Explanation): Markup[] =>
  texts.map((text) => {
    const [, url] = /^see (https:\S+)$/.exec(text) ?? [];
    return url === undefined ? markup`<p>${text}</p>` : markup`<p>see <a href="${url}">${url}</a></p>`;
  });

const differenceMarkup = ({ path, expected, actual }: Difference, limit: number, sides: Sides): Markup =>
  markup`<dl class="fields">
    <div><dt>at</dt><dd><code>${path || 'response'}</code></dd></div>
    <div><dt>${sides.expected}</dt><dd><code>${expectedInWords(expected, limit)}</code></dd></div>
    <div><dt>${sides.received}</dt><dd><code>${formatValue(actual, limit)}</code></dd></div>
  </dl>`;

const isFailed = ({ outcome }: Result): boolean => outcome === 'failed';

/** The results, folded by group. */
const groupsMarkup = (report: Report): Markup =>
  markup`${[...resultsByGroup(report)].map(([name, results]) => {
    const counts = occurringOutcomes({ results }).map(
      (each) => `${results.filter(({ outcome }) => outcome === each).length} ${outcomeWord(report, each)}`,
    );
    const failedFirst = results.toSorted((a, b) => Number(isFailed(b)) - Number(isFailed(a)));
    return markup`<details class="group">
      <summary><h3>${withWordBreaks(name)}</h3> <span class="quiet">${counts.join(', ')}</span></summary>
      ${failedFirst.map((result) => resultMarkup(result, report))}
    </details>`;
  })}`;

function resultMarkup(result: Result, report: Report): Markup {
  const { id, description, level, outcome, milliseconds, exchanges } = result;
  // A link to what is inside of the details opens them.
  return markup`<details class="card case" data-outcome="${outcome}">
    <summary>${badge(outcome, outcomeWord(report, outcome))} <span class="title">${description} <code class="quiet">${id}</code></span>
      ${report.documents ? undefined : markup`<span class="quiet">${level === undefined ? '' : `${level} · `}${milliseconds.toFixed(0)} ms</span>`}</summary>
    <div class="inside" id="${anchorOf(id)}">
      ${explanationMarkup(explain([result], report))}
      ${exchanges.map((exchange) => exchangeMarkup(exchange, report.target.url, sidesOf(report)))}
    </div>
  </details> `;
}

function exchangeMarkup(exchange: Exchange, url: string, sides: Sides): Markup {
  const { step, actor, request, response, expected, differences } = exchange;
  const status = response ? `HTTP ${response.status}, ${response.milliseconds.toFixed(0)} ms` : 'no response';
  const count = `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}`;
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return markup`<details class="exchange" ${differences.length > 0 ? 'open' : ''}>
    <summary>${step} by ${actor} · ${status}${differences.length > 0 ? markup` · <b>${count}</b>` : undefined}</summary>
    <div class="differences">${differences.map((each) => differenceMarkup(each, 2000, sides))}</div>
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
