import { type MatchedRequest, matchesRequest } from '../matching.ts';
import type { Fault } from './fault-rule.ts';
import { createRandom } from '../../random.ts';

/** A fault with its state: what it matched and how often it applied so far, and what comes next of its random numbers. */
export class ActiveFault {
  readonly #random: () => number;
  #matched = 0;
  #applied = 0;

  constructor(readonly fault: Omit<Fault, 'applied'>) {
    this.#random = createRandom(fault.seed);
  }

  /** The fault as it is at the moment. */
  describe(): Fault {
    return { ...structuredClone(this.fault), applied: this.#applied };
  }

  /** Whether the fault can apply once more. */
  get isActive(): boolean {
    return this.#applied < (this.fault.times ?? Infinity);
  }

  /** Counts a field or request if it matches, and returns whether the fault applies to it. */
  applies(request: MatchedRequest): boolean {
    const { match, after, probability } = this.fault;
    if (!this.isActive || !matchesRequest(match, request)) return false;
    this.#matched += 1;
    if (this.#matched <= after || (probability < 1 && this.#random() >= probability)) return false;
    this.#applied += 1;
    return true;
  }
}
