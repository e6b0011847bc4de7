import type { Mode } from '../../src/client/target.ts';
import type { Case, Requirement } from '../../src/cases/case.ts';
import type { Exchange } from './case-exchange.ts';

/**
 * What became of a case, in the order of reports. `not sent`: the target had stopped responding. `could not run`: the mode or the
 * target lacks something, or the run was interrupted. `waived`: it failed, and a waiver excuses it.
 */
export const outcomes = ['passed', 'failed', 'not sent', 'could not run', 'not applicable', 'waived'] as const;

export type Outcome = (typeof outcomes)[number];

/** The result of one case. */
export interface CaseResult {
  case: Case;
  outcome: Outcome;
  /** Why, if no difference explains the outcome. */
  reason?: string;
  exchanges: Exchange[];
  milliseconds: number;
  /** Whether the case could not run, or only in part, because the mode does not write. */
  needsWriting?: boolean;
  /** Whether the target stopped responding during this case, which ends the run. */
  isOutage?: boolean;
  /** Whether the case failed in the same place in the baseline. */
  isKnown?: boolean;
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

/**
 * What a run shows. `conformant`: a complete run in mode `write` without a failure. `not conformant`: a MUST failed, or a waiver is
 * invalid. `differences`: only cases below MUST failed. `no new difference`: every failure is in the baseline. `no difference`:
 * nothing failed, but the run was not complete. `stopped`: the target stopped responding.
 */
export type Verdict =
  'conformant' | 'not conformant' | 'differences' | 'no new difference' | 'no difference' | 'stopped';

/** What a run leaves out, apart from what its mode leaves out. */
export interface Scope {
  /** The beginning of the ids of the cases that ran. */
  only?: string;
  /** Whether the cases were not those of this package. */
  hasOwnCases?: boolean;
  /** Whether the run was interrupted, for example by Ctrl-C. */
  isInterrupted?: boolean;
}

/** How a run compares to an earlier one. */
export interface BaselineComparison {
  /** The earlier run. */
  runId: string;
  /** When it started; ISO 8601. */
  startedAt: string;
  /** Ids of the cases that failed then and pass now. */
  fixed: string[];
}

/** The result of a run. */
export interface Report {
  /** Marks the records that the run created. */
  runId: string;
  /** ISO 8601. */
  startedAt: string;
  seconds: number;
  target: { url: string; dialect: string };
  mode: Mode;
  scope: Scope;
  verdict: Verdict;
  /** Whether every MUST ran in mode `write`, so that the run shows whether the target is conformant. */
  isComplete: boolean;
  /** What the run shows, and the numbers of cases by outcome. */
  sentence: string;
  /** After which request the target stopped responding, as a sentence. */
  outage?: string;
  baseline?: BaselineComparison;
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
