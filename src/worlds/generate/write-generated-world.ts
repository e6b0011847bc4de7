import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, exitCodes } from '../../errors.ts';
import { layRecords } from '../../store/edit/lay-records.ts';
import { worldKinds } from '../../records/kinds.ts';
import { loadWorldTables } from '../../records/world.ts';
import { assertWritableWorld, generatedFile, worldFilesOf, writeWorld } from '../../records/write-world.ts';
import { type GeneratedCounts, endOfWriting, generateRecords } from './generate-records.ts';

/** What to write where. */
export interface GenerateOptions {
  out: string;
  /** The folder of the world over which the records are laid. */
  base: string;
  counts: GeneratedCounts;
  seed: number;
  /** The text of the file that tells a generated world from others. */
  note: string;
}

/**
 * Generates records over a world, and writes all of them to a folder that is new or empty, or has an earlier generated world. Resolves
 * to the number of records by kind. Rejects with a CommandError, without having written anything, if the folder has something else.
 */
export async function writeGeneratedWorld({ out, base, counts, seed, note }: GenerateOptions) {
  const overwrite = existsSync(join(out, generatedFile));
  if (!overwrite && existsSync(out) && statSync(out).isDirectory() && readdirSync(out).length > 0)
    throw new CommandError(
      `--out ${out} is not empty, and plenum world generate has not written what is in it: choose another folder`,
      exitCodes.usage,
    );
  assertWritableWorld(out, overwrite);
  const world = loadWorldTables(base, endOfWriting);
  const generated = await generateRecords(world, counts, seed);
  const tables = layRecords(world, generated, endOfWriting);
  const files = Object.entries(worldFilesOf(tables.records())).filter(([, records]) => records.length > 0);
  writeWorld(out, { ...Object.fromEntries(files), [generatedFile]: note }, overwrite, base);
  return worldKinds.flatMap((kind) => (generated[kind] ? [{ kind, count: generated[kind].length }] : []));
}
