import type { Level, Requirement } from './cases.ts';
import type { Result } from './run.ts';
import type { AppliedWaiver } from './waivers.ts';

export type Verdict = 'conformant' | 'not conformant' | 'inconclusive';

/** One run, whole: what every report is made of. Secrets were taken out of it. */
export interface Report {
  /** The mark of what the run created. */
  run: string;
  /** ISO 8601. */
  startedAt: string;
  seconds: number;
  target: { url: string; dialect: string };
  mode: 'observe' | 'validate' | 'write';
  verdict: Verdict;
  /** The verdict in one sentence, with figures. */
  sentence: string;
  results: Result[];
  requirements: Requirement[];
  waivers: AppliedWaiver[];
  /** What the run created and the API cannot take back, a line each. */
  leftovers: string[];
}

/** Whether a result speaks for the verdict: those of MUST that are not excused by a waiver. */
const counts = (result: Result, level: Level): boolean => result.case.level === level && !result.waived;

/**
 * Not conformant when a MUST failed or a waiver is wrong; inconclusive when none did, but one could not run; else
 * conformant.
 */
export function verdictOf(results: Result[], waivers: AppliedWaiver[]): Verdict {
  if (waivers.some(({ fault }) => fault)) return 'not conformant';
  if (results.some((result) => result.outcome === 'failed' && counts(result, 'MUST'))) return 'not conformant';
  if (results.some((result) => result.outcome === 'could not run' && counts(result, 'MUST'))) return 'inconclusive';
  return 'conformant';
}

/** The verdict in one sentence. */
export function sentenceOf(verdict: Verdict, results: Result[]): string {
  const figures = (['passed', 'failed', 'could not run', 'not applicable'] as const)
    .map(
      (outcome) => [results.filter((result) => result.outcome === outcome && !result.waived).length, outcome] as const,
    )
    .filter(([count]) => count > 0)
    .map(([count, outcome]) => `${count} ${outcome}`);
  const waived = results.filter((result) => result.waived).length;
  if (waived > 0) figures.push(`${waived} waived`);
  return `${verdict[0]!.toUpperCase()}${verdict.slice(1)}: ${figures.join(', ')}.`;
}
