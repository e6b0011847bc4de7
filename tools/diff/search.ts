import * as fc from 'fast-check';
import type { Cause } from './causes.ts';
import type { SideBySideExchange } from './side-by-side-exchange.ts';

/** The smallest request that shows a cause, as far as shrinking found it. */
export interface Disagreement {
  cause: Cause;
  exchanges: SideBySideExchange[];
  /** How many requests were sent until the cause was found, without those that shrunk earlier ones. */
  foundAt: number;
  /** The position of the request in the sequence of its seed. */
  path: string;
}

export interface SearchOptions<T> {
  /** The requests, in the sequence of the seed. */
  requests: fc.Arbitrary<T>;
  seed: number;
  /** How many requests are sent, without those that shrink a disagreement. */
  count: number;
  check(request: T): Promise<SideBySideExchange[]>;
  causesOf(exchange: SideBySideExchange): Cause[];
  /** Whether a cause is known, and so is not shrunk. */
  isKnown(name: string): boolean;
  /** Called after each request that does not shrink another one. */
  onChecked(exchanges: SideBySideExchange[], causes: Cause[]): void;
  /** Called after a disagreement is shrunk. */
  onDisagreement(disagreement: Disagreement): void;
  signal: AbortSignal;
}

const maxShrinkingRequests = 300;

/** Searches for requests that show a cause nobody knows, shrinks each, and goes on with the other causes. */
export async function findDisagreements<T>(options: SearchOptions<T>): Promise<Disagreement[]> {
  const { requests, seed, count, check, causesOf, isKnown, onChecked, onDisagreement, signal } = options;
  const disagreements: Disagreement[] = [];
  const found = new Set<string>();
  const isNew = ({ names }: Cause) => names.every((name) => !found.has(name) && !isKnown(name));
  let start = 0;
  let isRepeated = false;
  while (start < count && !signal.aborted) {
    let key: string | undefined;
    let shrinkingRequests = 0;
    let smallest: { cause: Cause; exchanges: SideBySideExchange[] } | undefined;
    let failure: { error: unknown } | undefined;
    const hasNoNewCause = async (request: T): Promise<boolean> => {
      const exchanges = await check(request);
      const causes = exchanges.flatMap(causesOf);
      if (key === undefined && !isRepeated) onChecked(exchanges, causes);
      isRepeated = false;
      const cause = causes.find((each) => isNew(each) && (key === undefined || each.key === key));
      if (!cause) return true;
      key = cause.key;
      smallest = { cause, exchanges };
      return false;
    };
    // An error would count as a disagreement.
    const agrees = async (request: T): Promise<boolean> => {
      if (failure || signal.aborted || (key !== undefined && (shrinkingRequests += 1) > maxShrinkingRequests))
        return true;
      return hasNoNewCause(request).catch((error: unknown) => {
        failure = { error };
        return true;
      });
    };
    const { counterexamplePath } = await fc.check(fc.asyncProperty(requests, agrees), {
      seed,
      numRuns: count - start,
      path: String(start),
    });
    if (failure) throw failure.error;
    if (counterexamplePath === null || !smallest) break;
    const index = Number(counterexamplePath.split(':')[0]);
    const disagreement = { ...smallest, foundAt: index + 1, path: counterexamplePath };
    disagreements.push(disagreement);
    onDisagreement(disagreement);
    found.add(smallest.cause.names[0]);
    // The same request may have other causes.
    [start, isRepeated] = [index, true];
  }
  return disagreements;
}

/** The request at a position of a sequence. */
export const requestAt = <T>(requests: fc.Arbitrary<T>, seed: number, path: string): T =>
  fc.sample(requests, { seed, path, numRuns: 1 })[0]!;
