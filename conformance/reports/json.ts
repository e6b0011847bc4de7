import { formatJson } from '../../src/client/format-text.ts';
import { type Report, outcomes } from '../model.ts';

/** Renders a report as `report.json`, for programs. */
export function jsonReport({ scope, isComplete, results, waivers, ...report }: Report): string {
  const { runId, startedAt, seconds, target, mode, verdict, sentence, outage } = report;
  const { leftovers, cleanUpFailures, ledgerFile } = report;
  const file = {
    format: 'plenum-report',
    formatVersion: 2,
    runId,
    startedAt,
    seconds,
    target,
    mode,
    subject: scope.subject,
    only: scope.only,
    ownCases: scope.hasOwnCases,
    interrupted: scope.isInterrupted,
    verdict,
    complete: isComplete,
    sentence,
    outage,
    counts: Object.fromEntries(
      outcomes.map((each) => [each, results.filter(({ outcome }) => outcome === each).length]),
    ),
    results: results.map(
      ({ id, description, level, requirements, source, outcome, reason, milliseconds, exchanges }) => ({
        id,
        description,
        level,
        requirements,
        ...source,
        outcome,
        reason,
        milliseconds: Math.round(milliseconds),
        differences: exchanges.flatMap(({ step, actor, differences }) =>
          differences.map((difference) => ({ step, actor, ...difference })),
        ),
      }),
    ),
    waivers,
    leftovers,
    cleanUpFailures,
    ledgerFile,
  };
  return `${formatJson(file, 2)}\n`;
}
