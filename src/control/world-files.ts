import { cpSync, existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { World } from './world.ts';
import { serverKinds } from '../records/kinds.ts';
import { formatFirstProblem, formatWorldProblem } from '../records/validate.ts';
import type { Changes } from '../records/tables.ts';
import { parseWorld } from '../records/world.ts';
import { worldFilesOf, writeWorld } from '../records/write-world.ts';
import { ProblemError } from './problem.ts';

/** The contents of the files of a world, by file name. */
export type WorldFiles = Record<string, unknown>;

/** Exports the records of a world as files. Rejects with a StorageError if a write cannot be stored. */
export async function exportWorld({ store }: World): Promise<WorldFiles> {
  return worldFilesOf((await store.durableTables()).records());
}

/**
 * Writes the files of a world, those of pictures included, to a new folder in the working folder. Rejects with a ProblemError if there is
 * something of this name, and with a CommandError if the disk fails; then nothing is left.
 */
export async function saveWorld(world: World, folder: string): Promise<{ folder: string }> {
  const target = resolve(folder);
  if (existsSync(target))
    throw new ProblemError(409, `There is already something called ${folder} in the folder of the server.`, 'folder');
  writeWorld(target, await exportWorld(world));
  const files = world.filesFolder;
  try {
    if (files !== undefined && existsSync(files)) cpSync(files, join(target, 'files'), { recursive: true });
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
  return { folder };
}

/**
 * Replaces the records of a world by those of a world; tokens stay as they are, and revoked ones stay revoked. Throws a ProblemError with the problems
 * that `plenum world check` lists if the world is invalid; then nothing changes.
 */
export async function importWorld(world: World, files: WorldFiles): Promise<void> {
  const { store, clock } = world;
  const { tables, problems } = parseWorld(files, clock.now(), store.checkAddedMember);
  const [first, ...others] = problems;
  if (first) {
    const sentences = problems.slice(0, 1000).map(formatWorldProblem);
    throw new ProblemError(400, formatFirstProblem([first, ...others]), first.file, sentences);
  }
  const kept = serverKinds.map((kind) => [kind, new Map(store.all(kind).map((record) => [record.id, record]))]);
  await world.restore({ tables: tables.with(Object.fromEntries(kept) as Changes), clock: clock.setting });
}
