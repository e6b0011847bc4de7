import type { GraphQLSchema } from 'graphql';
import type { Store } from '../../store/store.ts';
import type { EffectName } from '../faults/fault-effect.ts';
import type { RequestOutcome } from './request-outcome.ts';

/** The upper bounds of the durations that are counted together, in seconds. */
export const durationBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** The requests with one coordinate. */
export interface RequestCounts {
  byOutcome: Map<RequestOutcome, number>;
  /** How many took longer than the bound before, and at most as long as this one; the last are those that took longer than all. */
  byDuration: number[];
  totalSeconds: number;
}

/** What a server says of itself in each scrape. */
export interface MetricsOptions {
  identity: { version: string; dialect: string; world: string };
  schema: GraphQLSchema;
  /** How many test sessions there are. */
  countSessions(): number;
  /** The store of the server's own world; undefined while its records are loaded. */
  findStore(): Store | undefined;
}

/** What a server has counted since its start. */
export interface Counts {
  readonly options: MetricsOptions;
  /** By the coordinates of their operations. */
  readonly requests: ReadonlyMap<string, RequestCounts>;
  /** How often each effect was applied. */
  readonly faults: ReadonlyMap<EffectName, number>;
}
