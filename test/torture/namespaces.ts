import { spawnSync } from 'node:child_process';
import { History } from './history.ts';
import type { Torture } from './torture.ts';

const wrapper = ['unshare', '--pid', '--net', '--fork', '--kill-child', '--mount-proc'];

/** Starts two processes for one data folder, each in a pid namespace of its own as in a container: one must be refused. */
export const namespaces: Torture = async ({ folder, isShort }) => {
  const rounds = isShort ? 1 : 20;
  if (spawnSync(wrapper[0]!, [...wrapper.slice(1), 'true']).status !== 0)
    return { skipped: 'namespaces are not permitted' };
  const problems: string[] = [];
  const history = new History(folder);
  for (let round = 0; round < rounds; round += 1) {
    const before = history.problems.length;
    const writers = [history.start({ wrapper }), history.start({ wrapper })];
    await Promise.all(writers.map((writer) => writer.waitFor(100)));
    await Promise.all(writers.map((writer) => writer.kill()));
    const refusals = history.problems.splice(before);
    if (refusals.length !== 1 || !/ is in use by the plenum process \d+|has filled/.test(refusals[0]!))
      problems.push(`round ${round + 1}: ${refusals.join('; ') || 'both processes opened the folder'}`);
    await history.verify();
  }
  problems.push(...history.problems);
  return { summary: `${rounds} pairs of processes, ${history.storedCount} acknowledged writes`, problems };
};
