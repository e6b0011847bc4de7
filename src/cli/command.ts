import { Command, type CommanderError, InvalidArgumentError, Option as CommanderOption } from 'commander';
import { describeNames } from '../did-you-mean.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { projectFolder } from '../installation.ts';
import { isJsonObject } from '../json-object.ts';
import { type Option, type OptionTable, type OptionValues, boolean, flagName, parseOption, text } from '../option.ts';
import { readJson } from '../read-json.ts';
import { serverOptions } from '../stand-in/options.ts';
import type { Terminal } from './terminal.ts';

/** What a command was called with. */
export interface Invocation<T extends OptionTable> {
  options: OptionValues<T>;
  /** The words after the command. */
  words: string[];
  /** Whether a flag, a variable or the config file sets an option. */
  isSet(name: keyof T & string): boolean;
}

/** One command of `plenum`. */
export interface CommandDefinition<T extends OptionTable> {
  name: string;
  summary: string;
  /** The words that may follow the command, such as `[path...]`. */
  words?: string;
  options: T;
  /** Whether environment variables (`PLENUM_*`) and a config file can set the options. */
  isConfigurable?: boolean;
  /** What the help says after the options. */
  notes: string;
  /** Runs the command and returns its exit code. Throws a CommandError for what the user can correct. */
  run(invocation: Invocation<T>, terminal: Terminal): Promise<number>;
}

/** Creates a command that runs in a terminal. */
export type CreateCommand = (terminal: Terminal) => Command;

/** Creates a command that has only a name and a summary. */
export function createCommand(name: string, summary: string, { print }: Terminal): Command {
  const command = new Command(name)
    .summary(summary)
    .description(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`)
    .configureOutput({ writeOut: (output) => print(output.trimEnd()), writeErr: () => {} });
  return command.exitOverride((error) => {
    // The help or the version was printed.
    throw error.exitCode === 0 ? error : new CommandError(describeMistake(error, command), exitCodes.usage);
  });
}

/** Defines a command with options. */
export const defineCommand =
  <T extends OptionTable>(definition: CommandDefinition<T>): CreateCommand =>
  (terminal) => {
    const { name, summary, words, options, isConfigurable = false, notes, run } = definition;
    const command = createCommand(name, summary, terminal).addHelpText('after', `\n${notes}`);
    if (words !== undefined) command.arguments(words);
    const all = isConfigurable ? { ...options, config: configOption } : options;
    for (const [each, option] of Object.entries<Option<unknown>>(all)) {
      const created = commanderOption(each, option);
      if (isConfigurable) readVariable(created);
      command.addOption(created);
    }
    // Commander would show `false` as a default in the help.
    for (const [each, { value }] of Object.entries(options))
      if (value === undefined) command.setOptionValueWithSource(each, false, 'default');
    if (isConfigurable) command.hook('preAction', () => setConfiguredValues(command, options));
    return command.action(async () => {
      const isSet = (each: string) => !['default', undefined].includes(command.getOptionValueSource(each));
      terminal.exitCode = await run({ options: command.opts(), words: command.args, isSet }, terminal);
    });
  };

const configOption = { value: 'FILE', help: 'JSON file with an object of these options by their names', parse: text };

function commanderOption(name: string, option: Option<unknown>): CommanderOption {
  const { help, isSecret, isRequired = false, conflicts = [], default: unset } = option;
  const flag = `--${flagName(name)}`;
  const isSwitch = option.value === undefined;
  const created = new CommanderOption(isSwitch ? flag : `${flag} <${option.value}>`, help)
    .conflicts([...conflicts])
    .makeOptionMandatory(isRequired);
  if (isSwitch) return created;
  if (unset !== undefined) created.default(unset, String(unset).replace(`${projectFolder}fixtures/worlds/`, ''));
  if (option.parse.choices) return created.choices(option.parse.choices);
  return created.argParser((value) => {
    try {
      return option.parse(value);
    } catch (error) {
      const { message } = error as Error;
      // Commander repeats the value in its message.
      throw isSecret ? new CommandError(`${flag} ${message}`, exitCodes.usage) : new InvalidArgumentError(message);
    }
  });
}

/** Lets `PLENUM_CORS_ORIGIN` set the option `--cors-origin`. An empty variable, as compose files make them, counts as absent. */
function readVariable(option: CommanderOption): void {
  const variable = `PLENUM_${option.name().toUpperCase().replaceAll('-', '_')}`;
  if (process.env[variable] !== '') option.env(variable);
}

/** Sets what neither a flag nor a variable sets to the values of the config file. Throws a CommandError that names a wrong member. */
function setConfiguredValues(command: Command, options: OptionTable): void {
  for (const option of command.options)
    // Commander does not read the value of the variable of a switch.
    if (option.isBoolean() && command.getOptionValueSource(option.attributeName()) === 'env') {
      const value = parseAs(option.envVar!, { parse: boolean }, process.env[option.envVar!]);
      command.setOptionValueWithSource(option.attributeName(), value, 'env');
    }
  const file = command.getOptionValue('config') as string | undefined;
  if (file === undefined) return;
  const members = readJson(file, exitCodes.usage);
  if (!isJsonObject(members)) throw new CommandError(`${file}: must be a JSON object`, exitCodes.usage);
  // One file serves every command.
  const known = Object.keys({ ...serverOptions, ...options }).map(flagName);
  const unknown = Object.keys(members).find((name) => name !== '$schema' && !known.includes(name));
  if (unknown !== undefined)
    throw new CommandError(
      `${file}: unknown member "${unknown}".${describeNames(unknown, 'members', known)}`,
      exitCodes.usage,
    );
  for (const [name, option] of Object.entries(options)) {
    const source = command.getOptionValueSource(name) ?? 'default';
    const value = members[flagName(name)];
    if (value !== undefined && source === 'default')
      command.setOptionValueWithSource(name, parseAs(`${file}: "${flagName(name)}"`, option, value), 'config');
  }
}

function parseAs(source: string, option: Pick<Option<unknown>, 'parse' | 'isSecret'>, value: unknown): unknown {
  try {
    return parseOption(option, value);
  } catch (error) {
    throw new CommandError(`${source} ${(error as Error).message}`, exitCodes.usage);
  }
}

const pathOf = (command: Command): string =>
  [...(command.parent ? [pathOf(command.parent)] : []), command.name()].join(' ');

const namesOf = (group: Command): string[] => group.commands.map((each) => each.name());

/** Commander's message in one line, with the help to read. */
function describeMistake({ code, message }: CommanderError, command: Command): string {
  const { parent } = command;
  if (code === 'commander.help') return `${pathOf(command)} needs a command: ${namesOf(command).join(', ')}`;
  // Commander passes a word that is no command to the default command.
  if (code === 'commander.excessArguments' && parent && parent.args[0] !== command.name())
    return `unknown command '${parent.args[0]}'.${describeNames(parent.args[0]!, `commands of ${pathOf(parent)}`, namesOf(parent))}`;
  if (code === 'commander.excessArguments' && command.registeredArguments.length === 0)
    return `'${command.args[0]}' belongs to no option: ${pathOf(command)} takes ${command.options.map(({ flags }) => flags).join(', ')}. See ${pathOf(command)} --help.`;
  const line = message.replace(/^error: /, '').replaceAll('\n', ' ');
  return `${line.replace(/\.$/, '')}. See ${pathOf(command)} --help.`;
}
