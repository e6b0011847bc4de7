import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One option: what it is for, how a text of the command line or the environment becomes its value, and its default. */
export interface Option<T> {
  help: string;
  /** The word for the value in the help; a switch has none. */
  value?: string;
  parse(text: string): T;
  default: T;
}

/** The folder of the project. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

const refuse = (expected: string) => {
  throw new Error(expected);
};
const anyText = (text: string): string => text || refuse('must not be empty');
const whole = (low: number, high: number) => (text: string) => {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  return value >= low && value <= high ? value : refuse(`must be a whole number from ${low} to ${high}`);
};
const oneOf =
  <T extends string>(...values: T[]) =>
  (text: string): T =>
    values.find((value) => value === text) ?? refuse(`must be ${values.join(' or ')}`);
const toggle = (text: string): boolean => oneOf('true', 'false')(text) === 'true';

/** Every option, once: flags, environment, configuration file and help are read out of this table. */
export const options = {
  host: { value: 'ADDRESS', help: 'the address to listen on', parse: anyText, default: '127.0.0.1' },
  port: { value: 'PORT', help: 'the port to listen on, 0 for any free one', parse: whole(0, 65535), default: 4000 },
  data: { value: 'FOLDER', help: 'where the records are kept', parse: anyText, default: 'data' },
  world: {
    value: 'FOLDER',
    help: 'the records to begin with',
    parse: anyText,
    default: join(projectFolder, 'fixtures/world'),
  },
  memory: { help: 'keep nothing: begin with the world, and forget what is written', parse: toggle, default: false },
  dialect: {
    value: 'NAME',
    help: 'whose answers these are: specification or decidim-0.32',
    parse: anyText,
    default: 'specification',
  },
  fill: {
    value: 'mock|empty',
    help: 'what fields hold that no record answers: made-up values, or null and empty lists',
    parse: oneOf('mock', 'empty'),
    default: 'mock' as const,
  },
  limits: {
    value: 'on|off',
    help: 'on answers 429 to more than 100 requests a minute from one address',
    parse: oneOf('on', 'off'),
    default: 'off' as const,
  },
  'token-lifetime': {
    value: 'MINUTES',
    help: 'how long a token from sign-in is valid',
    parse: whole(1, 525_600),
    default: 120,
  },
  log: { value: 'text|json', help: 'the form of the log', parse: oneOf('text', 'json'), default: 'text' as const },
} satisfies Record<string, Option<unknown>>;

type Options = typeof options;
/** What every part is configured by. */
export type Config = { -readonly [K in keyof Options]: ReturnType<Options[K]['parse']> };

/** What each command does, in one line. */
export const commands = {
  serve: 'answer at http://HOST:PORT/api; what it does when no command is given',
  reset: 'put the data folder back to the world; every token that was given out ends',
  check: 'say whether the world folder is right, and what is wrong with which record',
} as const;
/** The commands of the conformance suite, which have flags of their own. */
export const suiteCommands = {
  conform: 'judge a server, requirement by requirement; conform --help lists its flags',
  fidelity: 'replay what a deployment answered, and say where the stand-in differs; fidelity --help lists its flags',
  diff: 'send the same requests to two servers, and say where they differ; diff --help lists its flags',
  record: 'turn the traffic of a server into draft cases; record --help lists its flags',
} as const;
export type CommandName = keyof typeof commands;
export type SuiteCommand = keyof typeof suiteCommands;

/** The names of the options. */
export const optionNames = Object.keys(options) as (keyof Config)[];
