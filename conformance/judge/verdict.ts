import type { RequirementLevel, Requirement } from '../cases/load.ts';
import type { CaseResult } from '../runner/run-cases.ts';
import type { AppliedWaiver } from './waivers.ts';

export type Verdict = 'conformant' | 'not conformant' | 'inconclusive';

/** One run, whole: what every report is made of. Secrets were taken out of it. */
export interface Report {
  /** The mark of what the run created. */
  runId: string;
  /** ISO 8601. */
  startedAt: string;
  seconds: number;
  target: { url: string; dialect: string };
  mode: 'observe' | 'validate' | 'write';
  verdict: Verdict;
  /** The verdict in one sentence, with figures. */
  sentence: string;
  results: CaseResult[];
  requirements: Requirement[];
  waivers: AppliedWaiver[];
  /** What the run created and the API cannot take back, a line each. */
  leftovers: string[];
}

/** Whether a result speaks for the verdict: those of MUST that are not excused by a waiver. */
const counts = (result: CaseResult, level: RequirementLevel): boolean => result.case.level === level && !result.waiver;

/**
 * Not conformant when a MUST failed or a waiver is wrong; inconclusive when none did, but one could not run; else
 * conformant.
 */
export function computeVerdict(results: CaseResult[], waivers: AppliedWaiver[]): Verdict {
  if (waivers.some(({ problem }) => problem)) return 'not conformant';
  if (results.some((result) => result.outcome === 'failed' && counts(result, 'MUST'))) return 'not conformant';
  if (results.some((result) => result.outcome === 'could not run' && counts(result, 'MUST'))) return 'inconclusive';
  return 'conformant';
}

/** The verdict in one sentence. */
export function verdictSentence(verdict: Verdict, results: CaseResult[]): string {
  const figures = (['passed', 'failed', 'could not run', 'not applicable'] as const)
    .map(
      (outcome) => [results.filter((result) => result.outcome === outcome && !result.waiver).length, outcome] as const,
    )
    .filter(([count]) => count > 0)
    .map(([count, outcome]) => `${count} ${outcome}`);
  const waived = results.filter((result) => result.waiver).length;
  if (waived > 0) figures.push(`${waived} waived`);
  return `${verdict[0]!.toUpperCase()}${verdict.slice(1)}: ${figures.join(', ')}.`;
}
