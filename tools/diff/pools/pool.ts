/** Stands for an attribute that a request does not name. */
export const omitted = Symbol('left out');

/** Values for one attribute. */
export interface ValuePool {
  /** Those that coercion takes: the rules of the attributes judge them. */
  judged: unknown[];
  /** Those that coercion refuses. */
  uncoercible?: unknown[];
  /** Those that a platform fails at, so that nothing else of the request shows. */
  failing?: unknown[];
}

/** The pools of one input type, by its attributes. */
export type ValuePools = Record<string, ValuePool>;
