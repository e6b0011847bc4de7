import { randomBytes } from 'node:crypto';
import { exitCodes } from '../src/errors.ts';
import { compileSchemaFile, readValidatedJson } from '../src/client/json-schema.ts';
import { type DialectNames, isNameOfDialect } from '../src/dialects/suite-dialect.ts';
import {
  type AppliedWaiver,
  type Report,
  type Result,
  type Verdict,
  type Waiver,
  isJudged,
  outcomes,
} from './model.ts';
import { differenceText, outcomeWord } from './reports/contents.ts';

/** Whether a value is a list of waivers. */
export const areWaivers = compileSchemaFile<Waiver[]>(new URL('waivers.schema.json', import.meta.url));

/** Reads a file of waivers. A CommandError names the invalid member. */
export const readWaivers = (file: string): Waiver[] => readValidatedJson(file, areWaivers, 'the list of waivers');

/** The waivers that apply to a target on a day. */
export class Waivers {
  readonly #waivers: Waiver[];
  readonly #today: string;

  /** The URL is empty where no server is asked. */
  constructor(waivers: Waiver[], { url, dialect }: { url: string; dialect: DialectNames }, day: Date) {
    const { host, hostname } = new URL(url || 'documents:');
    this.#today = day.toISOString().slice(0, 10);
    this.#waivers = waivers.filter(
      ({ target }) =>
        target === undefined || isNameOfDialect(target, dialect) || target === host || target === hostname,
    );
  }

  #hasExpired = ({ expires }: Waiver): boolean => expires !== undefined && expires < this.#today;

  /** The result, with the outcome `waived` if it failed and a waiver excuses it: the last one, if there are several. */
  applyTo(result: Result): Result {
    if (result.outcome !== 'failed') return result;
    const waiver = this.#waivers.findLast((each) => each.id === result.id && !this.#hasExpired(each));
    return waiver ? { ...result, outcome: 'waived', waiver } : result;
  }

  /** The waivers, those that excuse nothing with the reason. */
  check(results: readonly Result[]): AppliedWaiver[] {
    return this.#waivers.map((waiver) => {
      const result = results.find(({ id }) => id === waiver.id);
      if (!result) return { ...waiver, problem: 'nothing of this run has this id' };
      if (this.#hasExpired(waiver)) return { ...waiver, problem: `it expired on ${waiver.expires}` };
      const isStale = result.outcome === 'passed' || result.outcome === 'affected';
      return isStale ? { ...waiver, problem: 'it passes: remove the waiver' } : waiver;
    });
  }
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

type VerdictInput = Pick<Report, 'results' | 'mode' | 'scope' | 'documents'>;

const isOpen = ({ outcome, level = 'MUST' }: Result): boolean => level === 'MUST' && outcome === 'could not run';

/** The failures of a MUST that waivers excuse. A recorded exchange and a document have no level. */
const knownFailures = ({ results }: Pick<Report, 'results'>): Result[] =>
  results.filter(({ outcome, level }) => outcome === 'waived' && level === 'MUST');

/**
 * Whether nothing is missing that the run must judge: every MUST of the suite in mode `write`, every recorded exchange, or every
 * document.
 */
function isCompleteRun({ results, mode, scope }: VerdictInput): boolean {
  if (!results.some(isJudged)) return false;
  if (scope.isInterrupted || results.some(isOpen)) return false;
  return scope.subject !== 'case' || (mode === 'write' && scope.only === undefined && !scope.hasOwnCases);
}

/** Computes the verdict, as `Verdict` defines it. */
export function computeVerdict(input: VerdictInput): Verdict {
  const { results, scope } = input;
  const failures = results.filter(({ outcome }) => outcome === 'failed');
  if (results.some(({ stoppedServer }) => stoppedServer !== undefined)) return 'stopped';
  if (failures.some(({ level }) => level === 'MUST')) return 'not conformant';
  if (failures.length > 0) return 'differences';
  if (!results.some(isJudged)) return 'nothing judged';
  if (scope.subject !== 'case' || !isCompleteRun(input)) return 'no difference';
  return knownFailures(input).length > 0 ? 'known failures' : 'conformant';
}

/** What the run shows, and the numbers of results by outcome, as one sentence. */
function verdictSentence(verdict: Verdict, input: VerdictInput): string {
  const counts = outcomes.map((outcome) => ({
    outcome,
    number: input.results.filter((result) => result.outcome === outcome).length,
  }));
  const figures = counts
    .filter(({ number }) => number > 0)
    .map(({ outcome, number }) => `${number} ${outcomeWord(input, outcome)}`);
  return `${headline(verdict, input)}: ${figures.join(', ')}.`;
}

function headline(verdict: Verdict, input: VerdictInput): string {
  const { results, mode, scope, documents } = input;
  if (documents && verdict !== 'nothing judged' && verdict !== 'stopped') {
    const { operations, targets } = documents;
    const subjects = operations.length === 1 ? '1 document' : `${operations.length} documents`;
    return `${subjects} against ${targets.length === 1 ? targets[0]! : `${targets.length} targets`}`;
  }
  const judged = results.filter(isJudged).length;
  const known = knownFailures(input).length;
  const butFor = known === 0 ? '' : ` but for ${known} known ${known === 1 ? 'failure' : 'failures'}`;
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
    'known failures': `Conformant${butFor}`,
    'not conformant': 'Not conformant',
    differences: scope.subject === 'case' ? 'Differences below the level MUST' : 'Responses differ',
    'no difference': `No difference in ${judged} ${scope.subject}${judged === 1 ? '' : 's'} of ${mode} mode${limits.length === 0 ? '' : ` (${limits.join(', ')})`}${butFor}`,
    'nothing judged': `Nothing was judged: no ${scope.subject} ${documents ? 'could be read' : 'ran'}`,
    stopped: `${results.find(({ stoppedServer }) => stoppedServer !== undefined)?.stoppedServer} stopped responding`,
  };
  return texts[verdict];
}

/** After which request a server stopped responding; undefined if none did. */
function describeOutage(results: Result[]): string | undefined {
  const index = results.findIndex(({ stoppedServer }) => stoppedServer !== undefined);
  const outage = results[index];
  if (!outage) return undefined;
  const steps = results
    .slice(0, index + 1)
    .flatMap(({ id, exchanges }) => exchanges.map((exchange) => ({ id, ...exchange })));
  const last = steps.findLast(({ response }) => response !== undefined);
  const at = steps.find(({ id, response }) => id === outage.id && response === undefined);
  return [
    `${outage.stoppedServer} stopped responding at ${at ? `${at.step} of ` : ''}${outage.id}: ${outage.reason}.`,
    last ? `The last response was to ${last.step} of ${last.id}.` : 'No request of the run had a response.',
  ].join(' ');
}

export interface ExitOptions {
  /** Whether a run that was not complete may end with 0, if it judged something. Default: false. */
  acceptPartial?: boolean;
  /** Whether a run may end with 0 although waivers excuse failures of a MUST. Default: false. */
  acceptWaived?: boolean;
}

/** The exit code of a command that ran the suite; `docs/reference/cases-and-reports.md` has the table. */
export function exitCodeOf(report: Report, { acceptPartial = false, acceptWaived = false }: ExitOptions = {}): number {
  const { verdict, isComplete, scope, cleanUpFailures, waivers } = report;
  const mayBePartial = acceptPartial && scope.isInterrupted !== true && verdict !== 'nothing judged';
  const conditions: [boolean, number][] = [
    [verdict === 'stopped', exitCodes.unreachable],
    [verdict === 'not conformant' || verdict === 'differences', exitCodes.differences],
    [cleanUpFailures.length > 0, exitCodes.cleanupIncomplete],
    [waivers.some(({ problem }) => problem !== undefined), exitCodes.waivers],
    [!isComplete && !mayBePartial, exitCodes.partial],
    [!acceptWaived && knownFailures(report).length > 0, exitCodes.knownFailures],
  ];
  return conditions.find(([applies]) => applies)?.[1] ?? 0;
}

type RunOutcome = Pick<Report, 'mode' | 'scope' | 'results'> &
  Partial<Omit<Report, 'startedAt' | 'target' | 'waivers'>> & {
    target: { url: string; dialect: DialectNames };
    startedAt: Date;
    waivers: Waiver[];
  };

/** Applies the waivers and computes the verdict of a run that ends here. */
export function buildReport({ target, startedAt, waivers, ...run }: RunOutcome): Report {
  const waiversOfTarget = new Waivers(waivers, target, startedAt);
  const results = run.results.map((each) => waiversOfTarget.applyTo(each));
  const judged = { ...run, results };
  const verdict = computeVerdict(judged);
  return {
    runId: randomBytes(4).toString('hex'),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    requirements: [],
    leftovers: [],
    cleanUpFailures: [],
    ...judged,
    startedAt: startedAt.toISOString(),
    target: { url: target.url, dialect: target.dialect.name },
    verdict,
    isComplete: isCompleteRun(judged),
    sentence: verdictSentence(verdict, judged),
    outage: describeOutage(results),
    waivers: waiversOfTarget.check(results),
  };
}
