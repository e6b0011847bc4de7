import type { OptionTable, OptionValues } from '../option.ts';
import type { Terminal } from './terminal.ts';

/** What a command was called with. */
export interface Invocation<T extends OptionTable> {
  options: OptionValues<T>;
  /** The options that were set, by a flag, a variable or the config file. */
  explicit: ReadonlySet<string>;
  /** The words after the command. */
  words: string[];
}

/** One command of `plenum`. */
export interface Command<T extends OptionTable = OptionTable> {
  name: string;
  summary: string;
  /** The words that may follow the command, as in its usage line, such as `[cleanup]`; `[command...]` for any number. */
  words?: string;
  options: T;
  /** Whether environment variables (`PLENUM_*`) and a config file can set the options. */
  isConfigurable?: boolean;
  /** What the help says after the options. */
  notes: string;
  /** Runs the command and returns its exit code. Throws a CommandError for what the user can correct. */
  run(invocation: Invocation<T>, terminal: Terminal): Promise<number>;
}

/** Keeps the types of a command's options. */
export const defineCommand = <T extends OptionTable>(command: Command<T>): Command => command as unknown as Command;
