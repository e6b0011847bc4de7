import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError, exitCodes } from '../errors.ts';
import { worldKinds } from './kinds.ts';
import { dialectFoldersOf, isNameOfDialect, schemaFile } from './named-worlds.ts';
import type { RecordsByKind } from './records.ts';

/** What `plenum world import` could not read; it has no records. */
export const importReportFile = 'import-report.txt';

/** The records of a store as the contents of the files of a world, by file name. */
export const worldFilesOf = (records: RecordsByKind): Record<string, readonly object[]> =>
  Object.fromEntries(worldKinds.map((kind) => [`${kind}.json`, records[kind] ?? []]));

/** The command that generated a world; it has no records. */
export const generatedFile = 'generated.txt';

/** What a world folder can contain, beside the files of its kinds. */
const otherNames = new Set(['README.md', 'files', importReportFile, generatedFile]);
const isOfWorld = (name: string): boolean =>
  otherNames.has(name) || isNameOfDialect(name) || worldKinds.some((kind) => name === `${kind}.json`);

/** Where a world is while another one takes its place. */
const previousOf = (folder: string): string => join(dirname(resolve(folder)), `.${basename(resolve(folder))}.previous`);

/** Returns a world to its folder if a crash has left none there. */
export function restoreWorld(folder: string): void {
  if (!existsSync(folder) && existsSync(previousOf(folder))) renameSync(previousOf(folder), folder);
}

/**
 * Throws a CommandError unless a world can be written to the folder: it is new or empty, or has nothing but a world that
 * `overwrite` allows to replace.
 */
export function assertWritableWorld(folder: string, overwrite: boolean): void {
  restoreWorld(folder);
  if (!existsSync(folder)) {
    const parent = dirname(resolve(folder));
    if (!existsSync(parent)) throw new CommandError(`--out ${folder}: there is no folder ${parent}`, exitCodes.usage);
    return;
  }
  const names = listFolder(folder);
  const foreign = names.find((name) => !isOfWorld(name));
  if (foreign !== undefined)
    throw new CommandError(
      `--out ${folder} has ${foreign}, which is not part of a world: nothing is written`,
      exitCodes.usage,
    );
  if (names.length > 0 && !overwrite)
    throw new CommandError(`--out ${folder} is not empty: --overwrite replaces the world in it`, exitCodes.usage);
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new CommandError(
      `--out ${folder} is not a folder that can be used: ${(error as Error).message}`,
      exitCodes.usage,
    );
  }
}

/**
 * Writes the files of a world to a folder: all of them, or nothing. The pictures, and the folders of dialects, are those of the replaced
 * world, or of the world `source`. Throws a CommandError like `assertWritableWorld`, and if the disk fails.
 */
export function writeWorld(folder: string, files: Record<string, unknown>, overwrite = false, source = folder): void {
  assertWritableWorld(folder, overwrite);
  const target = resolve(folder);
  let next: string | undefined;
  try {
    next = mkdtempSync(join(dirname(target), `.${basename(target)}-`));
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(next, name), formatFile(content, schemaFile(target, name)));
    const isReplaced = existsSync(target);
    for (const name of ['files', ...dialectFoldersOf(source)])
      if (existsSync(join(source, name))) cpSync(join(source, name), join(next, name), { recursive: true });
    const previous = previousOf(target);
    rmSync(previous, { recursive: true, force: true });
    if (isReplaced) renameSync(target, previous);
    try {
      renameSync(next, target);
    } catch (error) {
      if (isReplaced) renameSync(previous, target);
      throw error;
    }
    rmSync(previous, { recursive: true, force: true });
  } catch (error) {
    if (next) rmSync(next, { recursive: true, force: true });
    throw new CommandError(`--out ${folder} cannot be written: ${(error as Error).message}`, exitCodes.unavailable);
  }
}

/** One record on each line, so that versions of a world can be compared. */
function formatFile(content: unknown, schema?: string): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return `${JSON.stringify(content, undefined, 2)}\n`;
  const list = content.length === 0 ? '[]' : `[\n${content.map((each) => `  ${JSON.stringify(each)}`).join(',\n')}\n]`;
  return schema === undefined ? `${list}\n` : `{ "$schema": ${JSON.stringify(schema)}, "records": ${list} }\n`;
}
