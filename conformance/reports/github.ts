import type { Report } from '../model/report.ts';
import { escapeLine, formatValue, truncate } from './format-text.ts';
import { newFailures, outcomeReason } from './results.ts';

// GitHub shows ten errors of a step.
const maxAnnotations = 10;
const maxCharacters = 1000;

/** Escapes a text of a workflow command (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands). */
const escapeData = (text: string): string =>
  truncate(escapeLine(text), maxCharacters).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function command(properties: Record<string, string | undefined>, message: string): string {
  const list = Object.entries(properties).filter(([, value]) => value !== undefined);
  return `::error ${list.map(([name, value]) => `${name}=${escapeProperty(value!)}`).join(',')}::${escapeData(message)}`;
}

/**
 * The annotations of GitHub Actions: one for each failing case and for a target that stopped responding. `fileOf` returns the file
 * of a case in the checkout of the workflow; undefined if it is elsewhere.
 */
export function githubAnnotations(report: Report, fileOf: (caseId: string) => string | undefined): string[] {
  const failures = newFailures(report);
  const shown = failures.slice(0, maxAnnotations);
  const annotations = shown.map((result) => {
    const { id, description } = result.case;
    const [first] = result.exchanges.flatMap(({ differences }) => differences);
    const difference =
      first &&
      `${first.path || 'response'}: ${formatValue(first.actual, 200)} instead of ${formatValue(first.expected, 200)}`;
    const message = [description, outcomeReason(result) ?? difference].filter(Boolean).join(' ');
    return command({ file: fileOf(id), title: `Conformance: ${id}` }, message);
  });
  const hidden = failures.length - shown.length;
  return [
    ...(report.outage === undefined ? [] : [command({ title: 'Conformance' }, report.outage)]),
    ...annotations,
    ...(hidden > 0 ? [command({ title: 'Conformance' }, `${hidden} more cases failed; see the step summary.`)] : []),
  ];
}
