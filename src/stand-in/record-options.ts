import type { GeneratedCounts } from '../worlds/generate/generate-records.ts';
import type { Records, WorldKind } from '../records/kinds.ts';

/** Records by kind, without the members that have a default. */
export type WorldLists = { [K in WorldKind]?: Partial<Records[K]>[] };

/** The records with which a stand-in starts. */
export interface RecordOptions {
  /**
   * The name of a world (`demo` or `town`), a world folder, or lists of records by kind. In lists, what a record leaves out has a
   * default, and a record with an id that is there replaces it.
   */
  world?: string | WorldLists;
  /** What lists and generated records are laid over: `demo` by default; `none` is a world without records. */
  base?: 'demo' | 'town' | 'none';
  /** How many records of each kind to generate; the same `seed`, 1 by default, gives the same records. */
  generate?: GeneratedCounts & { seed?: number };
}
