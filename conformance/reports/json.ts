import type { CaseEntry, ReportFile } from '../model/report-file.ts';
import { type CaseResult, type Outcome, type Report, outcomes } from '../model/report.ts';
import { formatJson } from '../../src/client/format-text.ts';

const caseEntry = (result: CaseResult): CaseEntry => {
  const { id, description, level, requirements, source } = result.case;
  return {
    id,
    description,
    level,
    requirements,
    ...source,
    outcome: result.outcome,
    reason: result.reason,
    known: result.isKnown,
    milliseconds: Math.round(result.milliseconds),
    differences: result.exchanges.flatMap(({ step, actor, differences }) =>
      differences.map(({ path, expected, actual }) => ({ step, actor, path, expected, actual })),
    ),
  };
};

/** Renders a report as `report.json`, for programs and as the baseline of later runs; see `report.schema.json`. */
export function jsonReport(report: Report): string {
  const { runId, startedAt, seconds, target, mode, scope, verdict, isComplete, sentence, outage, results } = report;
  const { waivers, baseline, leftovers, cleanUpFailures, ledgerFile } = report;
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  const file: ReportFile = {
    format: 'plenum-report',
    formatVersion: 1,
    runId,
    startedAt,
    seconds,
    target,
    mode,
    only: scope.only,
    ownCases: scope.hasOwnCases,
    interrupted: scope.isInterrupted,
    verdict,
    complete: isComplete,
    sentence,
    outage,
    counts: Object.fromEntries(outcomes.map((outcome) => [outcome, count(outcome)])) as Record<Outcome, number>,
    cases: results.map(caseEntry),
    waivers,
    baseline,
    leftovers,
    cleanUpFailures,
    ledgerFile,
  };
  return `${formatJson(file, 2)}\n`;
}
