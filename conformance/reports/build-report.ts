import { requirements } from '../../src/cases/requirements.ts';
import { applyBaseline } from '../judge/baseline.ts';
import { computeVerdict, describeOutage, isCompleteRun, verdictSentence } from '../judge/verdict.ts';
import { applyWaivers } from '../judge/waivers.ts';
import type { ReportFile } from '../model/report-file.ts';
import type { CaseResult, Report, Scope, Waiver } from '../model/report.ts';
import type { Mode } from '../../src/client/target.ts';
import type { Target } from '../../src/client/target.ts';

/** What a run produced. */
export interface RunOutcome {
  target: Target;
  runId: string;
  startedAt: Date;
  seconds: number;
  mode: Mode;
  scope: Scope;
  results: CaseResult[];
  waivers: Waiver[];
  baseline?: ReportFile;
  leftovers: string[];
  cleanUpFailures: string[];
  ledgerFile?: string;
}

/** Applies the waivers and the baseline, and computes the verdict. */
export function buildReport({ target, startedAt, ...outcome }: RunOutcome): Report {
  const { results, mode, scope } = outcome;
  const waivers = applyWaivers(results, outcome.waivers, target.dialect, startedAt.toISOString().slice(0, 10));
  const baseline = outcome.baseline && applyBaseline(results, outcome.baseline);
  const input = { results, waivers, mode, scope, baseline };
  const verdict = computeVerdict(input);
  return {
    ...outcome,
    startedAt: startedAt.toISOString(),
    target: { url: target.url, dialect: target.dialect.name },
    verdict,
    isComplete: isCompleteRun(input),
    sentence: verdictSentence(verdict, input),
    outage: describeOutage(results),
    requirements,
    waivers,
    baseline,
  };
}
