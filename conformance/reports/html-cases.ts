import type { Exchange } from '../model/case-exchange.ts';
import { parseJson } from '../../src/client/json-value.ts';
import type { CaseResult, Report } from '../model/report.ts';
import { curlCommand } from '../../src/client/curl.ts';
import { alternativesText } from './expected-text.ts';
import { formatValue, truncate } from '../../src/client/format-text.ts';
import { countsText } from './html-overview.ts';
import { referenceUrl } from '../../src/cases/requirements.ts';
import {
  type Markup,
  listMarkup,
  markup,
  outcomeClasses,
  sectionMarkup,
  tableMarkup,
  withWordBreaks,
} from './html-template.ts';
import { occurringOutcomes, operationTable } from './operation-table.ts';
import {
  folderTitle,
  isNewFailure,
  knownFailures,
  newFailures,
  outcomeReason,
  reasonsNotRun,
  requirementDetails,
  requirementLabel,
  resultsByFolder,
} from './results.ts';

const anchorOf = (caseId: string): string => `case-${caseId.replace('/', '--')}`;

const caseLink = (caseId: string): Markup => markup`<a href="#${anchorOf(caseId)}"><code>${caseId}</code></a>`;

/** The failures with links to their cases, and whatever else the reader must know before the cases. */
export const findingsMarkup = (report: Report): Markup => markup`
  ${sectionMarkup('failures', 'Failures', failureList(report))}
  ${sectionMarkup('waivers', 'Invalid waivers', listMarkup(report.waivers.filter(({ problem }) => problem).map((each) => markup`<code>${each.case}</code>: ${each.problem}`)))}
  ${sectionMarkup('not-run', 'Not run', notRunMarkup(report))}
  ${sectionMarkup('known', 'Known from the baseline', listMarkup(knownFailures(report).map((result) => caseLink(result.case.id))))}
  ${sectionMarkup('fixed', 'Fixed since the baseline', listMarkup((report.baseline?.fixed ?? []).map(caseLink)))}`;

function failureList(report: Report): Markup | undefined {
  const failures = newFailures(report);
  if (failures.length === 0) return undefined;
  const items = failures.map((result) => {
    const [first] = result.exchanges.flatMap(({ differences }) => differences);
    const { id, description, level } = result.case;
    return markup`<li>
      <p><span class="badge bad">${level}</span> <a href="#${anchorOf(id)}">${description}</a> <code class="soft">${id}</code></p>
      ${
        first
          ? markup`<dl class="difference">
              <div><dt>at</dt><dd><code>${first.path || 'response'}</code></dd></div>
              <div><dt>expected</dt><dd><code>${formatValue(first.expected, 160)}</code></dd></div>
              <div><dt>actual</dt><dd><code>${formatValue(first.actual, 160)}</code></dd></div>
            </dl>`
          : markup`<p>${result.reason}</p>`
      }
    </li>`;
  });
  return markup`<ol class="failures">
    ${items}
  </ol>`;
}

function notRunMarkup(report: Report): Markup | undefined {
  const groups = reasonsNotRun(report);
  if (groups.length === 0) return undefined;
  return markup`<div class="panel flush">${groups.map(
    ({ outcome, reason, ids }) =>
      markup`<details class="reason">
        <summary><span class="badge ${outcomeClasses[outcome]}">${ids.length} ${outcome}</span> ${reason}</summary>
        <p class="ids">${ids.map((id) => markup`${caseLink(id)} `)}</p>
      </details>`,
  )}</div>`;
}

/** The search tools and the cases, folded by operation. */
export function casesMarkup(report: Report): Markup {
  const rows = operationTable(report);
  const groups = [...resultsByFolder(report)].map(([folder, results], index) => {
    const failed = results.filter(isNewFailure);
    const others = results.filter((result) => !isNewFailure(result));
    return markup`<details class="group" ${failed.length > 0 ? 'open' : ''}>
      <summary>
        <h3>${withWordBreaks(folderTitle(folder))}</h3>
        <span class="soft">${countsText(rows[index]!, report)}</span>
      </summary>
      ${[...failed, ...others].map((result) => caseMarkup(result, report))}
    </details>`;
  });
  return sectionMarkup('cases', 'Cases', markup`${toolsMarkup(report)} ${groups}`);
}

/** The requirements that some case of a report checks, in alphabetical order. */
const requirementsOf = ({ results }: Report): string[] =>
  [...new Set(results.flatMap((result) => result.case.requirements))].toSorted();

const toolsMarkup = (report: Report): Markup =>
  markup`<div class="tools" hidden role="search" aria-label="Filter the cases">
    <input type="search" placeholder="Text, id, code" aria-label="Search text" />
    <select aria-label="Requirement">
      <option value="">Every requirement</option>
      ${requirementsOf(report).map((id) => markup`<option>${id}</option>`)}
    </select>
    ${occurringOutcomes(report)
      .filter((outcome) => operationTable(report).at(-1)!.counts[outcome] > 0)
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

/** A case with its requirements and exchanges. The page opens new failures. */
function caseMarkup(result: CaseResult, report: Report): Markup {
  const { id, description, level, requirements } = result.case;
  const { outcome, isKnown } = result;
  const reason = outcomeReason(result);
  return markup`<details
    class="case"
    id="${anchorOf(id)}"
    data-outcome="${outcome}"
    data-requirements="${requirements.join(' ')}"
    ${isNewFailure(result) ? 'open' : ''}
  >
    <summary>
      <span class="badge ${outcomeClasses[outcome]}">${outcome}${isKnown ? ', known' : ''}</span
      ><span class="title">${description} <code>${id}</code></span
      ><span class="soft">${level} · ${result.milliseconds.toFixed(0)} ms</span>
    </summary>
    <div class="inside">
      ${reason === undefined ? undefined : markup`<p class="why">${reason}</p>`}
      <ul>
        ${requirementDetails(result, report).map((each) => markup`<li><code>${requirementLabel(each)}</code> ${each.text}${each.pages.map((path) => markup` <a href="${referenceUrl(path)}">${path}</a>`)}</li>`)}
      </ul>
      ${result.exchanges.map((exchange) => exchangeMarkup(exchange, report.target.url))}
    </div>
  </details> `;
}

function exchangeMarkup(exchange: Exchange, url: string): Markup {
  const { step, actor, request, response, differences } = exchange;
  const status = response ? `HTTP ${response.status}, ${response.milliseconds.toFixed(0)} ms` : 'no response';
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const count =
    differences.length > 0
      ? markup` · <b>${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}</b>`
      : markup``;
  return markup`<details class="exchange" ${differences.length > 0 ? 'open' : ''}>
    <summary>${step} by ${actor} · ${status}${count}</summary>
    <div>
      ${differencesTable(exchange)}
      <div class="pair">
        <div>
          ${section(`Request: ${request.method}`, [headers.join('\n'), requestText(exchange)].filter(Boolean).join('\n\n'))}
        </div>
        <div>
          ${section('Response', response ? indentJson(response.text) : '')}${section('Expected', JSON.stringify(exchange.expected, null, 2))}
        </div>
      </div>
      ${section('Repeat the request', curlCommand(exchange, url))}
    </div>
  </details>`;
}

const code = (text: string): Markup => markup`<code>${text}</code>`;

function differencesTable({ step, differences, expected: allowed }: Exchange): Markup {
  if (differences.length === 0) return markup``;
  const table = tableMarkup(
    { label: `Differences in ${step}`, className: 'differences' },
    ['path', 'expected', 'actual'],
    differences.map(({ path, expected, actual }) => ({
      cells: [
        { content: code(path || 'response') },
        { content: code(formatValue(expected, 2000)) },
        { content: code(formatValue(actual, 2000)) },
      ],
    })),
  );
  const alternatives = alternativesText(allowed);
  return markup`${table}${alternatives ? markup`<p class="soft">${alternatives}</p>` : undefined}`;
}

const section = (title: string, text: string): Markup =>
  text === ''
    ? markup``
    : markup`<h4>${title}</h4>
        <pre tabindex="0">${text}</pre>`;

/** The body of a request; the document of a GraphQL request keeps its lines. */
function requestText({ request: { body } }: Exchange): string {
  if (body === undefined) return '';
  try {
    const { query, ...others } = JSON.parse(body) as { query?: unknown };
    if (typeof query !== 'string') return indentJson(body);
    return [query, ...Object.entries(others).map(([name, value]) => `${name}: ${JSON.stringify(value, null, 2)}`)].join(
      '\n\n',
    );
  } catch {
    return body;
  }
}

/** Indents JSON. Indentation multiplies the length of nested lists, so it is limited. */
function indentJson(text: string): string {
  const json = parseJson(text);
  return json === undefined ? text : truncate(JSON.stringify(json, null, 2), 50_000);
}
