import type { Dialect } from '../dialect.ts';

/** The contract as it is written, with limits that no honest client meets. */
export const specification: Dialect = {
  name: 'specification',
  limits: { depth: 30, cost: 500_000, tokens: 20_000 },
};
