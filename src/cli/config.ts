import { CommandError, exitCodes } from '../errors.ts';
import { readJson } from '../read-json.ts';
import { type Option, type OptionTable, flagName, parseOption } from '../option.ts';

/** Where the values of options come from. */
export interface Sources {
  /** The texts of the flags, by the names of the options. */
  flags: Record<string, string | undefined>;
  /** The environment, where `PLENUM_CORS_ORIGIN` sets the option `cors-origin`. */
  environment: NodeJS.ProcessEnv;
  /** A JSON file with an object of options by their names. */
  file?: string | undefined;
  /** The names that the file may have: those of all commands, so that one file serves them all. */
  fileMembers: readonly string[];
}

/** The environment variable of a flag, such as `PLENUM_CORS_ORIGIN`. */
const environmentVariable = (flag: string): string => `PLENUM_${flag.toUpperCase().replaceAll('-', '_')}`;

/**
 * The values of a table of options: a flag wins over an environment variable, that over the config file, and that over the default.
 * Throws a CommandError that names the flag, variable or member with a wrong value, and what is expected.
 */
export function resolveOptions(table: OptionTable, { flags, environment, file, fileMembers }: Sources) {
  const members = file === undefined ? {} : readMembers(file, fileMembers);
  const options: Record<string, unknown> = {};
  const explicit = new Set<string>();
  for (const [name, option] of Object.entries(table)) {
    const flag = flagName(name);
    const variable = environmentVariable(flag);
    const candidates: [source: string, value: unknown][] = [
      [`--${flag}`, flags[flag]],
      [variable, environment[variable]],
      [`${file}: "${flag}"`, members[flag]],
    ];
    const chosen = candidates.find(([, value]) => value !== undefined);
    if (flags[flag]?.startsWith('--'))
      throw new CommandError(`--${flag} needs a value, and ${flags[flag]} is a flag`, exitCodes.usage);
    if (chosen) explicit.add(name);
    options[name] = chosen ? parse(option, ...chosen) : option.default;
  }
  return { options, explicit };
}

function readMembers(file: string, names: readonly string[]): Record<string, unknown> {
  const members = readJson(file, exitCodes.usage);
  if (typeof members !== 'object' || members === null || Array.isArray(members))
    throw new CommandError(`${file}: must be a JSON object`, exitCodes.usage);
  const unknown = Object.keys(members).find((name) => name !== '$schema' && !names.includes(name));
  if (unknown !== undefined) {
    throw new CommandError(
      `${file}: unknown member "${unknown}"; the members are ${names.join(', ')}`,
      exitCodes.usage,
    );
  }
  return members as Record<string, unknown>;
}

function parse(option: Option<unknown>, source: string, value: unknown): unknown {
  try {
    return parseOption(option, value);
  } catch (error) {
    throw new CommandError(`${source} ${(error as Error).message}`, exitCodes.usage);
  }
}
