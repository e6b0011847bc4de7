import type { GraphQLSchema } from 'graphql';
import { createRandom } from '../../random.ts';
import type { Store } from '../../store/store.ts';
import { type MatchedRequest, matchesRequest } from '../matching.ts';
import { type Fault, type FaultEffect, type FaultRule, assertUser, coordinatesOf, readRule } from './rule.ts';

/** A fault with its state: what it matched and how often it applied so far, and what comes next of its random numbers. */
export class ActiveFault {
  readonly #random: () => number;
  #matched = 0;
  #applied = 0;

  constructor(
    readonly id: string,
    readonly rule: FaultRule,
    /** The fields of object types that it is for; none if it is for requests. */
    readonly coordinates: readonly string[] = [],
  ) {
    this.#random = createRandom(rule.seed);
  }

  /** The fault as it is at the moment. */
  describe(): Fault {
    return { id: this.id, ...structuredClone(this.rule), applied: this.#applied };
  }

  /** Whether the fault can apply once more. */
  get isActive(): boolean {
    return this.#applied < (this.rule.times ?? Infinity);
  }

  /** Counts a field or request if it matches, and returns whether the fault applies to it. */
  applies(request: MatchedRequest): boolean {
    const { match, after, probability } = this.rule;
    if (!this.isActive || !matchesRequest(match, request)) return false;
    this.#matched += 1;
    if (this.#matched <= after || (probability < 1 && this.#random() >= probability)) return false;
    this.#applied += 1;
    return true;
  }
}

/** What faults do at one place, a request or a field of it: the sum of their delays, and the first other effect. */
export interface Decision {
  delayMs: number;
  effect?: FaultEffect;
  /** The id of the fault that was applied last. */
  applied?: string;
}

/** Decides what faults do at a place, before anything happens there. After the first effect, later faults do not apply. */
export function decide(faults: readonly ActiveFault[], phase: FaultRule['phase'], request: MatchedRequest): Decision {
  const decision: Decision = { delayMs: 0 };
  for (const fault of faults) {
    if (fault.rule.phase !== phase || !fault.applies(request)) continue;
    const { delay, ...effect } = fault.rule.effect;
    decision.applied = fault.id;
    decision.delayMs += delay?.ms ?? 0;
    if (Object.keys(effect).length > 0) return { ...decision, effect };
  }
  return decision;
}

export interface FaultsOptions {
  /** The users that a rule can name. */
  store: Store;
  /** The schema whose fields a rule can name. */
  schema: GraphQLSchema;
  /** The faults that there are at the start and after a reset. */
  initial?: readonly FaultRule[] | undefined;
}

/** The faults of a world. They apply in the order in which they were added. */
export class Faults {
  readonly #options: FaultsOptions;
  #nextId = 1;
  #faults: ActiveFault[] = [];

  constructor(options: FaultsOptions) {
    this.#options = options;
    this.reset();
  }

  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  /** Adds a fault. Throws a ProblemError if the rule is invalid or can never match. */
  add(value: unknown): Fault {
    const rule = readRule(value);
    const { user } = rule.match;
    if (typeof user === 'number') assertUser(this.#options.store, user);
    return this.#append(rule);
  }

  #append(rule: FaultRule): Fault {
    const coordinates = coordinatesOf(rule, this.#options.schema);
    const fault = new ActiveFault(`fault-${this.#nextId++}`, rule, coordinates);
    this.#faults.push(fault);
    return fault.describe();
  }

  /** The faults in the order in which they were added, those that cannot apply any more included. */
  list(): Fault[] {
    return this.#faults.map((fault) => fault.describe());
  }

  /** Removes a fault; returns whether there was one with this id. */
  delete(id: string): boolean {
    const { length } = this.#faults;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < length;
  }

  clear(): void {
    this.#faults = [];
  }

  /** Returns to the faults of the start. */
  reset(): void {
    this.clear();
    for (const rule of this.#options.initial ?? []) this.#append(rule);
  }

  /** The faults of requests. */
  get ofRequests(): readonly ActiveFault[] {
    return this.#faults.filter(({ coordinates }) => coordinates.length === 0);
  }

  /** The faults of fields that can still apply, by the coordinate of the field. */
  get ofFields(): ReadonlyMap<string, ActiveFault[]> {
    const found = new Map<string, ActiveFault[]>();
    for (const fault of this.#faults.filter(({ isActive }) => isActive))
      for (const coordinate of fault.coordinates) found.set(coordinate, [...(found.get(coordinate) ?? []), fault]);
    return found;
  }
}
