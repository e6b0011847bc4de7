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

/** The headings of the help, in their order, each with examples of its commands. */
export const commandGroups = {
  'stand-in': {
    title: 'The stand-in',
    examples: ['plenum serve --world town --dialect decidim-0.32', 'plenum exec -- npm test'],
  },
  data: {
    title: 'Your data',
    examples: ['plenum import --from https://town.example --out my-town', 'plenum check --world my-town'],
  },
  client: {
    title: 'Your client',
    examples: ['plenum schema --dialect decidim-0.32 > schema.graphql', 'plenum documents src'],
  },
  server: {
    title: 'Judging a server',
    examples: [
      'plenum discover --url https://town.example/api --out target.json',
      'plenum conform --target target.json --mode validate',
    ],
  },
} as const;

/** One command of `plenum`. */
export interface Command<T extends OptionTable = OptionTable> {
  name: string;
  /** Where the help lists it. */
  group: keyof typeof commandGroups;
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
export const defineCommand = <T extends OptionTable>(command: Command<T>): Command => command;
