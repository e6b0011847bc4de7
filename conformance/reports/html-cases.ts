import type { Exchange } from '../model/exchange.ts';
import { parseJson } from '../model/json-value.ts';
import type { CaseResult, Report } from '../model/report.ts';
import { curlCommand } from './curl.ts';
import { formatValue, truncate } from './format-text.ts';
import { type Markup, markup } from './html-template.ts';
import type { DisplayOutcome } from './operation-table.ts';
import { displayOutcome, outcomeReason, requirementDetails, requirementLabel, unwaivedFailures } from './results.ts';

/** CSS classes of the outcomes. */
export const outcomeClasses: Record<DisplayOutcome, string> = {
  passed: 'good',
  failed: 'bad',
  'could not run': 'warn',
  'not applicable': 'mute',
  waived: 'warn',
};

const caseAnchor = ({ case: { id } }: CaseResult): string => `case-${id.replace('/', '--')}`;

/** The invalid waivers, and the failures with links to their cases. */
export const failuresMarkup = (report: Report): Markup =>
  markup`${waiverProblemsMarkup(report)} ${failureTableMarkup(unwaivedFailures(report))}`;

function waiverProblemsMarkup({ waivers }: Report): Markup {
  const invalid = waivers.filter(({ problem }) => problem);
  if (invalid.length === 0) return markup``;
  return markup`<h2>Invalid waivers</h2>
    <ul>
      ${invalid.map((each) => markup`<li><code>${each.case}</code>: ${each.problem}</li>`)}
    </ul>`;
}

function failureTableMarkup(failures: CaseResult[]): Markup {
  if (failures.length === 0) return markup``;
  const rows = failures.map((result) => {
    const [first] = result.exchanges.flatMap(({ differences }) => differences);
    const summary = first
      ? `${first.path || 'response'}: ${formatValue(first.actual, 80)} instead of ${formatValue(first.expected, 80)}`
      : result.reason;
    return markup`<tr>
      <th scope="row"><a href="#${caseAnchor(result)}">${result.case.description}</a></th>
      <td>${result.case.level}</td>
      <td><code>${summary}</code></td>
    </tr>`;
  });
  return markup`<h2 id="failures">Failures</h2>
    <div class="scroll">
      <table class="differences" aria-labelledby="failures">
        <thead>
          <tr>
            <th scope="col">Case</th>
            <th scope="col">Level</th>
            <th scope="col">First difference</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}

/** A case with its requirements and exchanges. The page opens failed cases. */
export function caseMarkup(result: CaseResult, report: Report): Markup {
  const { id, description, level } = result.case;
  const outcome = displayOutcome(result);
  const reason = outcomeReason(result);
  return markup`<details
    class="case"
    id="${caseAnchor(result)}"
    data-outcome="${outcome}"
    ${outcome === 'failed' ? 'open' : ''}
  >
    <summary>
      <span class="badge ${outcomeClasses[outcome]}">${outcome}</span><span>${description} <code>${id}</code></span
      ><span class="soft">${level} · ${result.milliseconds.toFixed(0)} ms</span>
    </summary>
    <div class="inside">
      ${reason === undefined ? undefined : markup`<p><b>${reason}</b></p>`}
      <ul>
        ${requirementDetails(result, report).map((each) => markup`<li><code>${requirementLabel(each)}</code> ${each.text}</li>`)}
      </ul>
      ${result.exchanges.map((exchange) => exchangeMarkup(exchange, report.target.url))}
    </div>
  </details> `;
}

function exchangeMarkup(exchange: Exchange, url: string): Markup {
  const { step, actor, request, response, differences } = exchange;
  const status = response ? `HTTP ${response.status}, ${response.milliseconds.toFixed(0)} ms` : 'no response';
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const count = differences.length > 0 ? markup` · <b>differences: ${differences.length}</b>` : markup``;
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

const differencesTable = ({ differences }: Exchange): Markup =>
  differences.length === 0
    ? markup``
    : markup`<div class="scroll">
        <table class="differences">
          <thead>
            <tr>
              <th scope="col">path</th>
              <th scope="col">expected</th>
              <th scope="col">actual</th>
            </tr>
          </thead>
          <tbody>
            ${differences.map(
              ({ path, expected, actual }) =>
                markup`<tr>
                  <th scope="row"><code>${path || 'response'}</code></th>
                  <td><code>${formatValue(expected, 2000)}</code></td>
                  <td><code>${formatValue(actual, 2000)}</code></td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;

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
