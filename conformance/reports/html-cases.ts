import type { CaseResult } from '../runner/run-cases.ts';
import type { Exchange } from '../runner/run-step.ts';
import type { Report } from '../judge/verdict.ts';
import { curlCommand } from './curl.ts';
import { type Markup, markup } from './html-template.ts';
import { formatValue } from './format-text.ts';
import { displayOutcome, outcomeReason, requirementDetails, requirementLabel } from './results.ts';
import type { DisplayOutcome } from './operation-table.ts';

/** The colours of the outcomes; each also says its word. */
export const outcomeTones: Record<DisplayOutcome, string> = {
  passed: 'good',
  failed: 'bad',
  'could not run': 'warn',
  'not applicable': 'mute',
  waived: 'warn',
};

/** The id of a case's element, for links. */
export const caseAnchor = ({ case: { id } }: CaseResult): string => `case-${id.replace('/', '--')}`;

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The body of a GraphQL request with its document as a person reads it. */
function requestText({ request: { body } }: Exchange): string {
  if (body === undefined) return '';
  try {
    const { query, ...others } = JSON.parse(body) as { query?: unknown };
    if (typeof query !== 'string') return indented(body);
    const left = Object.entries(others).map(([name, value]) => `${name}: ${JSON.stringify(value, null, 2)}`);
    return [query, ...left].join('\n\n');
  } catch {
    return body;
  }
}

const section = (title: string, text: string): Markup =>
  text === ''
    ? markup``
    : markup`<h4>${title}</h4>
        <pre tabindex="0">${text}</pre>`;

const differencesTable = ({ differences }: Exchange): Markup =>
  differences.length === 0
    ? markup``
    : markup`<div class="scroll">
        <table class="differences">
          <thead>
            <tr>
              <th scope="col">where</th>
              <th scope="col">expected</th>
              <th scope="col">actual</th>
            </tr>
          </thead>
          <tbody>
            ${differences.map(
              ({ path, expected, actual }) =>
                markup`<tr>
                  <th scope="row"><code>${path || 'the answer'}</code></th>
                  <td><code>${formatValue(expected, 2000)}</code></td>
                  <td><code>${formatValue(actual, 2000)}</code></td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;

function exchangeMarkup(exchange: Exchange, url: string): Markup {
  const { step, actor, request, response, differences } = exchange;
  const status = response ? `HTTP ${response.status}, ${response.milliseconds.toFixed(0)} ms` : 'no answer';
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const differing = differences.length > 0 ? markup` · <b>${differences.length} different</b>` : markup``;
  return markup`<details class="exchange" ${differences.length > 0 ? 'open' : ''}>
    <summary>${step} by ${actor} · ${status}${differing}</summary>
    <div>
      ${differencesTable(exchange)}
      <div class="pair">
        <div>
          ${section(`Request: ${request.method}`, [headers.join('\n'), requestText(exchange)].filter(Boolean).join('\n\n'))}
        </div>
        <div>
          ${section('Answer', response ? indented(response.text) : '')}${section('Expected', JSON.stringify(exchange.expected, null, 2))}
        </div>
      </div>
      ${section('Again', curlCommand(exchange, url))}
    </div>
  </details>`;
}

/** A case with its requirements and exchanges, closed unless it failed. */
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
      <span class="badge ${outcomeTones[outcome]}">${outcome}</span><span>${description} <code>${id}</code></span
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
