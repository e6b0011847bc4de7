import type { SourceLocation } from './source-location.ts';

/** An error as it goes into the answer. */
export interface FormattedError {
  message: unknown;
  locations?: readonly SourceLocation[];
  path?: readonly (string | number)[];
  extensions?: Record<string, unknown>;
}
