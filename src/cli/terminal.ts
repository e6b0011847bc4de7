/** What a command sees of the process that runs it. */
export interface Terminal {
  environment: NodeJS.ProcessEnv;
  /** Writes a text and a line break to the standard output. */
  print(text: string): void;
  /** Writes to the standard error output as it is. */
  printError(text: string): void;
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
  /**
   * Aborted by the first Ctrl-C or SIGTERM; its reason is the name of the signal. For a command that never reads it, a signal ends the
   * process at once.
   */
  readonly signal: AbortSignal;
  /** What the process ends with. */
  exitCode: number;
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The terminal of this process. */
export function openTerminal(): Terminal {
  // A reader that has seen enough, such as `head`, closes the pipe. The command goes on, because it may have to clean up.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const { isTTY } = process.stderr;
  let signal: AbortSignal | undefined;
  return {
    environment: process.env,
    print: (text) => void process.stdout.write(`${text}\n`),
    printError: (text) => void process.stderr.write(text),
    progress(text, isMilestone = false) {
      if (isTTY) process.stderr.write(`\r\u001b[K${text}`);
      else if (isMilestone) process.stderr.write(`${text}\n`);
    },
    colors: process.stdout.isTTY && !process.env['NO_COLOR'],
    columns: process.stdout.columns,
    onSignal(listener) {
      const pass = (name: NodeJS.Signals) => {
        if (name !== 'SIGINT' || !process.stdin.isTTY) listener(name);
      };
      for (const name of endingSignals) process.on(name, pass);
      return () => endingSignals.forEach((name) => process.off(name, pass));
    },
    get signal() {
      return (signal ??= abortBySignal());
    },
    exitCode: 0,
  };
}

/** The second signal ends the process, because nothing listens for it. */
function abortBySignal(): AbortSignal {
  const abort = new AbortController();
  const names = ['SIGINT', 'SIGTERM'] as const;
  const end = (name: NodeJS.Signals) => {
    for (const each of names) process.off(each, end);
    abort.abort(name);
  };
  for (const name of names) process.on(name, end);
  return abort.signal;
}
