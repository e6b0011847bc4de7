import type { GraphQLSchema } from 'graphql';
import { createRandom } from '../../random.ts';
import type { Store } from '../../store/store.ts';
import { operation } from '../api/operation.ts';
import { ProblemError, notFound } from '../api/problem.ts';
import { list, object } from '../api/schema.ts';
import { type MatchedRequest, matchesRequest } from '../matching.ts';
import {
  type Fault,
  type FaultEffect,
  type FaultRule,
  type InitialFaults,
  assertUser,
  coordinatesOf,
  faultSchema,
  newFaultSchema,
  readRule,
  refuseFaults,
} from './rule.ts';

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
interface Decision {
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

/** The faults of a world. They apply in the order in which they were added. */
export class Faults {
  readonly #store: Store;
  readonly #schema: GraphQLSchema;
  readonly #initial: InitialFaults | undefined;
  #nextId = 1;
  #faults: ActiveFault[] = [];

  /** Rules can name users of the store and fields of the schema. `initial` are the faults at the start and after a reset. */
  constructor(store: Store, schema: GraphQLSchema, initial?: InitialFaults) {
    this.#store = store;
    this.#schema = schema;
    this.#initial = initial;
    this.reset();
  }

  /** Those that can still apply. */
  get active(): ActiveFault[] {
    return this.#faults.filter(({ isActive }) => isActive);
  }

  /** Adds a fault. Throws a ProblemError if the rule is invalid or can never match. */
  add(value: unknown): Fault {
    const rule = readRule(value);
    const { user } = rule.match;
    if (typeof user === 'number') assertUser(this.#store, user);
    const fault = new ActiveFault(`fault-${this.#nextId++}`, rule, coordinatesOf(rule, this.#schema));
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

  /** Returns to the faults of the start. Throws a CommandError that names the file and the number of a rule that is wrong. */
  reset(): void {
    this.clear();
    const { source, rules } = this.#initial ?? { source: '', rules: [] };
    for (const [index, rule] of rules.entries())
      try {
        this.add(rule);
      } catch (error) {
        throw error instanceof ProblemError ? refuseFaults(source, `rule ${index + 1}: ${error.message}`) : error;
      }
  }
}

export const faultOperations = {
  addFault: operation({
    endpoint: 'POST /__admin/faults',
    summary: 'Adds a fault.',
    body: newFaultSchema,
    response: faultSchema,
    status: 201,
    run: ({ world, body }) => world.faults.add(body),
  }),
  listFaults: operation({
    endpoint: 'GET /__admin/faults',
    summary: 'Lists the faults.',
    response: object({ faults: list(faultSchema) }),
    run: ({ world }) => ({ faults: world.faults.list() }),
  }),
  deleteFaults: operation({
    endpoint: 'DELETE /__admin/faults',
    summary: 'Removes all faults.',
    run: ({ world }) => world.faults.clear(),
  }),
  deleteFault: operation({
    endpoint: 'DELETE /__admin/faults/{id}',
    summary: 'Removes a fault.',
    run({ world, params: { id } }) {
      if (!world.faults.delete(id)) notFound('fault', id, 'id');
    },
  }),
};
