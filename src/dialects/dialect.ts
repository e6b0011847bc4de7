import type { Limits } from '../contract/limits.ts';

/** How a deployment speaks the contract. */
export interface Dialect {
  name: string;
  limits: Limits;
}
