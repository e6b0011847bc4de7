import type { MatchedRequest } from '../matching.ts';
import type { ActiveFault } from './active-fault.ts';
import type { Delay, Replacement } from './fault-effect.ts';
import type { Phase } from './fault-rule.ts';

/** What the faults at one place come to: the sum of their delays, and the first replacement. */
export interface Outcome {
  delayMs: number;
  effect?: Replacement;
  /** The id of the fault that was applied last. */
  applied?: string;
}

/** What faults come to at the places of a request. Each place counts once, although a request can be executed again. */
export class Outcomes {
  readonly #known = new Map<string, Outcome>();
  #executed: object | undefined;

  /** A request is executed: the same object again, or another one. */
  begin(request: object): void {
    if (request !== this.#executed) this.#known.clear();
    this.#executed = request;
  }

  /** The outcome at a field, or at the request as a whole, whose place is an empty text. */
  at(place: string, faults: readonly ActiveFault[], phase: Phase, request: MatchedRequest): Outcome {
    const key = `${phase} ${place}`;
    const known = this.#known.get(key);
    if (known) return known;
    const outcome = outcomeOf(faults, phase, request);
    // The client has waited for the delay already.
    this.#known.set(key, { ...outcome, delayMs: 0 });
    return outcome;
  }
}

/** Applies faults in their order. After the first replacement, the others do not apply. */
function outcomeOf(faults: readonly ActiveFault[], phase: Phase, request: MatchedRequest): Outcome {
  const outcome: Outcome = { delayMs: 0 };
  for (const active of faults) {
    const { id, effect, phase: ownPhase } = active.fault;
    if (ownPhase !== phase || !active.applies(request)) continue;
    const { delay, ...replacement } = effect as { delay?: Delay } & Partial<Replacement>;
    outcome.applied = id;
    outcome.delayMs += delay?.ms ?? 0;
    if (Object.keys(replacement).length > 0) return { ...outcome, effect: replacement as Replacement };
  }
  return outcome;
}
