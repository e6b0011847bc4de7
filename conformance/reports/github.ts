import type { Report } from '../model/report.ts';
import { formatValue } from '../../src/client/format-text.ts';
import { annotation, maxAnnotations } from './github-annotation.ts';
import { newFailures, outcomeReason } from './results.ts';

/**
 * The annotations of GitHub Actions: one for each failing case and for a target that stopped responding. A case
 * has its file and line if it is in the checkout of the workflow.
 */
export function githubAnnotations(report: Report): string[] {
  const failures = newFailures(report);
  const shown = failures.slice(0, maxAnnotations);
  const annotations = shown.map((result) => {
    const { id, description, source } = result.case;
    const [first] = result.exchanges.flatMap(({ differences }) => differences);
    const difference =
      first &&
      `${first.path || 'response'}: ${formatValue(first.actual, 200)} instead of ${formatValue(first.expected, 200)}`;
    const message = [description, outcomeReason(result) ?? difference].filter(Boolean).join(' ');
    return annotation('error', { source, title: `Conformance: ${id}` }, message);
  });
  const hidden = failures.length - shown.length;
  return [
    ...(report.outage === undefined ? [] : [annotation('error', { title: 'Conformance' }, report.outage)]),
    ...annotations,
    ...(hidden > 0
      ? [annotation('error', { title: 'Conformance' }, `${hidden} more cases failed; see the step summary.`)]
      : []),
  ];
}
