import type { Case, Requirement } from './case.ts';
import type { Exchange } from './exchange.ts';

/** What a run may send: reads, mutations that the server validates but skips, or everything. */
export type Mode = 'observe' | 'validate' | 'write';

/** The result of one case. */
export interface CaseResult {
  case: Case;
  outcome: 'passed' | 'failed' | 'could not run' | 'not applicable';
  /** Why, if no difference explains the outcome. */
  reason?: string;
  exchanges: Exchange[];
  milliseconds: number;
  /** Whether the case failed because the target did not respond. */
  noResponse?: boolean;
  /** Whether the case was not sent because the target had stopped responding. */
  notSent?: boolean;
  /** The waiver that excuses the failure. */
  waiver?: Waiver;
}

/** A known failure that is excused until a date; see `judge/waivers.schema.json`. */
export interface Waiver {
  /** Id of a case. */
  case: string;
  /** The dialect or family that the waiver applies to; all if omitted. */
  dialect?: string;
  reason: string;
  /** Last valid day, YYYY-MM-DD. */
  expires: string;
}

/** A waiver of this run; `problem` says why it is invalid, which fails the run. */
export interface AppliedWaiver extends Waiver {
  problem?: string;
}

export type Verdict = 'conformant' | 'not conformant' | 'inconclusive';

/** The result of a run. */
export interface Report {
  /** Marks the records that the run created. */
  runId: string;
  /** ISO 8601. */
  startedAt: string;
  seconds: number;
  target: { url: string; dialect: string };
  mode: Mode;
  verdict: Verdict;
  /** The verdict and the numbers of cases by outcome. */
  sentence: string;
  results: CaseResult[];
  requirements: Requirement[];
  waivers: AppliedWaiver[];
  /** What the run wrote and the API cannot undo. */
  leftovers: string[];
  /** What the run wrote and did not undo although the API can, or does not know how to undo; with the reason. */
  cleanUpFailures: string[];
  /** The file that lists what the run wrote to a deployment. */
  ledgerFile?: string;
}
