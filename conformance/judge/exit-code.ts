import { exitCodes } from '../../src/errors.ts';
import type { Report, Verdict } from '../model/report.ts';

export interface ExitOptions {
  /** Whether a run that was not complete may end with 0. Default: false. */
  acceptPartial?: boolean;
}

/** The exit code of a command that ran the suite; `docs/conformance.md` has the table. */
export function exitCodeOf(report: Report, { acceptPartial = false }: ExitOptions = {}): number {
  const isPartial = !report.isComplete && (!acceptPartial || report.scope.isInterrupted === true);
  const ofVerdict: Record<Verdict, number> = {
    stopped: exitCodes.unreachable,
    'not conformant': exitCodes.differences,
    differences: exitCodes.differences,
    'no new difference': isPartial ? exitCodes.partial : 0,
    'no difference': isPartial ? exitCodes.partial : 0,
    conformant: 0,
  };
  const code = ofVerdict[report.verdict];
  const isFailure = code === exitCodes.unreachable || code === exitCodes.differences;
  return report.cleanUpFailures.length > 0 && !isFailure ? exitCodes.cleanupIncomplete : code;
}
