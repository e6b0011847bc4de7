import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { History } from './history.ts';
import type { Torture } from './torture.ts';

/** Fills the disk of the data folder, and frees it again. */
export const fullDisk: Torture = async ({ folder, isShort, share }) => {
  const rounds = isShort ? 1 : Math.ceil(10 * share);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]).status !== 0)
    return { skipped: 'a file system cannot be mounted' };
  try {
    const ballast = join(folder, 'ballast');
    const history = new History(join(folder, 'data'));
    for (let round = 0; round < rounds; round += 1) {
      const writer = history.start(1_000_000);
      await writer.waitFor(100);
      const refusedBefore = history.refused.size;
      fill(ballast);
      await writer.waitFor(() => history.refused.size >= refusedBefore + 100);
      rmSync(ballast);
      const storedBefore = history.storedCount;
      await writer.waitFor(() => history.storedCount >= storedBefore + 200);
      if (history.storedCount < storedBefore + 200) history.problems.push('writes do not resume');
      // In this time, the snapshot that failed succeeds.
      await setTimeout(1500);
      fill(ballast);
      await writer.waitFor(() => history.refused.size >= refusedBefore + 200);
      await writer.kill();
      rmSync(ballast);
      await history.verify();
    }
    // A start on a full disk is one clear line.
    const other = new History(join(folder, 'other'));
    fill(ballast);
    await other.start().waitFor(1);
    if (
      other.problems.length !== 1 ||
      !/cannot be used: ENOSPC: no space left on device[^\n]*$/.test(other.problems[0]!)
    )
      history.problems.push(`the start on a full disk: ${other.problems.join('; ')}`);
    return { summary: `${rounds} rounds, ${history.summary}`, problems: history.problems };
  } finally {
    execFileSync('umount', ['--lazy', folder]);
  }
};

/** Writes a file until the disk is full. */
function fill(file: string): void {
  for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // Smaller pieces may still fit.
    }
  }
}
