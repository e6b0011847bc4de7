import type { CaseSource, Requirement, RequirementLevel } from '../src/cases/case.ts';
import type { ExpectedResponse } from '../src/dialects/expected-response.ts';
import type { Actor } from '../src/client/actor.ts';
import type { Difference, TargetRequest, TargetResponse } from '../src/client/http-message.ts';
import type { Mode } from '../src/client/target.ts';
import type { DocumentsOfReport } from './documents/model.ts';

/**
 * What became of a case, a recorded exchange or a document, in the order of reports. `could not run`: nothing was judged, because the
 * mode or the target lacks something, a server could not respond for now, or the run was interrupted. `not applicable`: nothing is
 * required of this target. Two are named apart: `affected` is a document that passed, of which something is deprecated or behaves
 * differently there, or an exchange that the later of two servers newly accepts; `waived` is a failure that a waiver excuses.
 */
export const outcomes = ['passed', 'affected', 'failed', 'waived', 'could not run', 'not applicable'] as const;

export type Outcome = (typeof outcomes)[number];

/** Whether a result says something about the target. */
export const isJudged = ({ outcome }: Pick<Result, 'outcome'>): boolean =>
  outcome !== 'could not run' && outcome !== 'not applicable';

/** One request of a scenario and its response. */
export interface Exchange {
  /** `step 1`, or `request` of a recorded exchange. */
  step: string;
  actor: Actor;
  /** In place of the token of an actor it has the name: `Bearer $PLENUM_MEMBER_TOKEN`. */
  request: TargetRequest;
  /** Undefined if the target did not respond. */
  response?: TargetResponse;
  /** What a case expects; undefined for a recorded exchange, of which the differences say all. */
  expected?: ExpectedResponse;
  differences: Difference[];
  /** Why the response proves only a part of what the case requires. */
  partialReason?: string;
}

/** What is judged: a case, a recorded exchange, or a document for one server. */
export interface Subject {
  /** Such as `answer/accepted`; waivers name it. */
  id: string;
  description: string;
  /** Its row in the table of outcomes. */
  group: string;
  /** Undefined where nothing is required: then a failure is a difference. */
  level?: RequirementLevel;
  /** Ids of requirements. */
  requirements: string[];
  source?: CaseSource;
}

/** How two servers differ, as seen from the earlier one. */
export type Change = 'worse' | 'better' | 'other';

/** A subject and what became of it. */
export interface Result extends Subject {
  outcome: Outcome;
  /** Why, if no difference explains the outcome. */
  reason?: string;
  /** What a reader must know besides, such as what to do; one sentence each. */
  details?: string[];
  exchanges: Exchange[];
  milliseconds: number;
  /** Where two servers are compared: whether the later one refuses what the earlier one accepts, or accepts what it refuses. */
  change?: Change;
  /** Whether it could not run, or only in part, because the mode does not write. */
  needsWriting?: boolean;
  /** URL of the server that stopped responding here, which ends the run. */
  stoppedServer?: string;
  /** The waiver that excuses the failure. */
  waiver?: Waiver;
}

/** A known failure that is excused; see `waivers.schema.json`. */
export interface Waiver {
  /** Id of a case, a recorded exchange or a document. */
  id: string;
  reason: string;
  /** Last valid day, YYYY-MM-DD; without it, the waiver stays valid. */
  expires?: string;
  /** The dialect, family of dialects or host that it applies to; all if omitted. */
  target?: string;
}

/** A waiver of this run; `problem` says why it excuses nothing. */
export interface AppliedWaiver extends Waiver {
  problem?: string;
}

/**
 * What a run shows. `conformant`: every MUST of the suite was judged in mode `write`, and none failed. `known failures`: the same, but
 * waivers excuse failures of a MUST. `not conformant`: a MUST failed. `differences`: something else failed. `no difference`: nothing
 * failed, and the run was not complete or had other subjects than the cases of the suite. `nothing judged`: nothing was judged.
 * `stopped`: a server stopped responding.
 */
export type Verdict =
  | 'conformant'
  | 'known failures'
  | 'not conformant'
  | 'differences'
  | 'no difference'
  | 'nothing judged'
  | 'stopped';

/** What a run leaves out, apart from what its mode leaves out. */
export interface Scope {
  /** What was judged, in one word. */
  subject: 'case' | 'exchange' | 'document';
  /** The beginning of the ids of the cases that ran. */
  only?: string;
  /** Whether the cases were not those of this package. */
  hasOwnCases?: boolean;
  /** Whether the run was interrupted, for example by Ctrl-C. */
  isInterrupted?: boolean;
}

/** The result of a run. */
export interface Report {
  /** Marks the records that the run created. */
  runId: string;
  /** ISO 8601. */
  startedAt: string;
  seconds: number;
  /** The URL is empty where no server was asked. */
  target: { url: string; dialect: string };
  /** The names of the servers that are compared; without them, responses are compared with what was recorded or is required. */
  sides?: { expected: string; received: string };
  mode: Mode;
  scope: Scope;
  verdict: Verdict;
  /** Whether every MUST, or every exchange, was judged. */
  isComplete: boolean;
  /** What the run shows, and the numbers of subjects by outcome. */
  sentence: string;
  /** After which request which server stopped responding, as a sentence. */
  outage?: string;
  results: Result[];
  requirements: Requirement[];
  waivers: AppliedWaiver[];
  /** What the run wrote and the API cannot undo. */
  leftovers: string[];
  /** What the run wrote and did not undo although the API can, or does not know how to undo; with the reason. */
  cleanUpFailures: string[];
  /** The file that lists what the run wrote to a deployment. */
  ledgerFile?: string;
  /** What else a run of `plenum documents` shows. */
  documents?: DocumentsOfReport;
}
