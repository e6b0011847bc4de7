import { setTimeout } from 'node:timers/promises';
import { History } from './history.ts';
import type { Torture } from './torture.ts';

/** Kills a process that writes, at a random moment, again and again: also while it starts, recovers or writes a snapshot. */
export const kills: Torture = async ({ folder, random, isShort, share }) => {
  const rounds = isShort ? 3 : Math.ceil(200 * share);
  const history = new History(folder);
  for (let round = 0; round < rounds; round += 1) {
    const writer = history.start();
    // One in five is killed while it starts.
    if (random() < 0.2) await setTimeout(random() * 600);
    else {
      await writer.waitFor(1 + Math.floor(random() * 500));
      await setTimeout(random() * 20);
    }
    await writer.kill();
    if (round % 5 === 4) await history.verify();
  }
  await history.verify();
  return { summary: `${rounds} kills, ${history.summary}`, problems: history.problems };
};
