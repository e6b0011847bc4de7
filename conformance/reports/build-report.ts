import { requirements } from '../cases/requirements.ts';
import { computeVerdict, verdictSentence } from '../judge/verdict.ts';
import { applyWaivers } from '../judge/waivers.ts';
import type { Report, CaseResult, Mode, Waiver } from '../model/report.ts';
import type { Target } from '../model/target.ts';

/** What a run produced. */
export interface RunOutcome {
  target: Target;
  runId: string;
  startedAt: Date;
  seconds: number;
  mode: Mode;
  results: CaseResult[];
  waivers: Waiver[];
  leftovers: string[];
  cleanUpFailures: string[];
  ledgerFile?: string;
}

/** Applies the waivers and computes the verdict. */
export function buildReport({ target, startedAt, results, waivers: known, ...outcome }: RunOutcome): Report {
  const waivers = applyWaivers(results, known, target.dialect, startedAt.toISOString().slice(0, 10));
  const verdict = computeVerdict(results, waivers);
  return {
    ...outcome,
    startedAt: startedAt.toISOString(),
    target: { url: target.url, dialect: target.dialect.name },
    verdict,
    sentence: verdictSentence(verdict, results),
    results,
    requirements,
    waivers,
  };
}
