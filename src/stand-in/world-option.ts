import { describeNames } from '../did-you-mean.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { isJsonObject } from '../json-object.ts';
import { type Option, oneOf, parseOption, wholeNumber } from '../option.ts';
import type { CheckAddedMember } from '../records/validate.ts';
import type { Records, WorldKind } from '../records/kinds.ts';
import { Tables } from '../records/tables.ts';
import { loadWorldForServer } from '../records/packaged-worlds.ts';
import type { WorldContext } from '../records/world.ts';
import type { GeneratedCounts } from '../worlds/generate/generate-records.ts';
import { serverOptions } from './options.ts';
import type { WorldParts } from './worlds.ts';

/** Records by kind, without the members that have a default. */
type WorldLists = { [K in WorldKind]?: Partial<Records[K]>[] };

/** The records with which a stand-in starts. */
export interface RecordOptions {
  /**
   * The name of a world (`demo` or `town`), a world folder, or lists of records by kind. In lists, what a record leaves out has a
   * default, and a record with an id that is there replaces it.
   */
  world?: string | WorldLists;
  /** What lists and generated records are laid over: `demo` by default; `none` is a world without records. */
  base?: 'demo' | 'town' | 'none';
  /** How many records of each kind to generate; the same `seed`, 1 by default, gives the same records. */
  generate?: GeneratedCounts & { seed?: number };
}

type Given = { [K in keyof RecordOptions]: RecordOptions[K] | undefined };

/** The world folder, and what replaces its records; both undefined for the default. */
interface WorldSource {
  folder?: string;
  parts?: Pick<WorldParts, 'loadTables'> & { worldName: string };
}

export const usage = (message: string) => new CommandError(`createStandIn: ${message}`, exitCodes.usage);

/** Reads the options of the world. Rejects with a CommandError if they are invalid or contradict each other. */
export async function readWorld(
  { world, base, generate }: Given,
  { data, store }: { data?: string; store?: string },
  context: WorldContext,
): Promise<WorldSource> {
  if (typeof world === 'string') {
    const beside = base === undefined ? generate && 'generate' : 'base';
    if (beside)
      throw usage(
        `"${beside}" goes with a "world" of lists, not with ${JSON.stringify(world)}; "base" names the world below`,
      );
    return { folder: readOption('world', serverOptions.world, world) };
  }
  if (world !== undefined && !isJsonObject(world))
    throw usage(
      '"world" must be the name of a world (demo or town), a world folder, or an object of lists of records by kind, such as ' +
        `{ proposals: [{ title: { en: "A bench" } }] }, not ${JSON.stringify(world)}`,
    );
  if (world === undefined && generate === undefined) {
    if (base !== undefined) throw usage('"base" goes with a "world" of lists or with "generate"');
    return {};
  }
  if (data !== undefined || store !== undefined)
    throw usage(
      `a "world" of lists and "generate" are for a stand-in in memory, without "${data === undefined ? 'store' : 'data'}"; ` +
        'records.create fills a stored world',
    );
  const baseName = readOption('base', { parse: oneOf('demo', 'town', 'none') }, base ?? 'demo');
  const folder = serverOptions.world.parse(baseName === 'none' ? 'demo' : baseName);
  const loaded = baseName === 'none' ? Tables.of() : loadWorldForServer(folder, Date.now(), context);
  const tables = await lay(loaded, world ?? {}, generate, context.checkAddedMember);
  return { folder, parts: { loadTables: () => tables, worldName: baseName } };
}

/** Lays generated records, and then those of a program, over a world. */
async function lay(
  base: Tables,
  world: WorldLists,
  generate: Given['generate'],
  checkAddedMember?: CheckAddedMember,
): Promise<Tables> {
  const { layRecords } = await import('../store/edit/lay-records.ts');
  const { InvalidRecordsError } = await import('../store/edit/new-problems.ts');
  let tables = base;
  const now = Date.now();
  const put = (lists: object, name: string) => {
    try {
      tables = layRecords(tables, lists, now, checkAddedMember);
    } catch (error) {
      throw error instanceof InvalidRecordsError ? usage(`"${name}": ${error.message}`) : error;
    }
  };
  if (generate !== undefined) {
    const { generateRecords, generatedKinds } = await import('../worlds/generate/generate-records.ts');
    const { seed, ...counts } = readCounts(generate, generatedKinds);
    const { organization } = world;
    // The texts are in the locales of the organization.
    put(organization ? { organization } : {}, 'world');
    put(await generateRecords(tables, counts, seed), 'generate');
  }
  put(world, 'world');
  return tables;
}

function readCounts(given: unknown, generatedKinds: readonly string[]): GeneratedCounts & { seed: number } {
  if (!isJsonObject(given)) throw usage('"generate" must be an object of counts by kind, such as { proposals: 500 }');
  const read = Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const known = name === 'seed' || generatedKinds.some((kind) => kind === name);
    if (!known) throw usage(`"generate.${name}" is unknown.${describeNames(name, 'kinds', generatedKinds)}`);
    const parse = wholeNumber(0, name === 'seed' ? 2 ** 32 - 1 : 1_000_000);
    return [[name, readOption(`generate.${name}`, { parse }, value)]];
  });
  return { seed: 1, ...Object.fromEntries(read) };
}

/** Reads the value of an option. Throws a CommandError that names the option. */
export function readOption<T>(name: string, option: Pick<Option<T>, 'parse' | 'isSecret'>, value: unknown): T {
  try {
    return parseOption(option, value) as T;
  } catch (error) {
    throw usage(`"${name}" ${(error as Error).message}`);
  }
}
