import { referenceUrl } from '../../src/cases/requirements.ts';
import { curlCommand } from '../../src/client/curl.ts';
import { formatValue, truncate } from '../../src/client/format-text.ts';
import { isJsonObject, parseJson } from '../../src/client/json-value.ts';
import type { Exchange, Outcome, Report, Result, Verdict } from '../model.ts';
import {
  type FailureGroup,
  alternativesText,
  expectedInWords,
  groupFailures,
  occurringOutcomes,
  outcomeReason,
  outcomeTable,
  reasonsNotRun,
  requirementDetails,
  requirementLabel,
  resultsByGroup,
  waiverTexts,
} from './failures.ts';
import { htmlPage, pageHeader } from './html-page.ts';
import { pageScript } from './html-script.ts';
import { type Markup, listMarkup, markup, sectionMarkup, tableMarkup, withWordBreaks } from './html-template.ts';

const outcomeClasses: Record<Outcome, string> = {
  passed: 'good',
  failed: 'bad',
  'not sent': 'lost',
  'could not run': 'warn',
  'not applicable': 'mute',
  waived: 'calm',
};

const verdictClasses: Record<Verdict, string> = {
  conformant: 'good',
  'not conformant': 'bad',
  differences: 'bad',
  'no difference': 'calm',
  stopped: 'lost',
};

// A browser shows no more in one page. Passed results come last.
const maxDetails = 3000;

/** Renders a report as one HTML file that loads nothing and is readable without JavaScript. */
export function htmlReport(report: Report): string {
  const { verdict, target, mode, startedAt, seconds, runId, outage, sentence, leftovers, cleanUpFailures } = report;
  const colon = sentence.lastIndexOf(': ');
  return htmlPage({
    title: `${verdict} – ${target.url}`,
    header: pageHeader({
      title: report.scope.subject === 'case' ? 'Conformance report' : 'Replayed requests',
      className: verdictClasses[verdict],
      lines: [sentence.slice(0, colon), sentence.slice(colon + 2), ...(outage === undefined ? [] : [outage])],
      facts: [
        ['Target', target.url],
        ['Dialect', target.dialect],
        ['Mode', mode],
        ['Started', `${startedAt.slice(0, 16).replace('T', ' ')} UTC`],
        ['Duration', `${seconds.toFixed(1)} s`],
        ['Run', runId],
      ],
    }),
    main: markup`
      ${sectionMarkup('overview', 'Summary', overviewTable(report))}
      ${sectionMarkup('failures', 'Failures', failureList(groupFailures(report)))}
      ${sectionMarkup('not-run', 'Not run', notRunList(report))}
      ${sectionMarkup('waivers', 'Waivers', listMarkup(waiverTexts(report)))}
      ${sectionMarkup('not-cleaned-up', 'Not cleaned up', listMarkup(cleanUpFailures))}
      ${sectionMarkup('leftovers', 'Left on the target: the API cannot undo it', foldedList(leftovers))}
      ${sectionMarkup('cases', 'Results', markup`${toolsMarkup(report)} ${groupsMarkup(report)}`)}`,
    footer: 'Secrets are replaced by the names of the variables or files that contain them.',
    script: pageScript,
  });
}

const foldedList = (lines: string[]): Markup | undefined =>
  lines.length <= 5
    ? listMarkup(lines)
    : markup`<details class="panel flush reason"><summary>${lines.length} records</summary>${listMarkup(lines)}</details>`;

function overviewTable(report: Report): Markup {
  const [[, ...header] = [], ...rows] = outcomeTable(report);
  const table = tableMarkup(
    { label: 'Results by group and outcome', className: 'numbers' },
    ['Group', ...header],
    rows.map(([name = '', ...numbers], index) => ({
      className: index === rows.length - 1 ? 'all' : '',
      cells: [
        { content: withWordBreaks(name) },
        ...numbers.map((number, column) => ({
          className: number === '0' ? 'zero' : header[column] === 'failed' ? 'alarm' : '',
          content: number,
        })),
      ],
    })),
  );
  return markup`<div class="panel flush">${table}</div>`;
}

const anchorOf = (id: string): string => `case-${id.replaceAll('/', '--')}`;
const linkTo = (id: string): Markup => markup`<a href="#${anchorOf(id)}"><code>${id}</code></a> `;

/** The failures by what differs, each with its first result, and links to the others. */
const failureList = (groups: FailureGroup[]): Markup | undefined =>
  groups.length === 0
    ? undefined
    : markup`<ol class="failures">
        ${groups.map(
          ({ title, difference, results: [{ id, description, level = 'differs' }, ...others] }) => markup`<li>
          <p><span class="badge bad">${level}</span> <a href="#${anchorOf(id)}">${description || id}</a> <code class="soft">${id}</code></p>
          ${
            difference
              ? markup`<dl class="difference">
                  <div><dt>at</dt><dd><code>${difference.path || 'response'}</code></dd></div>
                  <div><dt>expected</dt><dd><code>${expectedInWords(difference.expected, 160)}</code></dd></div>
                  <div><dt>received</dt><dd><code>${formatValue(difference.actual, 160)}</code></dd></div>
                </dl>`
              : markup`<p>${title}</p>`
          }
          ${others.length === 0 ? undefined : markup`<details><summary>and ${others.length} more</summary><p class="ids">${others.map((each) => linkTo(each.id))}</p></details>`}
        </li>`,
        )}
      </ol>`;

function notRunList(report: Report): Markup | undefined {
  const groups = reasonsNotRun(report);
  if (groups.length === 0) return undefined;
  return markup`<div class="panel flush">${groups.map(
    ({ text, outcome, ids }) =>
      markup`<details class="reason">
        <summary><span class="badge ${outcomeClasses[outcome]}">${ids.length} ${outcome}</span> ${text}</summary>
        <p class="ids">${ids.map(linkTo)}</p>
      </details>`,
  )}</div>`;
}

const toolsMarkup = (report: Report): Markup =>
  markup`<div class="tools" hidden role="search" aria-label="Filter the results">
    <input type="search" placeholder="Text, id, code" aria-label="Search text" />
    <select aria-label="Requirement">
      <option value="">Every requirement</option>
      ${[...new Set(report.results.flatMap(({ requirements }) => requirements))].toSorted().map((id) => markup`<option>${id}</option>`)}
    </select>
    ${occurringOutcomes(report)
      .filter((each) => report.results.some(({ outcome }) => outcome === each))
      .map(
        (outcome) =>
          markup`<label
            ><input type="checkbox" value="${outcome}" checked /><span class="badge ${outcomeClasses[outcome]}"
              >${outcome}</span
            ></label
          >`,
      )}
    <span class="soft" id="count" role="status"></span>
  </div>`;

/** The results, folded by group. Only the first result of each difference is open. */
function groupsMarkup(report: Report): Markup {
  const opened = new Set(groupFailures(report).map(({ results: [{ id }] }) => id));
  let rest = maxDetails;
  const groups = [...resultsByGroup(report)].map(([name, results]) => {
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    const others = results.filter(({ outcome }) => outcome !== 'failed');
    const counts = occurringOutcomes(report)
      .map((each) => ({ each, number: results.filter(({ outcome }) => outcome === each).length }))
      .filter(({ number }) => number > 0);
    return markup`<details class="group" ${failed.some(({ id }) => opened.has(id)) ? 'open' : ''}>
      <summary>
        <h3>${withWordBreaks(name)}</h3>
        <span class="soft">${counts.map(({ each, number }) => `${number} ${each}`).join(', ')}</span>
      </summary>
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
  const { id, description, level, requirements, outcome, milliseconds, exchanges } = result;
  const reason = outcomeReason(result);
  return markup`<details
    class="case"
    id="${anchorOf(id)}"
    data-outcome="${outcome}"
    data-requirements="${requirements.join(' ')}"
    ${isOpen ? 'open' : ''}
  >
    <summary>
      <span class="badge ${outcomeClasses[outcome]}">${outcome}</span
      ><span class="title">${description} <code>${id}</code></span
      ><span class="soft">${level === undefined ? '' : `${level} · `}${milliseconds.toFixed(0)} ms</span>
    </summary>
    <div class="inside">
      ${reason === undefined ? undefined : markup`<p class="why">${reason}</p>`}
      <ul>
        ${requirementDetails(result, report).map((each) => markup`<li><code>${requirementLabel(each)}</code> ${each.text}${each.pages.map((path) => markup` <a href="${referenceUrl(path)}">${path}</a>`)}</li>`)}
      </ul>
      ${hasDetails ? exchanges.map((exchange) => exchangeMarkup(exchange, report.target.url, isOpen)) : 'Its requests are in no report this long.'}
    </div>
  </details> `;
}

function exchangeMarkup(exchange: Exchange, url: string, isOpen: boolean): Markup {
  const { step, actor, request, response, differences } = exchange;
  const status = response ? `HTTP ${response.status}, ${response.milliseconds.toFixed(0)} ms` : 'no response';
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const count =
    differences.length > 0
      ? markup` · <b>${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}</b>`
      : markup``;
  return markup`<details class="exchange" ${isOpen && differences.length > 0 ? 'open' : ''}>
    <summary>${step} by ${actor} · ${status}${count}</summary>
    <div>
      ${differencesTable(exchange)}
      <div class="pair">
        <div>
          ${blockMarkup(`Request: ${request.method}`, [headers.join('\n'), requestText(exchange)].filter(Boolean).join('\n\n'))}
        </div>
        <div>
          ${blockMarkup('Response', response ? indentJson(response.text) : '')}${blockMarkup('Expected', exchange.expected ? JSON.stringify(exchange.expected, null, 2) : '')}
        </div>
      </div>
      ${blockMarkup('Repeat the request', curlCommand(exchange, url))}
    </div>
  </details>`;
}

function differencesTable(exchange: Exchange): Markup {
  const { step, differences } = exchange;
  if (differences.length === 0) return markup``;
  const table = tableMarkup(
    { label: `Differences in ${step}`, className: 'differences' },
    ['path', 'expected', 'received'],
    differences.map(({ path, expected, actual }) => ({
      cells: [path || 'response', expectedInWords(expected, 2000), formatValue(actual, 2000)].map((text) => ({
        content: markup`<code>${text}</code>`,
      })),
    })),
  );
  const alternatives = alternativesText(exchange);
  return markup`${table}${alternatives ? markup`<p class="soft">${alternatives}</p>` : undefined}`;
}

const blockMarkup = (title: string, text: string): Markup =>
  text === ''
    ? markup``
    : markup`<h4>${title}</h4>
        <pre tabindex="0">${text}</pre>`;

/** The body of a request; the document of a GraphQL request keeps its lines. */
function requestText({ request: { body } }: Exchange): string {
  const json = parseJson(body ?? '');
  if (!isJsonObject(json) || typeof json['query'] !== 'string') return indentJson(body ?? '');
  const { query, ...others } = json;
  return [query, ...Object.entries(others).map(([name, value]) => `${name}: ${JSON.stringify(value, null, 2)}`)].join(
    '\n\n',
  );
}

/** Indents JSON. Indentation multiplies the length of nested lists, so it is limited. */
function indentJson(text: string): string {
  const json = parseJson(text);
  return json === undefined ? text : truncate(JSON.stringify(json, null, 2), 50_000);
}
