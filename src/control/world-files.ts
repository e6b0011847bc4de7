import type { Instance } from '../server/instance.ts';
import { settle } from '../store/conflicts.ts';
import { parseWorld } from '../store/world.ts';
import { worldFilesOf } from '../store/write-world.ts';
import { ProblemError } from './problem.ts';

/** The contents of the files of a world, by file name. */
export type WorldFiles = Record<string, unknown>;

/** Exports the records of an instance as the files of a world. Rejects with a StorageError if a write cannot be stored. */
export async function exportWorld({ store }: Instance): Promise<WorldFiles> {
  // Writes that cannot be stored are undone.
  await settle(store);
  return worldFilesOf(store.records());
}

/**
 * Replaces the records of an instance by those of a world; revoked tokens stay revoked. Throws a ProblemError with the problems
 * that `plenum check` lists if the world is invalid; then nothing changes.
 */
export async function importWorld(instance: Instance, files: WorldFiles): Promise<void> {
  const { store, clock } = instance;
  const { tables, problems } = parseWorld(files, clock.now());
  const [first] = problems;
  if (first !== undefined) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    throw new ProblemError(400, first + more, memberOf(first, files), problems.slice(0, 1000));
  }
  for (const revocation of store.all('revocations')) tables.put('revocations', revocation);
  await instance.restore({ tables, clock: clock.setting });
}

/** The file that a problem is about: each problem starts with its name. */
const memberOf = (problem: string, files: WorldFiles): string =>
  Object.keys(files).find((name) => problem.startsWith(`${name}:`)) ?? 'organization.json';
