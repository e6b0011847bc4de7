import { CommandError, exitCodes } from '../../errors.ts';
import { parseFlags } from '../../parse-flags.ts';
import type { Mode } from '../../../conformance/runner/modes.ts';

/** Every flag of `plenum conform`, with the word for its value and what it is for. */
const flags = {
  url: ['URL', 'a server to judge; the stand-in in this process when left out'],
  target: ['FILE', 'a target file: URL, dialect, actors and names of a deployment'],
  dialect: ['NAME', 'the dialect that the server speaks (specification)'],
  mode: ['MODE', 'observe sends reads, validate sends writes without effect, write writes (write)'],
  confirm: ['HOST', 'the host that is written to, when it is not this machine'],
  rate: ['N/s', 'at most so many requests a second'],
  timeout: ['SECONDS', 'how long an answer may take (10)'],
  cases: ['FOLDER', 'other cases than those of the project'],
  only: ['TEXT', 'only the cases whose id begins so'],
  waivers: ['FILE', 'failures that are excused; those of the project when left out'],
  out: ['FOLDER', 'a fresh folder for the reports'],
  ledger: ['FILE', 'where what is written is kept, until it is cleaned up'],
} as const;
const switches = {
  coverage: 'print every requirement with its cases, and send nothing',
  help: 'print this',
} as const;

export interface ConformOptions {
  command: 'run' | 'cleanup';
  url?: string;
  target?: string;
  dialect: string;
  mode: Mode;
  confirm?: string;
  /** Milliseconds between two requests. */
  requestIntervalMs: number;
  /** Milliseconds. */
  timeoutMs: number;
  cases?: string;
  only?: string;
  waivers?: string;
  out?: string;
  ledger?: string;
  coverage: boolean;
  help: boolean;
}

const usage = (message: string) =>
  new CommandError(`${message} (plenum conform --help lists what there is)`, exitCodes.usage);

/** What the command line asks for; a CommandError names the flag that is wrong, and what was expected. */
export function parseConformFlags(args: string[]): ConformOptions {
  const { values, positionals } = parse(args);
  const [command = 'run', ...rest] = positionals;
  if ((command !== 'run' && command !== 'cleanup') || rest.length > 0)
    throw usage(`unknown command ${positionals.join(' ')}`);
  const mode = values['mode'] ?? 'write';
  if (mode !== 'observe' && mode !== 'validate' && mode !== 'write')
    throw usage(`--mode must be observe, validate or write, not ${mode}`);
  if (values['url'] !== undefined && values['target'] !== undefined)
    throw usage('--url and --target cannot be given together');
  if (values['url'] !== undefined && !/^https?:\/\//.test(values['url']))
    throw usage(`--url must be an http or https URL, not ${values['url']}`);
  if (command === 'cleanup' && values['ledger'] === undefined) throw usage('cleanup needs --ledger FILE');
  return {
    ...values,
    command,
    mode,
    dialect: values['dialect'] ?? 'specification',
    requestIntervalMs:
      values['rate'] === undefined
        ? 0
        : 1000 / number(values['rate'].replace(/\/s$/, ''), '--rate', 'a number a second, such as 5/s'),
    timeoutMs: 1000 * number(values['timeout'] ?? '10', '--timeout', 'a number of seconds'),
    coverage: values['coverage'] !== undefined,
    help: values['help'] !== undefined,
  } as ConformOptions;
}

function number(text: string, flag: string, expected: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && Number.isFinite(value)) return value;
  throw usage(`${flag} must be ${expected}, not ${text}`);
}

function parse(args: string[]): { values: Record<string, string | undefined>; positionals: string[] } {
  const options = Object.fromEntries([
    ...Object.keys(flags).map((name) => [name, { type: 'string' as const }]),
    ...Object.keys(switches).map((name) => [name, { type: 'boolean' as const }]),
  ]);
  const { values, positionals } = parseFlags({ args, options, allowPositionals: true }, usage);
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)] as const);
  return { values: Object.fromEntries(texts), positionals };
}

/** The help of `plenum conform`. */
export function conformHelp(): string {
  const rows = [
    ...Object.entries(flags).map(([name, [value, help]]) => [`--${name} ${value}`, help]),
    ...Object.entries(switches).map(([name, help]) => [`--${name}`, help]),
  ];
  return `plenum conform [cleanup] [FLAGS]: judge a server, requirement by requirement

${rows.map(([left, help]) => `  ${left!.padEnd(20)}${help}`).join('\n')}

Tokens of a server that is named by --url: PLENUM_ADMIN_TOKEN, PLENUM_MEMBER_TOKEN, PLENUM_OTHER_TOKEN.
Exit codes: 0 conformant, 1 not conformant, 2 wrong flags, fixtures or target, or nothing selected, 3 inconclusive,
4 unreachable or refused at sign-in, 5 clean-up incomplete, 70 a bug.`;
}
