import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, exitCodes } from '../errors.ts';
import { readJson } from '../read-json.ts';
import { namedWorlds } from './named-worlds.ts';
import { restoreWorld } from './write-world.ts';

function listFolder(folder: string): string[] {
  try {
    restoreWorld(folder);
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new CommandError(
        `the world folder ${folder} cannot be read: it does not exist (ENOENT); the worlds are ${namedWorlds.join(', ')}, or a folder`,
        exitCodes.usage,
      );
    throw new CommandError(`the world folder ${folder} cannot be read: ${(error as Error).message}`, exitCodes.usage);
  }
}

/** Returns the list of records in a world file; an object can name a `$schema` for editors beside it. */
export function recordsIn(content: unknown): unknown[] | undefined {
  if (Array.isArray(content)) return content;
  if (typeof content !== 'object' || content === null) return undefined;
  const { $schema: _, records, ...others } = content as { $schema?: unknown; records?: unknown };
  return Array.isArray(records) && Object.keys(others).length === 0 ? records : undefined;
}

/** The JSON files of a world: in folders, or in a request. */
export interface WorldFiles {
  names: string[];
  /** The records in a file; undefined if it is not a list of records. Throws an error with the reason if it cannot be read. */
  read(name: string): unknown[] | undefined;
  /** The file as messages name it. */
  locate(name: string): string;
}

/** The files of folders, where a file of a later folder adds to that of an earlier one. */
export function filesInFolders(folders: string[]): WorldFiles {
  const files = folders.flatMap((folder) => listFolder(folder).map((name) => ({ name, file: join(folder, name) })));
  const filesOf = (name: string) => files.filter((each) => each.name === name).map(({ file }) => file);
  return {
    names: [...new Set(files.map(({ name }) => name))].filter((name) => name.endsWith('.json')),
    read: (name) => {
      const lists = filesOf(name).map((file) => recordsIn(readJson(file, exitCodes.usage)));
      return lists.every((each) => each !== undefined) ? lists.flat() : undefined;
    },
    locate: (name) => filesOf(name).at(-1) ?? join(folders[0]!, name),
  };
}
