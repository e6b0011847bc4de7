import { type MatchedRequest, matchesRequest } from '../matching.ts';
import { type Delay, maxDelayMs } from './fault-effect.ts';
import type { Fault } from './fault-rule.ts';
import { createRandom } from '../../random.ts';

/** A fault with its state: what it matched so far, and what comes next of its random numbers. */
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

  /** The milliseconds of the next delay. */
  nextDelay(delay: Delay): number {
    if ('ms' in delay) return delay.ms;
    if ('uniform' in delay) {
      const [least, most] = delay.uniform;
      return least + (most - least) * this.#random();
    }
    const { median, sigma } = delay.lognormal;
    // The Box-Muller transform makes a normal distribution of two uniform ones.
    const normal = Math.sqrt(-2 * Math.log(1 - this.#random())) * Math.cos(2 * Math.PI * this.#random());
    return Math.min(median * Math.exp(sigma * normal), maxDelayMs);
  }
}
