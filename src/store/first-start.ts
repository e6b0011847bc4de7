import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, exitCodes } from '../errors.ts';
import { originFile, replaceFile } from './data-files.ts';
import { LineReader, damagedFile, formatLine } from './lines.ts';
import { isFileOfLock } from './lock.ts';
import { type WorldOrigin, folderOfOrigin, formatWorld, originOf } from './named-worlds.ts';

/*
 * What a data folder has besides the records: who it belongs to. The first start writes `.gitignore`, because the folder has tokens, and
 * `world`, which says where the records come from.
 */

const ownFile = /^(snapshot-\d+|journal-\d+|head|signing-key|world)(\.next)?$/;
// Git, file managers and the file systems of volumes make these in empty folders.
const fileOfNobody = /^(\.gitignore|\.gitkeep|\.DS_Store|Thumbs\.db|desktop\.ini|lost\+found)$/;

/** Throws a CommandError if a folder without records has files of somebody else. A folder that cannot be read has none. */
export function assertOwnFolder(folder: string): void {
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    return;
  }
  const foreign = names.filter((name) => !ownFile.test(name) && !fileOfNobody.test(name) && !isFileOfLock(name));
  if (foreign.length === 0) return;
  throw new CommandError(
    `${folder} is not a data folder: it has other files, such as ${foreign.toSorted()[0]}; choose a new or empty folder with --data`,
    exitCodes.configuration,
  );
}

const ignoreFile = '# Records, tokens and keys of plenum.\n*\n';

/** Keeps a data folder out of Git, unless it has a `.gitignore`. */
export async function writeIgnoreFile(folder: string): Promise<void> {
  const file = join(folder, '.gitignore');
  if (!existsSync(file)) await replaceFile(file, [ignoreFile]);
}

/** Notes which world fills a data folder. */
export async function writeOrigin(folder: string, world: string): Promise<void> {
  const { text } = formatLine(JSON.stringify(originOf(world, folder)), 0);
  await replaceFile(originFile(folder), [text]);
}

/** Forgets which world filled a data folder. */
export const removeOrigin = (folder: string): void => rmSync(originFile(folder), { force: true });

/** The world folder that filled a data folder; undefined if it is not known, as after a reset that a crash has ended. Throws a CommandError if the file is damaged. */
function readOrigin(folder: string): string | undefined {
  const file = originFile(folder);
  if (!existsSync(file)) return undefined;
  const reader = new LineReader(file);
  try {
    const origin = reader.next() as WorldOrigin | undefined;
    if (!origin || reader.hasRest) throw damagedFile(file, 'must be one line with a world');
    return folderOfOrigin(origin, folder);
  } finally {
    reader.close();
  }
}

/** The world that a server or a reset of a data folder loads if the user chooses none: the one that filled it, if it is still there. */
export function worldToLoad(folder: string, defaultWorld: string): string {
  try {
    const world = readOrigin(folder);
    return world !== undefined && existsSync(world) ? world : defaultWorld;
  } catch {
    // Who opens the folder is told, and a reset repairs it.
    return defaultWorld;
  }
}

/** Throws a CommandError if another world than the chosen one filled a data folder, or if it is not known because of damage. */
export function assertFilledFrom(folder: string, world: string, isWorldChosen: boolean): void {
  const [filledFrom, chosen] = [readOrigin(folder), folderOfOrigin(originOf(world, folder), folder)];
  if (!isWorldChosen || filledFrom === undefined || filledFrom === chosen) return;
  throw new CommandError(
    `${folder} was filled from the world ${formatWorld(filledFrom)}, not from ${formatWorld(world)}; ` +
      'to replace its records, add --reset',
    exitCodes.configuration,
  );
}
