import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, exitCodes } from '../errors.ts';

/** Who holds a data folder. `started` tells a process from a later one with the same number, where the system says it. */
interface Holder {
  pid: number;
  started: string | null;
}

// The 22nd field of Linux's stat is the start time; the second, the name in parentheses, may hold blanks.
function startOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function isRunning({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return started === null || startOf(pid) === started;
}

function holderOf(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return { pid: 0, started: 'unreadable' };
  }
}

/**
 * Takes the folder for this process, and returns what gives it back. A lock whose process has ended is taken over; a
 * running one is a CommandError with its number.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock');
  const mine = join(folder, `lock.${process.pid}`);
  const self: Holder = { pid: process.pid, started: startOf(process.pid) };
  writeFileSync(mine, JSON.stringify(self));
  try {
    for (;;) {
      try {
        // A link is made whole or not at all, and only where there is none yet.
        linkSync(mine, file);
        return () => rmSync(file, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = holderOf(file);
      if (!holder) continue;
      const own = holder.pid === process.pid && holder.started === self.started;
      if (own || (holder.pid > 0 && isRunning(holder))) {
        throw new CommandError(
          `${folder} is in use by the plenum process ${holder.pid}; stop it, or choose another folder with --data`,
          exitCodes.unavailable,
        );
      }
      renameSync(file, `${mine}.ended`);
    }
  } finally {
    rmSync(mine, { force: true });
    rmSync(`${mine}.ended`, { force: true });
  }
}
