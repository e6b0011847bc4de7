import type { Place } from './places.ts';

/** An error as it goes into the answer. */
export interface Told {
  message: unknown;
  locations?: readonly Place[];
  path?: readonly (string | number)[];
  extensions?: Record<string, unknown>;
}
