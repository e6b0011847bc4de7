/** What a command sees of the process that runs it. */
export interface Terminal {
  environment: NodeJS.ProcessEnv;
  /** Writes a text and a line break to the standard output. */
  print(text: string): void;
  /** Writes to the standard error output as it is. */
  printError(text: string): void;
  /** Whether the standard error output is a terminal. */
  isErrorTerminal: boolean;
  /** Shows a line of progress in place of the last one; without a terminal only milestones are printed. */
  progress(text: string, isMilestone?: boolean): void;
  /** Whether the output may have colors. */
  colors: boolean;
  /** How wide the terminal is, in characters; undefined if the output is not a terminal. */
  columns: number | undefined;
  /**
   * Calls the listener for every signal that asks this process to end, except Ctrl-C of a terminal, which reaches all processes
   * in the foreground by itself. Returns a function that stops this.
   */
  onSignal(listener: (signal: NodeJS.Signals) => void): () => void;
  /** Aborted by Ctrl-C and SIGTERM; its reason is the name of the signal. */
  signal: AbortSignal;
}
