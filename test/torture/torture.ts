export interface TortureOptions {
  /** An empty folder. */
  folder: string;
  /** Returns numbers from 0 to 1 that depend on the seed. */
  random: () => number;
  isShort: boolean;
  /** The share of what a long attack could try, from 0 to 1. */
  share: number;
}

/** One attack. Returns what it did, and what must not have happened; or why it could not run on this machine. */
export type Torture = (
  options: TortureOptions,
) => Promise<{ summary: string; problems: string[] } | { skipped: string }>;
