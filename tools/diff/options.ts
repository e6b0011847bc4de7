import { CommandError, exitCodes } from '../../src/errors.ts';
import { parseFlags } from '../../src/parse-flags.ts';
import type { DiffPlan } from './run.ts';

/** The help of `plenum diff`. */
export const diffHelp = `plenum diff --b SERVER [FLAGS]: send the same requests to two servers, and say where their answers differ

  --a SERVER          a URL, a target file, or self: the stand-in in this process (self)
  --b SERVER          the other one
  --dialect NAME      the dialect that both speak (decidim-0.32)
  --reads             read every field of every record of the demo world, as each actor
  --mutations N       generate so many mutations (200)
  --seed N            generate others (1)
  --mode MODE         validate sends mutations without effect, write writes (validate)
  --known FILE        differences that are known, and why; those of the project when left out
  --timeout SECONDS   how long an answer may take (30)
  --out FILE          write every cause, as JSON
  --help              print this

Tokens of a server that is named by its URL: PLENUM_ADMIN_TOKEN, PLENUM_MEMBER_TOKEN, PLENUM_OTHER_TOKEN.
Both must hold the demo world. Exit codes: 0 they agree, or differ as is known, 1 they do not, 2 wrong flags,
4 unreachable, 70 a bug.`;

/** What the command line asks for. */
export interface DiffOptions extends Omit<DiffPlan, 'schema'> {
  a: string;
  b: string;
  dialect: string;
  known?: string;
  /** Milliseconds. */
  timeout: number;
  out?: string;
}

const usage = (message: string) =>
  new CommandError(`${message} (plenum diff --help lists what there is)`, exitCodes.usage);

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const flags = {
  a: text,
  b: text,
  dialect: text,
  reads: flag,
  mutations: text,
  seed: text,
  mode: text,
  known: text,
  timeout: text,
  out: text,
  help: flag,
} as const;

/** What the command line asks for, or that it asks for help; a CommandError names the flag that is wrong. */
export function parseDiffOptions(args: string[]): DiffOptions | 'help' {
  const given = parseFlags({ args, options: flags }, usage).values;
  if (given.help) return 'help';
  const { a = 'self', b, dialect = 'decidim-0.32', mode = 'validate', reads = false, known, out } = given;
  if (b === undefined) throw usage('--b is needed: the server to compare with');
  if (mode !== 'validate' && mode !== 'write') throw usage(`--mode must be validate or write, not ${mode}`);
  const whole = (name: 'mutations' | 'seed' | 'timeout', otherwise: string): number => {
    const value = given[name] ?? otherwise;
    if (/^\d{1,9}$/.test(value)) return Number(value);
    throw usage(`--${name} must be a whole number, not ${value}`);
  };
  const numbers = { mutations: whole('mutations', '200'), seed: whole('seed', '1') };
  return { a, b, dialect, mode, reads, known, out, ...numbers, timeout: 1000 * whole('timeout', '30') };
}
