import { readFileSync } from 'node:fs';
import { optionNames, options, projectFolder } from '../options.ts';
import { commands, suiteCommands } from './command-names.ts';

/** The version of this package. */
export const readVersion = (): string =>
  (JSON.parse(readFileSync(new URL(import.meta.resolve('plenum/package.json')), 'utf8')) as { version: string })
    .version;

const rows = (entries: [string, string][]): string =>
  entries.map(([left, right]) => `  ${left.padEnd(26)}${right}`).join('\n');

/** What `--help` prints. */
export function formatHelp(): string {
  const flags = optionNames.map((name): [string, string] => {
    const { help, default: value, ...option } = options[name];
    const left = `--${name}${'value' in option ? ` ${option.value}` : ''}`;
    return [left, `${help}${value === false ? '' : ` (${String(value).replace(projectFolder, '')})`}`];
  });
  return `plenum, a local stand-in for the GraphQL API of a citizen-participation platform

plenum [COMMAND] [FLAGS]

${rows(Object.entries({ ...commands, ...suiteCommands }))}

${rows([...flags, ['--config FILE', 'a JSON object of the options above, by their names'], ['--help', 'print this'], ['--version', 'print the version']])}

Flags go before environment variables (--port is PLENUM_PORT), those before the file, and that before the defaults.
Exit codes: 0 done, 2 a wrong flag, configuration or world, 65 a damaged data folder, 69 a port or folder that cannot be
used, 70 a bug.`;
}
