import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CommandError, exitCodes } from './errors.ts';
import { readJson } from './store/world.ts';

/** One option: what it is for, how a text of the command line or the environment becomes its value, and its default. */
interface Option<T> {
  help: string;
  /** The word for the value in the help; a switch has none. */
  value?: string;
  parse(text: string): T;
  default: T;
}

const root = fileURLToPath(new URL('..', import.meta.url));

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
const options = {
  host: { value: 'ADDRESS', help: 'the address to listen on', parse: anyText, default: '127.0.0.1' },
  port: { value: 'PORT', help: 'the port to listen on, 0 for any free one', parse: whole(0, 65535), default: 4000 },
  data: { value: 'FOLDER', help: 'where the records are kept', parse: anyText, default: 'data' },
  world: { value: 'FOLDER', help: 'the records to begin with', parse: anyText, default: join(root, 'fixtures/world') },
  memory: { help: 'keep nothing: begin with the world, and forget what is written', parse: toggle, default: false },
  'token-lifetime': {
    value: 'MINUTES',
    help: 'how long a token from sign-in is valid',
    parse: whole(1, 525_600),
    default: 120,
  },
  log: { value: 'text|json', help: 'the form of the log', parse: oneOf('text', 'json'), default: 'text' as const },
} satisfies Record<string, Option<unknown>>;

type Options = typeof options;
export type Config = { -readonly [K in keyof Options]: ReturnType<Options[K]['parse']> };

/** What each command does, in one line. */
export const commands = {
  serve: 'answer at http://HOST:PORT/api; what it does when no command is given',
  reset: 'put the data folder back to the world; every token that was given out ends',
  check: 'say whether the world folder is right, and what is wrong with which record',
} as const;
export type CommandName = keyof typeof commands;

export type Invocation = { command: CommandName; config: Config; given: ReadonlySet<keyof Config> } | { print: string };

const names = Object.keys(options) as (keyof Config)[];
const variableOf = (name: string): string => `PLENUM_${name.toUpperCase().replaceAll('-', '_')}`;

/**
 * What the command line asks for: flags over environment (`PLENUM_*`) over the file of `--config` over defaults. A
 * CommandError names the flag, variable or member that is wrong, and what was expected.
 */
export function readInvocation(args: string[], environment: NodeJS.ProcessEnv): Invocation {
  const { values, positionals } = parseFlags(args);
  if (values['help']) return { print: helpText() };
  if (values['version']) return { print: versionText() };
  const [command = 'serve', ...rest] = positionals;
  if (!(command in commands))
    throw usage(`unknown command ${command}; the commands are ${Object.keys(commands).join(', ')}`);
  if (rest.length > 0) throw usage(`${command} takes no ${JSON.stringify(rest[0])}`);

  const file = (values['config'] ?? environment['PLENUM_CONFIG']) as string | undefined;
  const members = file === undefined ? {} : readMembers(file);
  const config: Record<string, unknown> = {};
  const given = new Set<keyof Config>();
  for (const name of names) {
    const [source, raw] = [
      [`--${name}`, values[name]],
      [variableOf(name), environment[variableOf(name)]],
      [`${file}: "${name}"`, members[name]],
    ].find(([, value]) => value !== undefined) ?? ['', undefined];
    if (raw !== undefined) given.add(name);
    config[name] = raw === undefined ? options[name].default : parse(name, String(source), raw);
  }
  return { command: command as CommandName, config: config as Config, given };
}

const usage = (message: string): CommandError =>
  new CommandError(`${message} (plenum --help lists what there is)`, exitCodes.usage);

function parseFlags(args: string[]): { values: Record<string, unknown>; positionals: string[] } {
  const flags = Object.fromEntries(
    names.map((name) => [name, { type: 'value' in options[name] ? ('string' as const) : ('boolean' as const) }]),
  );
  const more = {
    config: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args, options: { ...flags, ...more }, allowPositionals: true, strict: true });
  } catch (error) {
    throw usage((error as Error).message.split('. ')[0]!);
  }
}

function readMembers(file: string): Record<string, unknown> {
  const members = readJson(file, exitCodes.usage);
  if (typeof members !== 'object' || members === null || Array.isArray(members)) {
    throw new CommandError(`${file}: must be a JSON object`, exitCodes.usage);
  }
  for (const name of Object.keys(members)) {
    if (!(name in options))
      throw new CommandError(`${file}: unknown member "${name}"; there are ${names.join(', ')}`, exitCodes.usage);
  }
  return members as Record<string, unknown>;
}

function parse(name: keyof Config, source: string, raw: unknown): unknown {
  try {
    return options[name].parse(String(raw));
  } catch (error) {
    throw usage(`${source} ${(error as Error).message}, not ${JSON.stringify(raw)}`);
  }
}

const versionText = (): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;

const rows = (entries: [string, string][]): string =>
  entries.map(([left, right]) => `  ${left.padEnd(26)}${right}`).join('\n');

function helpText(): string {
  const flags = names.map((name): [string, string] => {
    const { help, default: value, ...option } = options[name];
    const left = `--${name}${'value' in option ? ` ${option.value}` : ''}`;
    return [left, `${help}${value === false ? '' : ` (${String(value).replace(root, '')})`}`];
  });
  return `plenum, a local stand-in for the GraphQL API of a citizen-participation platform

plenum [COMMAND] [FLAGS]

${rows(Object.entries(commands))}

${rows([...flags, ['--config FILE', 'a JSON object of the options above, by their names'], ['--help', 'print this'], ['--version', 'print the version']])}

Flags go before environment variables (--port is PLENUM_PORT), those before the file, and that before the defaults.
Exit codes: 0 done, 2 a wrong flag, configuration or world, 65 a damaged data folder, 69 a port or folder that cannot be
used, 70 a bug.`;
}
