/** What a command needs of the process that runs it. */
export interface Terminal {
  environment: NodeJS.ProcessEnv;
  /** Prints a line to standard output. */
  print(text: string): void;
  /** Shows a progress line in place of the last one. Without a terminal, only milestones are printed. */
  progress(text: string, milestone?: boolean): void;
  colours: boolean;
  /** Width in characters; undefined if standard output is not a terminal. */
  columns?: number;
  /** Aborts when the command must end early; a run cleans up first. */
  signal: AbortSignal;
}
