/** Marks an attribute that a request does not include. */
export const omitted = Symbol('omitted');

/** Values of one attribute. */
export interface ValuePool {
  /** Values that pass coercion and are then validated. */
  validated: unknown[];
  /** Values that coercion rejects. */
  uncoercible?: unknown[];
  /** Values that make a platform respond with status 500. */
  crashing?: unknown[];
}

/** The pools of an input type, by attribute. */
export type ValuePools = Record<string, ValuePool>;
