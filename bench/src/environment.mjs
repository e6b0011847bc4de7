import { readFileSync, statfsSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';

// The type of a tmpfs file system, from statfs(2).
const tmpfs = 0x01021994;

/**
 * Where something was measured.
 * @typedef {{ date: string, node: string, machine: string, disk: string, versions: string }} Environment
 */

/** @returns {Environment} */
export function describeEnvironment() {
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const { name, version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB of memory`;
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    machine: `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memory}`,
    disk: statfsSync(tmpdir()).type === tmpfs ? 'in memory (tmpfs): "durable" does not wait for a disk' : 'on a disk',
    versions: Object.entries({ [name]: version, ...dependencies })
      .map(([each, number]) => `${each} ${number}`)
      .join(', '),
  };
}
