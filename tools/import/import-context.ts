import type { Reader } from './reader.ts';
import type { WorldBuilder } from './world-builder.ts';

/** What the steps of an import share. */
export interface ImportContext {
  reader: Reader;
  world: WorldBuilder;
  /** The slugs of the spaces to read; all if empty. */
  spaces: readonly string[];
  /** Adds steps to the progress, by what each of them reads. */
  plan(...steps: string[]): void;
  /** Counts a finished step. */
  finish(step: string): void;
}
