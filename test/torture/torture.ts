export interface TortureOptions {
  /** An empty folder. */
  folder: string;
  /** Returns numbers from 0 to 1 that depend on the seed. */
  random: () => number;
  isShort: boolean;
  /** How often an attack is repeated, if it has rounds of a number that can be chosen. */
  rounds?: number;
  /** Receives how far a long attack is. */
  onProgress?: (text: string) => void;
}

/** One attack. Returns what it did, and what must not have happened; or why it could not run on this machine. */
export type Torture = (
  options: TortureOptions,
) => Promise<{ summary: string; counts?: Record<string, number>; problems: string[] } | { skipped: string }>;
