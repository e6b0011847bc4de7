import { CommandError, exitCodes } from '../errors.ts';
import { parseFlags } from '../parse-flags.ts';
import { formatHelp, readVersion } from './help.ts';
import { type Config, optionNames, options, parseOption } from '../options.ts';
import { readJson } from '../read-json.ts';
import { type CommandName, commands, suiteCommands } from './command-names.ts';

export type Invocation =
  { command: CommandName; config: Config; explicitOptions: ReadonlySet<keyof Config> } | { print: string };

const variableOf = (name: string): string => `PLENUM_${name.toUpperCase().replaceAll('-', '_')}`;

/**
 * What the command line asks for: flags over environment (`PLENUM_*`) over the file of `--config` over defaults. A
 * CommandError names the flag, variable or member that is wrong, and what was expected.
 */
export function parseInvocation(args: string[], environment: NodeJS.ProcessEnv): Invocation {
  const { values, positionals } = parsed(args);
  if (values['help']) return { print: formatHelp() };
  if (values['version']) return { print: readVersion() };
  const [command = 'serve', ...rest] = positionals;
  if (!Object.hasOwn(commands, command))
    throw usage(
      `unknown command ${command}; the commands are ${[...Object.keys(commands), ...Object.keys(suiteCommands)].join(', ')}`,
    );
  if (rest.length > 0) throw usage(`${command} takes no ${JSON.stringify(rest[0])}`);

  const file = (values['config'] ?? environment['PLENUM_CONFIG']) as string | undefined;
  const members = file === undefined ? {} : readMembers(file);
  const config: Record<string, unknown> = {};
  const explicitOptions = new Set<keyof Config>();
  for (const name of optionNames) {
    const [source, raw] = [
      [`--${name}`, values[name]],
      [variableOf(name), environment[variableOf(name)]],
      [`${file}: "${name}"`, members[name]],
    ].find(([, value]) => value !== undefined) ?? ['', undefined];
    if (raw !== undefined) explicitOptions.add(name);
    config[name] = raw === undefined ? options[name].default : parse(name, String(source), raw);
  }
  return { command: command as CommandName, config: config as Config, explicitOptions };
}

const usage = (message: string): CommandError =>
  new CommandError(`${message} (plenum --help lists what there is)`, exitCodes.usage);

function parsed(args: string[]): { values: Record<string, unknown>; positionals: string[] } {
  const flags = Object.fromEntries(
    optionNames.map((name) => [name, { type: 'value' in options[name] ? ('string' as const) : ('boolean' as const) }]),
  );
  const more = {
    config: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
  } as const;
  return parseFlags({ args, options: { ...flags, ...more }, allowPositionals: true }, usage);
}

function readMembers(file: string): Record<string, unknown> {
  const members = readJson(file, exitCodes.usage);
  if (typeof members !== 'object' || members === null || Array.isArray(members)) {
    throw new CommandError(`${file}: must be a JSON object`, exitCodes.usage);
  }
  for (const name of Object.keys(members)) {
    if (!Object.hasOwn(options, name))
      throw new CommandError(`${file}: unknown member "${name}"; there are ${optionNames.join(', ')}`, exitCodes.usage);
  }
  return members as Record<string, unknown>;
}

function parse(name: keyof Config, source: string, raw: unknown): unknown {
  try {
    return parseOption(name, raw);
  } catch (error) {
    throw usage(`${source} ${(error as Error).message}`);
  }
}
