import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { escapeForTerminal, escapeLine, escapeWorkflowCommands } from '../client/format-text.ts';
import { exitCodes } from '../errors.ts';

/** What a command sees of the process that runs it. */
export interface Terminal {
  environment: NodeJS.ProcessEnv;
  /** Writes a text and a line break to the standard output. Whatever it quotes, it is no command to a terminal or to GitHub Actions. */
  print(text: string): void;
  /** Writes a workflow command of GitHub Actions to the standard output. */
  printWorkflowCommand(command: string): void;
  /** Writes to the standard error output, escaped as by `print`. If nobody reads that, what is too much is dropped. */
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
   * Aborted by the first signal that asks this process to end, such as Ctrl-C or a closed terminal; its reason is the name of the signal.
   * For a command that never reads it, a signal ends the process at once.
   */
  readonly signal: AbortSignal;
  /** What the process ends with. */
  exitCode: number;
}

/** The terminal of this process. */
export interface ProcessTerminal extends Terminal {
  /** Sets the exit code of this process: another one if a result could not be printed. Nothing is printed afterwards. */
  end(exitCode: number): void;
}

/** The signals with which people, shells and service managers ask a process to end. */
const endingSignals: readonly NodeJS.Signals[] =
  process.platform === 'win32'
    ? ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']
    : [
        ...(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGALRM', 'SIGXCPU'] as const),
        // It ends a process unless a module of --import listens to it, for a profile or a snapshot of the memory.
        ...(process.listenerCount('SIGUSR2') === 0 ? (['SIGUSR2'] as const) : []),
      ];
/** What a terminal sends to all processes in the foreground by itself. */
const keySignals: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGQUIT', 'SIGBREAK']);
/** npm and shells repeat a signal that the process has got from the terminal already. */
const repeatedSignalMs = 500;
/** How long a process that a signal ends waits for a reader of its output. */
const lastWordsMs = 3000;

export function openTerminal(): ProcessTerminal {
  const output = new Output(process.stdout, 1);
  const errors = new Output(process.stderr, 2);
  const { isTTY } = process.stderr;
  const isWorkflow = Boolean(process.env['GITHUB_ACTIONS']);
  const escape = (text: string) =>
    isWorkflow ? escapeWorkflowCommands(escapeForTerminal(text)) : escapeForTerminal(text);
  let signal: AbortSignal | undefined;
  return {
    environment: process.env,
    print: (text) => output.write(`${escape(text)}\n`),
    printWorkflowCommand: (command) => output.write(`${command}\n`),
    printError: (text) => errors.writeUnlessBlocked(escape(text)),
    progress(text, isMilestone = false) {
      if (isTTY) errors.writeUnlessBlocked(`\r\u001b[K${escapeLine(text)}`);
      else if (isMilestone) errors.writeUnlessBlocked(`${escape(escapeLine(text))}\n`);
    },
    colors: process.stdout.isTTY && !process.env['NO_COLOR'],
    columns: process.stdout.columns,
    onSignal(listener) {
      const pass = (name: NodeJS.Signals) => {
        if (!keySignals.has(name) || !process.stdin.isTTY) listener(name);
      };
      for (const name of endingSignals) process.on(name, pass);
      return () => endingSignals.forEach((name) => process.off(name, pass));
    },
    get signal() {
      return (signal ??= abortBySignal());
    },
    exitCode: 0,
    end(exitCode) {
      const { failure } = output;
      if (failure) errors.write(`plenum: the standard output could not be written: ${failure.message}\n`);
      const isResult = [0, exitCodes.differences, exitCodes.partial].includes(exitCode);
      process.exitCode = isResult && (failure ?? errors.failure) ? exitCodes.unavailable : exitCode;
      // The process ends by itself when everything is written.
      if (signal?.aborted) setTimeout(() => process.exit(), lastWordsMs).unref();
    },
  };
}

/** One of the two outputs of this process. That it is closed, full or blocked ends nothing that runs. */
class Output {
  /** Why something could not be written. That the reader has gone, as `head` does, is no failure. */
  failure: Error | undefined;
  readonly #stream: NodeJS.WriteStream;
  readonly #descriptor: number;
  #dropped = 0;

  constructor(stream: NodeJS.WriteStream, descriptor: number) {
    this.#stream = stream;
    this.#descriptor = descriptor;
    stream.on('error', (error) => this.#fail(error));
    // A terminal that takes nothing more, as after Ctrl-S, would otherwise block the process with its signals and timers.
    const { _handle: handle } = stream as { _handle?: { setBlocking?(isBlocking: boolean): void } };
    handle?.setBlocking?.(false);
  }

  write(text: string): void {
    if (this.#stream instanceof Socket) this.#stream.write(text);
    else this.#writeToFile(Buffer.from(text));
  }

  /** Drops a text while there are already too many that nobody has read. */
  writeUnlessBlocked(text: string): void {
    if (this.#stream.writableLength > maxWaitingLength) this.#dropped += 1;
    else {
      if (this.#dropped > 0) this.write(`plenum: ${this.#dropped} lines are missing here, which nobody read\n`);
      this.#dropped = 0;
      this.write(text);
    }
  }

  /** A file that has no room for all of a text takes a part of it. */
  #writeToFile(bytes: Buffer): void {
    try {
      for (let written = 0; written < bytes.length;) written += writeSync(this.#descriptor, bytes, written);
    } catch (error) {
      this.#fail(error as NodeJS.ErrnoException);
    }
  }

  #fail(error: NodeJS.ErrnoException): void {
    // EIO is a terminal that was closed.
    if (error.code !== 'EPIPE' && error.code !== 'EIO') this.failure ??= error;
  }
}

/** How many characters may wait for a reader. */
const maxWaitingLength = 1_000_000;

/**
 * A second signal ends the process, because nothing listens for it then. A terminal that is closed sends SIGHUP several times: it never
 * ends the process.
 */
function abortBySignal(): AbortSignal {
  const abort = new AbortController();
  const stopListening = () => {
    for (const name of endingSignals) if (name !== 'SIGHUP') process.off(name, end);
  };
  const end = (name: NodeJS.Signals) => {
    if (abort.signal.aborted) return;
    abort.abort(name);
    setTimeout(stopListening, repeatedSignalMs).unref();
  };
  for (const name of endingSignals) process.on(name, end);
  return abort.signal;
}
