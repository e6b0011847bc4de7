import type { AppliedWaiver, CaseResult, Verdict } from '../model/report.ts';

/**
 * Not conformant if a case of level MUST failed without a waiver, or if a waiver is invalid. Otherwise inconclusive if a
 * MUST could not run, else conformant.
 */
export function computeVerdict(results: CaseResult[], waivers: AppliedWaiver[]): Verdict {
  const hasMust = (outcome: CaseResult['outcome']): boolean =>
    results.some((result) => result.outcome === outcome && result.case.level === 'MUST' && !result.waiver);
  if (waivers.some(({ problem }) => problem) || hasMust('failed')) return 'not conformant';
  return hasMust('could not run') ? 'inconclusive' : 'conformant';
}

/** The verdict and the numbers of cases by outcome, as one sentence. */
export function verdictSentence(verdict: Verdict, results: CaseResult[]): string {
  const outcomes = ['passed', 'failed', 'could not run', 'not applicable'] as const;
  const counts = [
    ...outcomes.map((name) => ({
      name,
      count: results.filter(({ outcome, waiver }) => outcome === name && !waiver).length,
    })),
    { name: 'waived', count: results.filter(({ waiver }) => waiver).length },
  ];
  const figures = counts.filter(({ count }) => count > 0).map(({ name, count }) => `${count} ${name}`);
  return `${verdict[0]!.toUpperCase()}${verdict.slice(1)}: ${figures.join(', ')}.`;
}
