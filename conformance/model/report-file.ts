import type { RequirementLevel } from '../../src/cases/case.ts';
import type { Actor } from '../../src/client/actor.ts';
import type { Outcome, Verdict, Waiver } from './report.ts';
import type { Mode } from '../../src/client/target.ts';

/** The content of `report.json`; `reports/report.schema.json` describes every member. */
export interface ReportFile {
  $schema?: string;
  format: 'plenum-report';
  formatVersion: 1;
  runId: string;
  startedAt: string;
  seconds: number;
  target: { url: string; dialect: string };
  mode: Mode;
  only?: string;
  ownCases?: boolean;
  interrupted?: boolean;
  verdict: Verdict;
  complete: boolean;
  sentence: string;
  outage?: string;
  counts: Record<Outcome, number>;
  cases: CaseEntry[];
  waivers: (Waiver & { problem?: string })[];
  baseline?: { runId: string; startedAt: string; fixed: string[] };
  leftovers: string[];
  cleanUpFailures: string[];
  ledgerFile?: string;
}

/** One case of a `report.json`. */
export interface CaseEntry {
  id: string;
  description: string;
  level: RequirementLevel;
  requirements: string[];
  /** Where the case is written. */
  file?: string;
  line?: number;
  outcome: Outcome;
  reason?: string;
  /** Whether the failure is in the baseline too. */
  known?: boolean;
  milliseconds: number;
  /** Where the responses differ. */
  differences: DifferenceEntry[];
}

/** A difference of a `report.json`; a value that the response or the case lacks is omitted. */
export interface DifferenceEntry {
  /** Such as `step 1`. */
  step: string;
  actor: Actor;
  path: string;
  expected?: unknown;
  actual?: unknown;
}
