import { Command as Commander, CommanderError, Help, Option as CommanderOption } from 'commander';
import { CommandError, exitCodes } from '../errors.ts';
import { type Command, type Invocation, commandGroups } from './command.ts';
import { resolveOptions } from './config.ts';
import { type Option, type OptionTable, flagName } from '../option.ts';
import { projectFolder } from '../installation.ts';

/** A command line as it was read: a command to run, or a text to print, such as the help. */
export type CommandLine = { command: Command; invocation: Invocation<OptionTable> } | { print: string };

const summary =
  'A local stand-in for the GraphQL API of a citizen-participation platform, and a conformance suite for it.';

/** The codes with which commander ends after it printed the help or the version. */
const isAnswer = /^commander\.(help|helpDisplayed|version)$/;

const programFlags = new Set(['--help', '-h', '--version', '-V']);

/** Reads the command line. The first command runs if none is named. Throws a CommandError that names the unknown or wrong word. */
export function readCommandLine(
  commands: readonly Command[],
  version: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): CommandLine {
  let called: CommandLine | undefined;
  let printed = '';
  const output = { writeOut: (text: string) => (printed += text), writeErr: () => {} };
  const program = new Commander('plenum').description(summary).version(version).exitOverride().configureOutput(output);
  program.configureHelp({ formatItemList: formatWithExamples });
  program.addHelpCommand(
    new Commander('help').argument('[command]').helpGroup('Help:').description('list the options of a command'),
  );
  const configurable = commands.filter(({ isConfigurable }) => isConfigurable);
  const fileMembers = [...new Set(configurable.flatMap(({ options }) => Object.keys(options).map(flagName)))];
  const resolve = ({ options, isConfigurable }: Command, flags: Record<string, string>) => {
    const variables = isConfigurable ? environment : {};
    const file = flags['config'] ?? variables['PLENUM_CONFIG'];
    return resolveOptions(options, { flags, environment: variables, file, fileMembers });
  };
  for (const command of commands) {
    const subcommand = program
      .command(`${command.name}${command.words ? ` ${command.words}` : ''}`)
      .summary(command.summary)
      .helpGroup(titleOf(command.group))
      .description(`${command.summary[0]!.toUpperCase()}${command.summary.slice(1)}.`)
      .addHelpText('after', `\n${command.notes}`)
      .action((...values: unknown[]) => {
        const words = values.flat().filter((value) => typeof value === 'string');
        const flags = flagsOf(subcommand);
        called = { command, invocation: { ...resolve(command, flags), words } };
      });
    for (const [name, option] of Object.entries(command.options))
      subcommand.addOption(commanderOption(flagName(name), option));
    if (command.isConfigurable)
      subcommand.option('--config <FILE>', 'JSON file with an object of these options by their names');
  }
  try {
    const [first = '--'] = args;
    const namesCommand = !first.startsWith('-') || programFlags.has(first);
    program.parse(namesCommand ? args : [commands[0]!.name, ...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // The exit code of the help is that of the process, which is not this program's alone in a test.
    if (!isAnswer.test(error.code)) throw usageError(error, program, args);
  }
  return called ?? { print: printed.trimEnd() };
}

const titleOf = (group: Command['group']): string => `${commandGroups[group].title}:`;

/** Formats a list of the help, and the examples of a group of commands below it. */
function formatWithExamples(heading: string, items: string[], helper: Help): string[] {
  const group = Object.values(commandGroups).find(({ title }) => heading === `${title}:`);
  const examples = group?.examples.map((example) => `    $ ${example}`) ?? [];
  return Help.prototype.formatItemList.call(helper, heading, [...items, ...examples], helper);
}

function commanderOption(name: string, { value, help, default: unset }: Option<unknown>): CommanderOption {
  const shown =
    unset === undefined || unset === false
      ? ''
      : ` (default: ${String(unset).replace(`${projectFolder}fixtures/worlds/`, '')})`;
  const option = new CommanderOption(value ? `--${name} <${value}>` : `--${name}`, `${help}${shown}`);
  // Commander takes a name that starts with "no-" for the negation of another option.
  option.negate = false;
  return option;
}

/** The texts of the flags that were passed, by their names. */
function flagsOf(command: Commander): Record<string, string> {
  const values = command.opts<Record<string, string | true>>();
  const passed = command.options.filter((option) => values[option.attributeName()] !== undefined);
  return Object.fromEntries(passed.map((option) => [option.long!.slice(2), String(values[option.attributeName()])]));
}

/** Commander's message in one line, with the help to read. */
function usageError({ message }: CommanderError, program: Commander, args: readonly string[]): CommandError {
  const command = program.commands.find((each) => each.name() === args[0])?.name();
  const line = message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '');
  const names = program.commands.map((each) => each.name()).join(', ');
  const hint = line.startsWith('unknown command')
    ? `The commands are ${names}`
    : `See plenum ${command ?? 'serve'} --help`;
  return new CommandError(`${line}. ${hint}.`, exitCodes.usage);
}
