import { randomBytes } from 'node:crypto';
import { exitCodes } from '../src/errors.ts';
import { compileSchemaFile, readValidatedJson } from '../src/client/json-schema.ts';
import { type DialectNames, isNameOfDialect } from '../src/dialects/suite-dialect.ts';
import {
  type AppliedWaiver,
  type Outcome,
  type Report,
  type Result,
  type Verdict,
  type Waiver,
  outcomes,
} from './model.ts';
import { differenceText, outcomeWord } from './reports/contents.ts';

/** Whether a value is a list of waivers. */
export const areWaivers = compileSchemaFile<Waiver[]>(new URL('waivers.schema.json', import.meta.url));

/** Reads a file of waivers. A CommandError names the invalid member. */
export const readWaivers = (file: string): Waiver[] => readValidatedJson(file, areWaivers, 'the list of waivers');

/**
 * Gives the failed results that a waiver excuses the outcome `waived`, and returns the waivers of the target, those that excuse
 * nothing with the reason. The last of several waivers of a result excuses it. `today` is YYYY-MM-DD.
 */
function applyWaivers(
  results: Result[],
  waivers: Waiver[],
  { url, dialect }: { url: string; dialect: DialectNames },
  today: string,
): AppliedWaiver[] {
  const { host, hostname } = new URL(url || 'documents:');
  const isOfTarget = ({ target }: Waiver) =>
    target === undefined || isNameOfDialect(target, dialect) || target === host || target === hostname;
  return waivers.filter(isOfTarget).map((waiver) => {
    const result = results.find(({ id }) => id === waiver.id);
    if (!result) return { ...waiver, problem: 'nothing of this run has this id' };
    if (waiver.expires !== undefined && waiver.expires < today)
      return { ...waiver, problem: `it expired on ${waiver.expires}` };
    if (result.outcome === 'passed') return { ...waiver, problem: 'it passes: remove the waiver' };
    if (result.outcome === 'failed' || result.outcome === 'waived')
      Object.assign(result, { outcome: 'waived', waiver });
    return waiver;
  });
}

/** A waiver for each failure of a run: the one that excuses it, or a new one that names what differs first. */
export const waiversOf = ({ results, scope, target: { dialect } }: Report): Waiver[] =>
  results.flatMap(({ id, outcome, exchanges, reason, waiver }) => {
    if (waiver) return [waiver];
    if (outcome !== 'failed') return [];
    const [first] = exchanges.flatMap(({ differences }) => differences);
    const text = first ? differenceText(first, 200) : 'it fails';
    // The id of a document names its target.
    return [{ id, reason: reason ?? text, ...(scope.subject !== 'document' && { target: dialect }) }];
  });

const count = (results: Result[], outcome: Outcome): number =>
  results.filter((result) => result.outcome === outcome).length;

type VerdictInput = Pick<Report, 'results' | 'mode' | 'scope' | 'documents'>;

const isOpen = ({ outcome, level = 'MUST' }: Result): boolean =>
  level === 'MUST' && (outcome === 'could not run' || outcome === 'not sent');

/** Whether nothing is missing that the run must judge: every MUST of the suite in mode `write`, every recorded exchange or document. */
function isCompleteRun({ results, mode, scope }: VerdictInput): boolean {
  if (scope.subject === 'document') return true;
  if (scope.isInterrupted || results.some(isOpen)) return false;
  return scope.subject === 'exchange' || (mode === 'write' && scope.only === undefined && !scope.hasOwnCases);
}

/** Computes the verdict, as `Verdict` defines it. */
export function computeVerdict(input: VerdictInput): Verdict {
  const { results, scope } = input;
  const failures = results.filter(({ outcome }) => outcome === 'failed');
  if (results.some(({ isOutage }) => isOutage)) return 'stopped';
  if (failures.some(({ level }) => level === 'MUST')) return 'not conformant';
  if (failures.length > 0) return 'differences';
  return scope.subject === 'case' && isCompleteRun(input) ? 'conformant' : 'no difference';
}

/** What the run shows, and the numbers of results by outcome, as one sentence. */
function verdictSentence(verdict: Verdict, input: VerdictInput): string {
  const counts = outcomes.map((outcome) => ({ outcome, number: count(input.results, outcome) }));
  const figures = counts
    .filter(({ number }) => number > 0)
    .map(({ outcome, number }) => `${number} ${outcomeWord(input, outcome)}`);
  return `${headline(verdict, input)}: ${figures.join(', ')}.`;
}

function headline(verdict: Verdict, { results, mode, scope, documents }: VerdictInput): string {
  if (documents) {
    const { operations, targets } = documents;
    const subjects = operations.length === 1 ? '1 document' : `${operations.length} documents`;
    return `${subjects} against ${targets.length === 1 ? targets[0]! : `${targets.length} targets`}`;
  }
  const judged = count(results, 'passed') + count(results, 'failed') + count(results, 'waived');
  const notRun = results.filter(({ outcome }) => outcome === 'could not run');
  const needWriting = notRun.filter(({ needsWriting }) => needsWriting).length;
  const limits = [
    ...(scope.hasOwnCases ? ['own cases'] : []),
    ...(scope.only === undefined ? [] : [`only ${scope.only}`]),
    ...(needWriting > 0 ? [`${needWriting} need writing`] : []),
    ...(notRun.length > needWriting ? [`${notRun.length - needWriting} could not run`] : []),
    ...(scope.isInterrupted ? ['interrupted'] : []),
  ];
  const texts: Record<Verdict, string> = {
    conformant: 'Conformant',
    'not conformant': 'Not conformant',
    differences: scope.subject === 'case' ? 'Differences below the level MUST' : 'Responses differ',
    'no difference': `No difference in ${judged} ${scope.subject}${judged === 1 ? '' : 's'} of ${mode} mode${limits.length === 0 ? '' : ` (${limits.join(', ')})`}`,
    stopped: 'The target stopped responding',
  };
  return texts[verdict];
}

/** After which request the target stopped responding; undefined if it did not. */
function describeOutage(results: Result[]): string | undefined {
  const index = results.findIndex(({ isOutage }) => isOutage);
  const outage = results[index];
  if (!outage) return undefined;
  const steps = results
    .slice(0, index + 1)
    .flatMap(({ id, exchanges }) => exchanges.map((exchange) => ({ id, ...exchange })));
  const last = steps.findLast(({ response }) => response !== undefined);
  const at = steps.find(({ id, response }) => id === outage.id && response === undefined);
  return [
    `The target stopped responding at ${at ? `${at.step} of ` : ''}${outage.id}: ${outage.reason}.`,
    last ? `The last response was to ${last.step} of ${last.id}.` : 'It responded to no request of a case.',
  ].join(' ');
}

export interface ExitOptions {
  /** Whether a run that was not complete may end with 0. Default: false. */
  acceptPartial?: boolean;
}

/** The exit code of a command that ran the suite; `docs/reference/cases-and-reports.md` has the table. */
export function exitCodeOf(report: Report, { acceptPartial = false }: ExitOptions = {}): number {
  const isPartial = !report.isComplete && (!acceptPartial || report.scope.isInterrupted === true);
  const ofVerdict: Record<Verdict, number> = {
    stopped: exitCodes.unreachable,
    'not conformant': exitCodes.differences,
    differences: exitCodes.differences,
    'no difference': isPartial ? exitCodes.partial : 0,
    conformant: 0,
  };
  const code = ofVerdict[report.verdict];
  const isFailure = code === exitCodes.unreachable || code === exitCodes.differences;
  return report.cleanUpFailures.length > 0 && !isFailure ? exitCodes.cleanupIncomplete : code;
}

type RunOutcome = Pick<Report, 'mode' | 'scope' | 'results'> &
  Partial<Omit<Report, 'startedAt' | 'target' | 'waivers'>> & {
    target: { url: string; dialect: DialectNames };
    startedAt: Date;
    waivers: Waiver[];
  };

/** Applies the waivers and computes the verdict of a run that ends here. */
export function buildReport({ target, startedAt, waivers, ...run }: RunOutcome): Report {
  const applied = applyWaivers(run.results, waivers, target, startedAt.toISOString().slice(0, 10));
  const verdict = computeVerdict(run);
  return {
    runId: randomBytes(4).toString('hex'),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    requirements: [],
    leftovers: [],
    cleanUpFailures: [],
    ...run,
    startedAt: startedAt.toISOString(),
    target: { url: target.url, dialect: target.dialect.name },
    verdict,
    isComplete: isCompleteRun(run),
    sentence: verdictSentence(verdict, run),
    outage: describeOutage(run.results),
    waivers: applied,
  };
}
