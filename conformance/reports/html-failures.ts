import type { Report } from '../judge/verdict.ts';
import { caseAnchor } from './html-cases.ts';
import { type Markup, markup } from './html-template.ts';
import { formatValue } from './format-text.ts';
import { unwaivedFailures } from './results.ts';

/** The waivers that are wrong, and the failures with links to their cases. */
export function failuresMarkup(report: Report): Markup {
  const failed = unwaivedFailures(report);
  const faults = report.waivers.filter(({ problem }) => problem);
  const rows = failed.map((result) => {
    const [first] = result.exchanges.flatMap(({ differences }) => differences);
    const said = first
      ? `${first.path || 'answer'}: ${formatValue(first.actual, 80)} instead of ${formatValue(first.expected, 80)}`
      : result.reason;
    return markup`<tr>
      <th scope="row"><a href="#${caseAnchor(result)}">${result.case.description}</a></th>
      <td>${result.case.level}</td>
      <td><code>${said}</code></td>
    </tr>`;
  });
  return markup`${
    faults.length === 0
      ? ''
      : markup`<h2>Waivers that are wrong</h2>
          <ul>
            ${faults.map((each) => markup`<li><code>${each.case}</code>: ${each.problem}</li>`)}
          </ul>`
  }
  ${
    failed.length === 0
      ? ''
      : markup`<h2 id="failures">What differs</h2>
          <div class="scroll">
            <table class="differences" aria-labelledby="failures">
              <thead>
                <tr>
                  <th scope="col">Fact</th>
                  <th scope="col">Level</th>
                  <th scope="col">First difference</th>
                </tr>
              </thead>
              <tbody>
                ${rows}
              </tbody>
            </table>
          </div>`
  }`;
}
