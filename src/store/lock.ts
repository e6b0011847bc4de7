import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const inUse = (folder: string, pid: number) =>
  new CommandError(
    `${folder} is in use by the plenum process ${pid}; stop it, or choose another folder with --data`,
    exitCodes.unavailable,
  );

/** Makes `file` a second name of `mine`, whole or not at all; false where there is one already. */
function claim(mine: string, file: string): boolean {
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Who holds `file` and still runs; 0 when nobody does. */
function runningHolder(file: string, self: Holder): number {
  const holder = holderOf(file);
  const own = holder?.pid === self.pid && holder.started === self.started;
  return holder && holder.pid > 0 && (own || isRunning(holder)) ? holder.pid : 0;
}

/**
 * Takes the folder for this process, and returns what gives it back. A lock whose process has ended is taken over; a
 * running one is a CommandError with its number.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock');
  const takeover = join(folder, 'lock.takeover');
  const mine = join(folder, `lock.${process.pid}`);
  const self: Holder = { pid: process.pid, started: startOf(process.pid) };
  writeFileSync(mine, JSON.stringify(self));
  try {
    while (!claim(mine, file)) {
      const holder = runningHolder(file, self);
      if (holder) throw inUse(folder, holder);
      // Of those who see that the holder has ended, one removes its lock: the one who holds the second lock.
      if (claim(mine, takeover)) {
        if (!runningHolder(file, self)) rmSync(file, { force: true });
        const won = claim(mine, file);
        rmSync(takeover, { force: true });
        if (won) break;
      } else {
        const other = runningHolder(takeover, self);
        if (other) throw inUse(folder, other);
        rmSync(takeover, { force: true });
      }
    }
    return () => rmSync(file, { force: true });
  } finally {
    rmSync(mine, { force: true });
  }
}
