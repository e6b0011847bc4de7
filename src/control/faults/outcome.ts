import type { MatchedRequest } from '../matching.ts';
import type { ActiveFault } from './active-fault.ts';
import type { FaultEffect, Phase } from './fault-rule.ts';

/** What the faults at one place come to: the sum of their delays, and the first other effect. */
export interface Outcome {
  delayMs: number;
  effect?: Exclude<FaultEffect, { delay: unknown }>;
  /** The id of the fault that was applied last. */
  applied?: string;
}

/** Applies faults in their order. After the first effect that is not a delay, the others do not apply. */
export function outcomeOf(faults: readonly ActiveFault[], phase: Phase, request: MatchedRequest): Outcome {
  const outcome: Outcome = { delayMs: 0 };
  for (const active of faults) {
    const { id, effect, phase: ownPhase } = active.fault;
    if (ownPhase !== phase || !active.applies(request)) continue;
    outcome.applied = id;
    if (!('delay' in effect)) return { ...outcome, effect };
    outcome.delayMs += active.nextDelay(effect.delay);
  }
  return outcome;
}
