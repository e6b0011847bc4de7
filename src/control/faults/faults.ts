import type { GraphQLSchema } from 'graphql';
import type { Store } from '../../store/store.ts';
import { ProblemError } from '../problem.ts';
import { ActiveFault } from './active-fault.ts';
import type { Fault, FaultRule } from './fault-rule.ts';
import { assertFieldValue } from './field-values.ts';
import { assertUser, objectCoordinates, typeOf } from './known-names.ts';
import { readRule } from './validate-rule.ts';

export interface FaultsOptions {
  /** The users that a rule can name. */
  store: Store;
  /** The schema whose fields a rule can name. Called for the first rule with a coordinate. */
  schema(): GraphQLSchema;
  /** The faults that there are at the start and after a reset. */
  initial?: readonly FaultRule[] | undefined;
}

/** How many faults a world can have. */
export const maxFaults = 1000;

/** The faults of a world. They apply in the order in which they were added. */
export class Faults {
  readonly #options: FaultsOptions;
  #nextId = 1;
  readonly #faults = new Map<string, { active: ActiveFault; coordinates: string[] }>();
  /** Faults without a coordinate. */
  #ofRequests: ActiveFault[] = [];
  #ofFields = new Map<string, ActiveFault[]>();

  constructor(options: FaultsOptions) {
    this.#options = options;
    this.reset();
  }

  get isEmpty(): boolean {
    return this.#faults.size === 0;
  }

  /** Adds a fault. Throws a ProblemError if the rule is invalid or can never match. */
  add(value: unknown): Fault {
    const rule = readRule(value);
    const { user } = rule.match;
    if (typeof user === 'number') assertUser(this.#options.store, user);
    const coordinates = coordinatesOf(rule, this.#options.schema);
    if (this.#faults.size >= maxFaults)
      throw new ProblemError(409, `There are ${maxFaults} faults already. Delete some first.`);
    return this.#append(rule, coordinates);
  }

  /** The faults in the order in which they were added, those that cannot apply any more included. */
  list(): Fault[] {
    return Array.from(this.#faults.values(), ({ active }) => active.describe());
  }

  /** Removes a fault; returns whether there was one with this id. */
  delete(id: string): boolean {
    const isDeleted = this.#faults.delete(id);
    if (isDeleted) this.#sort();
    return isDeleted;
  }

  clear(): void {
    this.#faults.clear();
    this.#sort();
  }

  /** Returns to the faults of the start. */
  reset(): void {
    this.clear();
    for (const rule of this.#options.initial ?? []) this.#append(rule, coordinatesOf(rule, this.#options.schema));
  }

  #append(rule: FaultRule, coordinates: string[]): Fault {
    const active = new ActiveFault({ id: `fault-${this.#nextId++}`, ...rule });
    this.#faults.set(active.fault.id, { active, coordinates });
    this.#sort();
    return active.describe();
  }

  /** The faults without a coordinate. */
  get ofRequests(): readonly ActiveFault[] {
    return this.#ofRequests;
  }

  /** Whether a fault with a coordinate can still apply. */
  get hasActiveFields(): boolean {
    return [...this.#ofFields.values()].some((faults) => faults.some(({ isActive }) => isActive));
  }

  /** The faults at the field of an object type. */
  at(coordinate: string): readonly ActiveFault[] | undefined {
    return this.#ofFields.get(coordinate);
  }

  #sort(): void {
    const all = [...this.#faults.values()];
    this.#ofRequests = all.filter(({ coordinates }) => coordinates.length === 0).map(({ active }) => active);
    this.#ofFields = new Map();
    for (const { active, coordinates } of all)
      for (const coordinate of coordinates)
        this.#ofFields.set(coordinate, [...(this.#ofFields.get(coordinate) ?? []), active]);
  }
}

/**
 * The coordinates of object types that a rule is for; none if it is for requests. Throws a ProblemError if the schema has no such
 * field, or if the field cannot have the value of the rule.
 */
export function coordinatesOf({ match: { coordinate }, effect }: FaultRule, schema: () => GraphQLSchema): string[] {
  if (coordinate === undefined) return [];
  const coordinates = objectCoordinates(schema(), coordinate);
  if ('value' in effect)
    for (const each of coordinates) assertFieldValue(schema(), typeOf(schema(), each), effect.value);
  return coordinates;
}
