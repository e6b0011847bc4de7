import {
  type AppliedWaiver,
  type BaselineComparison,
  type CaseResult,
  type Outcome,
  type Scope,
  type Verdict,
  outcomes,
} from '../model/report.ts';
import type { Mode } from '../../src/client/target.ts';

/** What a verdict is computed from. */
export interface VerdictInput {
  results: CaseResult[];
  waivers: AppliedWaiver[];
  mode: Mode;
  scope: Scope;
  baseline?: BaselineComparison;
}

const count = (results: CaseResult[], outcome: Outcome): number =>
  results.filter((result) => result.outcome === outcome).length;

const isOpenMust = ({ outcome, case: { level } }: CaseResult): boolean =>
  level === 'MUST' && (outcome === 'could not run' || outcome === 'not sent');

/** Whether every MUST of the suite ran in mode `write`. */
export function isCompleteRun({ results, mode, scope }: VerdictInput): boolean {
  const isSelection = scope.only !== undefined || scope.hasOwnCases === true;
  return mode === 'write' && !isSelection && !scope.isInterrupted && !results.some(isOpenMust);
}

/** Computes the verdict, as `Verdict` defines it. */
export function computeVerdict(input: VerdictInput): Verdict {
  const { results, waivers, baseline } = input;
  const failures = results.filter(({ outcome }) => outcome === 'failed');
  const unknown = failures.filter(({ isKnown }) => !isKnown);
  if (results.some(({ isOutage }) => isOutage)) return 'stopped';
  if (waivers.some(({ problem }) => problem) || unknown.some((result) => result.case.level === 'MUST'))
    return 'not conformant';
  if (unknown.length > 0) return 'differences';
  if (baseline && failures.length > 0) return 'no new difference';
  return isCompleteRun(input) ? 'conformant' : 'no difference';
}

/** What the run shows, and the numbers of cases by outcome, as one sentence. */
export function verdictSentence(verdict: Verdict, input: VerdictInput): string {
  const counts = outcomes.map((outcome) => ({ outcome, number: count(input.results, outcome) }));
  const figures = counts.filter(({ number }) => number > 0).map(({ outcome, number }) => `${number} ${outcome}`);
  return `${headline(verdict, input)}: ${figures.join(', ')}.`;
}

function headline(verdict: Verdict, input: VerdictInput): string {
  const { results, mode } = input;
  const judged = count(results, 'passed') + count(results, 'failed');
  const where = `in ${judged} ${judged === 1 ? 'case' : 'cases'} of ${mode} mode`;
  const limits = limitsOf(input);
  const withLimits = (text: string) => (limits.length === 0 ? text : `${text} (${limits.join(', ')})`);
  const texts: Record<Verdict, () => string> = {
    conformant: () => 'Conformant',
    'not conformant': () => 'Not conformant',
    differences: () => 'Differences below the level MUST',
    'no new difference': () => withLimits(`No new difference ${where}`),
    'no difference': () => withLimits(`No difference ${where}`),
    stopped: () => 'The target stopped responding',
  };
  return texts[verdict]();
}

/** Why a run without a difference does not show that the target is conformant. */
function limitsOf({ results, scope }: VerdictInput): string[] {
  const notRun = results.filter(({ outcome }) => outcome === 'could not run');
  const needWriting = notRun.filter(({ needsWriting }) => needsWriting).length;
  const others = notRun.length - needWriting;
  const known = results.filter(({ isKnown }) => isKnown).length;
  return [
    ...(known > 0 ? [`${known} known`] : []),
    ...(scope.hasOwnCases ? ['own cases'] : []),
    ...(scope.only === undefined ? [] : [`only ${scope.only}`]),
    ...(needWriting > 0 ? [`${needWriting} need writing`] : []),
    ...(others > 0 ? [`${others} could not run`] : []),
    ...(scope.isInterrupted ? ['interrupted'] : []),
  ];
}

/** After which request the target stopped responding; undefined if it did not. */
export function describeOutage(results: CaseResult[]): string | undefined {
  const index = results.findIndex(({ isOutage }) => isOutage);
  const outage = results[index];
  if (!outage) return undefined;
  const steps = results
    .slice(0, index + 1)
    .flatMap(({ case: { id }, exchanges }) => exchanges.map((exchange) => ({ id, ...exchange })));
  const last = steps.findLast(({ response }) => response !== undefined);
  const at = steps.find(({ id, response }) => id === outage.case.id && response === undefined);
  return [
    `The target stopped responding at ${at ? `${at.step} of ` : ''}${outage.case.id}: ${outage.reason}.`,
    last ? `The last response was to ${last.step} of ${last.id}.` : 'It responded to no request of a case.',
  ].join(' ');
}
