import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const intervalMs = 100;

/**
 * Calls the listener when the files at the paths of folders have changed and then not for a while, also when a folder is replaced, is
 * removed or comes back. Returns a function that stops this.
 */
export function watchFolders(folders: readonly string[], listener: () => void): () => void {
  const describe = (): string => folders.map(describeFiles).join('\n');
  let known = describe();
  let previous = known;
  // Events of the file system belong to a folder, not to its path.
  const timer = setInterval(() => {
    const current = describe();
    // An editor can write a file in several steps.
    if (current === previous && current !== known) {
      known = current;
      listener();
    }
    previous = current;
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** A text that differs when a file of the folder differs; the code of the error if the folder cannot be read. */
function describeFiles(folder: string): string {
  try {
    const { dev, ino } = statSync(folder, { bigint: true });
    return [
      `${dev} ${ino}`,
      ...readdirSync(folder)
        .toSorted()
        .map((name) => describeFile(folder, name)),
    ].join('\n');
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

function describeFile(folder: string, name: string): string {
  const stats = statSync(join(folder, name), { bigint: true, throwIfNoEntry: false });
  return stats?.isFile() ? `${name} ${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}` : name;
}
