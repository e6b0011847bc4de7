import { type GeneratedKind, generatedKinds } from '../../worlds/generate/generate-records.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { type Option, type OptionTable, flagName, oneOf, text, wholeNumber } from '../../option.ts';
import { serverOptions } from '../../stand-in/options.ts';
import { defineCommand } from '../command.ts';

const count = (kind: string): Option<number | undefined> => ({
  value: 'COUNT',
  help: `how many ${flagName(kind).replaceAll('-', ' ')}`,
  parse: wholeNumber(0, 1_000_000),
  default: undefined,
});

const options = {
  out: {
    value: 'FOLDER',
    help: 'folder for the world: a new or empty one, or one that was generated before; required',
    parse: text,
    default: undefined,
  },
  base: {
    value: 'demo|town',
    help: 'world over which the records are laid',
    parse: oneOf('demo', 'town'),
    default: 'demo' as const,
  },
  seed: {
    value: 'NUMBER',
    help: 'the same seed gives the same records',
    parse: wholeNumber(0, 2 ** 32 - 1),
    default: 1,
  },
  ...(Object.fromEntries(generatedKinds.map((kind) => [kind, count(kind)])) as Record<
    GeneratedKind,
    Option<number | undefined>
  >),
} satisfies OptionTable;

export const generateCommand = defineCommand({
  name: 'generate',
  group: 'data',
  summary: 'write a world folder with as many believable records as you like',
  options,
  notes: `Without --users, there is one for twenty other records.

Exit codes: 0 done, 2 invalid flags or a folder with something else, 69 the folder cannot be written, 70 a bug.`,
  async run({ options: { out, base, seed, ...flags } }, { print }) {
    if (out === undefined)
      throw new CommandError('generate needs --out FOLDER. See plenum generate --help.', exitCodes.usage);
    const counts = Object.fromEntries(
      generatedKinds.flatMap((kind) => (flags[kind] === undefined ? [] : [[kind, flags[kind]]])),
    );
    if (Object.keys(counts).length === 0)
      throw new CommandError(
        `generate needs what to generate, such as --proposals 500. See plenum generate --help.`,
        exitCodes.usage,
      );
    const { writeGeneratedWorld } = await import('../../worlds/generate/write-generated-world.ts');
    const flagTexts = Object.entries(counts).map(([kind, number]) => `--${flagName(kind)} ${number}`);
    const written = await writeGeneratedWorld({
      out,
      base: serverOptions.world.parse(base),
      counts,
      seed,
      note: `plenum generate --base ${base} --seed ${seed} ${flagTexts.join(' ')}\n`,
    });
    print(`${out} has the records of the world ${base}, and these:`);
    for (const { kind, count: number } of written) print(`  ${kind}: ${number}`);
    print(`Next: plenum serve --memory --world ${out}`);
    return 0;
  },
});
